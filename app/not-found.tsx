import type { Metadata } from 'next';
import { isKnownPage } from '#lib/http/page-status.ts';
import { PublicNotFound } from './public-not-found.tsx';

export const metadata: Metadata = { title: 'Not found' };

/**
 * The page for unknown URLs. Next renders it for every request, and sends it to the browser with every page.
 * If one of Mailroom's own pages was requested, this page is empty, because those pages render their own
 * error pages (page-error.tsx).
 */
export default async function RootNotFound() {
  return (await isKnownPage()) ? null : <PublicNotFound />;
}
