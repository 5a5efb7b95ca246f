import type { MetadataRoute } from 'next';

/** The console is nobody's but the team's. Shared pages say by themselves that they aren't to be listed, once fetched. */
export default function robots(): MetadataRoute.Robots {
  return { rules: { userAgent: '*', disallow: '/', allow: '/share/' } };
}
