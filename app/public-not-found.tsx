import { PublicPage } from '#components/shell/public-page.tsx';
import { NotFound } from '#components/ui/not-found.tsx';
import { isSandbox } from '#lib/data/service.ts';

/** The not-found page for visitors who might not be signed in. Doesn't use the console's layout. */
export async function PublicNotFound() {
  return (
    <PublicPage sandbox={await isSandbox()}>
      <NotFound />
    </PublicPage>
  );
}
