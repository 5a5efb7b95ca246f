import type { MetadataRoute } from 'next';

/** Keeps crawlers out of the console. Guest review pages may be fetched, since they carry their own noindex. */
export default function robots(): MetadataRoute.Robots {
  return { rules: { userAgent: '*', disallow: '/', allow: '/share/' } };
}
