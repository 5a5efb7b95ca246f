/** @type {import('next').NextConfig} */
export default {
  typescript: { ignoreBuildErrors: true },
  poweredByHeader: false,
  // Images come from our own route, so Next must not fetch or resize them.
  images: { unoptimized: true },
  // This package loads its database library by a name computed at run time, which a bundler can't follow.
  serverExternalPackages: ['rate-limiter-flexible'],
  experimental: {
    // Enables forbidden(), which responds with 403 and its own page.
    authInterrupts: true,
    // The largest body that gets past middleware.ts, so that the form can report a field that is too large.
    serverActions: { bodySizeLimit: '10mb' },
  },
};
