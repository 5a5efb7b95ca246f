/**
 * Next derives the ids of server actions from this key, and would otherwise generate a new key for each
 * build. With the same key, actions keep their ids, so a form from one release works in the next one. The key
 * isn't secret: at runtime, scripts/start.ts replaces it with a key for encryption.
 */
process.env.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY = Buffer.from('mailroom: the ids of its actions').toString(
  'base64',
);

/** @type {import('next').NextConfig} */
export default {
  typescript: { ignoreBuildErrors: true },
  // Makes Next list the files that its server loads, for `npm run package`.
  output: 'standalone',
  poweredByHeader: false,
  // Next must not fetch or resize images, because our own route already serves them at the right size.
  images: { unoptimized: true },
  // A bundler can't find the files that PGlite loads relative to its module, or the library that
  // rate-limiter-flexible loads by a computed name.
  serverExternalPackages: ['@electric-sql/pglite', 'rate-limiter-flexible'],
  turbopack: {
    // With every page, Next would load a copy of Node's `process`, which no script needs.
    resolveAlias: { 'next/dist/compiled/process': { browser: './lib/runtime/browser-process.ts' } },
  },
  experimental: {
    // Leaves out the parts of Next's own modules that browsers don't use.
    turbopackCjsTreeShaking: true,
    // The package's files are read-only.
    isrFlushToDisk: false,
    // lib/http/body-limits.ts has the limits that apply. Next truncates bodies of more than 10 MB.
    serverActions: { bodySizeLimit: '10mb' },
  },
};
