/** @type {import('next').NextConfig} */
export default {
  typescript: { ignoreBuildErrors: true },
  poweredByHeader: false,
  // Next must not fetch or resize images, because our own route already serves them at the right size.
  images: { unoptimized: true },
  // A bundler can't find the files that PGlite loads relative to its module, or the library that
  // rate-limiter-flexible loads by a computed name.
  serverExternalPackages: ['@electric-sql/pglite', 'rate-limiter-flexible'],
  experimental: {
    // lib/http/body-limits.ts has the limits that apply. Next truncates bodies of more than 10 MB.
    serverActions: { bodySizeLimit: '10mb' },
  },
};
