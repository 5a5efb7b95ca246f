/** @type {import('next').NextConfig} */
export default {
  typescript: { ignoreBuildErrors: true },
  poweredByHeader: false,
  // It finds its database library by a name made up at run time, which a bundler can't follow.
  serverExternalPackages: ['rate-limiter-flexible'],
  // forbidden() answers 403 with a page of its own.
  experimental: { authInterrupts: true },
};
