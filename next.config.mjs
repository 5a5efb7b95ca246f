/** @type {import('next').NextConfig} */
export default {
  typescript: { ignoreBuildErrors: true },
  poweredByHeader: false,
  // Images come from our own route, so Next must not fetch and resize any.
  images: { unoptimized: true },
  // It loads its database library by a name computed at run time, which a bundler can't follow.
  serverExternalPackages: ['rate-limiter-flexible'],
  experimental: {
    // Enables forbidden(), which responds 403 with its own page.
    authInterrupts: true,
    // As much as middleware.ts lets through, so that the form can report a field that is too large.
    serverActions: { bodySizeLimit: '10mb' },
  },
};
