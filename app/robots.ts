import type { MetadataRoute } from 'next';

/**
 * Keeps crawlers out of the console. Crawlers are allowed to fetch guest review pages, because only a crawler
 * that fetches a page sees its noindex directive.
 */
export default function robots(): MetadataRoute.Robots {
  return { rules: { userAgent: '*', disallow: '/', allow: '/share/' } };
}
