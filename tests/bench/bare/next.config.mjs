/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  // Next also looks for middleware.ts and instrumentation.ts in the parent directories, where it would find
  // the console's files.
  pageExtensions: ['js', 'jsx'],
};
