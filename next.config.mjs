/** @type {import('next').NextConfig} */
export default {
  typescript: { ignoreBuildErrors: true },
  poweredByHeader: false,
  // Pictures come from our own route; nothing is to be fetched and resized through Next's.
  images: { unoptimized: true },
  // It finds its database library by a name made up at run time, which a bundler can't follow.
  serverExternalPackages: ['rate-limiter-flexible'],
  experimental: {
    // forbidden() answers 403 with a page of its own.
    authInterrupts: true,
    // As much as ever arrives whole (see middleware.ts), so that a form too large is told of in a sentence beside its field.
    serverActions: { bodySizeLimit: '10mb' },
  },
};
