/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  // Next also looks for middleware.ts and instrumentation.ts in the directories above, which contain the console's.
  pageExtensions: ['js', 'jsx'],
};
