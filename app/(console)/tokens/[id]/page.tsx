import type { Metadata } from 'next';
import { TokenDetails } from '#components/api-tokens/token-details.tsx';
import { readDateSettings } from '#lib/auth/date-settings.ts';
import { requireMember } from '#lib/auth/session.ts';
import { readApiToken } from '#lib/data/api-tokens.ts';
import { CONFIRM_MS } from '#lib/domain/recent-change.ts';
import type { SearchParams } from '#lib/forms/query.ts';
import { pageNotFound } from '../../../page-error.tsx';
import { consolePage } from '../../console-page.tsx';
import { revokeTokenAction } from '../actions.ts';

interface PageProps {
  readonly params: Promise<{ id: string }>;
  readonly searchParams: Promise<SearchParams>;
}

export const metadata: Metadata = { title: 'API token' };

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

export default consolePage(async function Page({ params, searchParams }: PageProps) {
  await requireMember();
  const { id } = await params;
  if (!UUID.test(id)) pageNotFound();
  const [found, { done }, dateSettings] = await Promise.all([
    readApiToken(id),
    searchParams,
    readDateSettings(),
  ]);
  if (!found.ok) pageNotFound();
  const { revokedAt } = found.value.token;
  const now = Date.now();
  return (
    <TokenDetails
      {...found.value}
      isJustRevoked={done === 'revoked' && revokedAt !== null && now - revokedAt < CONFIRM_MS}
      revokeAction={revokeTokenAction}
      dateSettings={dateSettings}
      now={now}
    />
  );
});
