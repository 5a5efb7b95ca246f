/** @type {import('next').NextConfig} */
export default {
  typescript: { ignoreBuildErrors: true },
  poweredByHeader: false,
  // forbidden() answers 403 with a page of its own.
  experimental: { authInterrupts: true },
};
