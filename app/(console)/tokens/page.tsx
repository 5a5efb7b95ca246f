import type { Metadata } from 'next';
import { TokensPage } from '#components/api-tokens/tokens-page.tsx';
import { readDateSettings } from '#lib/auth/date-settings.ts';
import { getAccount, requireMember } from '#lib/auth/session.ts';
import { listOwnApiTokens } from '#lib/data/api-tokens.ts';
import { scopesOfRole } from '#lib/domain/api-token.ts';
import { confirmIdentityPath } from '#lib/http/callback-url.ts';
import { pageForbidden } from '../../page-error.tsx';
import { consolePage } from '../console-page.tsx';
import { createTokenAction } from './actions.ts';

export const metadata: Metadata = { title: 'API tokens' };

export default consolePage(async function Page() {
  const { role } = await requireMember();
  const [tokens, dateSettings, account] = await Promise.all([
    listOwnApiTokens(),
    readDateSettings(),
    getAccount(),
  ]);
  if (!tokens.ok) pageForbidden();
  return (
    <TokensPage
      tokens={tokens.value}
      scopes={scopesOfRole(role)}
      createAction={createTokenAction}
      confirmHref={account?.isRecentlyAuthenticated ? undefined : confirmIdentityPath('/tokens')}
      dateSettings={dateSettings}
      now={Date.now()}
    />
  );
});
