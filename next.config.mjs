/** @type {import('next').NextConfig} */
export default {
  typescript: { ignoreBuildErrors: true },
  poweredByHeader: false,
  // Images come from our own route, so Next must not fetch or resize them.
  images: { unoptimized: true },
  // PGlite finds its files by its own URL, and rate-limiter-flexible loads its database library by a computed name. A
  // bundler can't follow either.
  serverExternalPackages: ['@electric-sql/pglite', 'rate-limiter-flexible'],
  experimental: {
    // Enables forbidden(), which responds with 403 and its own page.
    authInterrupts: true,
    // The largest body that gets past middleware.ts, so that the form can report a field that is too large.
    serverActions: { bodySizeLimit: '10mb' },
  },
};
