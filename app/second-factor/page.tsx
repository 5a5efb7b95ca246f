import type { Metadata } from 'next';
import { SecondFactorPage } from '#components/second-factor/second-factor-page.tsx';
import { PublicPage } from '#components/shell/public-page.tsx';
import { readDateSettings } from '#lib/auth/date-settings.ts';
import { requireAccount } from '#lib/auth/session.ts';
import { authorizeRecentAccount } from '#lib/data/authorize.ts';
import { readOwnFactors } from '#lib/data/own-factors.ts';
import { isSandbox } from '#lib/data/service.ts';
import { secondFactorPath } from '#lib/http/callback-url.ts';
import { BrowserZone } from '../browser-zone.tsx';
import { callbackPath } from '../callback-path.ts';
import { confirmIdentityIfRequired } from '../confirm-identity.ts';
import { signOutAction } from '../login/actions.ts';
import { pageForbidden } from '../page-error.tsx';
import { publicPage } from '../public-page.tsx';
import { addPasskeyAction, changeFactorAction, replaceCodesAction, requestPasskeyAction } from './actions.ts';

export const metadata: Metadata = { title: 'Second factor' };

const actions = {
  change: changeFactorAction,
  requestPasskey: requestPasskeyAction,
  addPasskey: addPasskeyAction,
  replaceCodes: replaceCodesAction,
};

interface PageProps {
  readonly searchParams: Promise<{ readonly callbackUrl?: string | string[] }>;
}

/** Uses the layout of public pages, because a member who must add a second factor can't open any other page. */
export default publicPage(async function Page({ searchParams }: PageProps) {
  await requireAccount();
  const { callbackUrl } = await searchParams;
  const back = callbackPath(callbackUrl);
  const recent = await authorizeRecentAccount();
  if (!recent.ok) confirmIdentityIfRequired(recent.failure, secondFactorPath(back));
  const [factors, sandbox, dateSettings] = await Promise.all([
    readOwnFactors(),
    isSandbox(),
    readDateSettings(),
  ]);
  if (!factors.ok) pageForbidden();
  return (
    <PublicPage sandbox={sandbox}>
      <SecondFactorPage
        factors={factors.value}
        actions={actions}
        signOut={signOutAction}
        back={back}
        dateSettings={dateSettings}
        now={Date.now()}
      />
      <BrowserZone showsTimes />
    </PublicPage>
  );
});
