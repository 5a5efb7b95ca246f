import type { Metadata } from 'next';
import { AppSetupPage } from '#components/second-factor/app-setup-page.tsx';
import { PublicPage } from '#components/shell/public-page.tsx';
import { requireAccount } from '#lib/auth/session.ts';
import { readAppSetup } from '#lib/data/own-factors.ts';
import { isSandbox } from '#lib/data/service.ts';
import { secondFactorPath } from '#lib/http/callback-url.ts';
import { callbackPath } from '../../callback-path.ts';
import { confirmIdentityIfRequired } from '../../confirm-identity.ts';
import { pageForbidden } from '../../page-error.tsx';
import { publicPage } from '../../public-page.tsx';
import { finishAppAction } from '../actions.ts';

export const metadata: Metadata = { title: 'Authenticator app' };

interface PageProps {
  readonly searchParams: Promise<{ readonly callbackUrl?: string | string[] }>;
}

export default publicPage(async function Page({ searchParams }: PageProps) {
  await requireAccount();
  const [setup, { callbackUrl }, sandbox] = await Promise.all([readAppSetup(), searchParams, isSandbox()]);
  const path = callbackPath(callbackUrl);
  if (!setup.ok) {
    confirmIdentityIfRequired(setup.failure, secondFactorPath(path));
    pageForbidden();
  }
  return (
    <PublicPage sandbox={sandbox}>
      <AppSetupPage
        setup={setup.value}
        finishAction={finishAppAction}
        callbackUrl={path}
        back={secondFactorPath(path)}
      />
    </PublicPage>
  );
});
