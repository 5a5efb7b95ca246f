import type { Metadata } from 'next';
import { PublicPage } from '#components/shell/public-page.tsx';
import { NotFound } from '#components/ui/not-found.tsx';
import { isSandbox } from '#lib/data/service.ts';

export const metadata: Metadata = { title: 'Not found' };

/**
 * The page for unknown URLs. Visitors might not be signed in, so the page doesn't use the console's layout.
 */
export default async function RootNotFound() {
  return (
    <PublicPage sandbox={await isSandbox()}>
      <NotFound />
    </PublicPage>
  );
}
