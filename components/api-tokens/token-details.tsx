import { ActionForm, type FormAction } from '#components/forms/action-form.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { SubmitButton } from '#components/forms/submit-button.tsx';
import { Card } from '#components/ui/card.tsx';
import { Confirmation } from '#components/ui/confirmation.tsx';
import { type Fact, Facts } from '#components/ui/facts.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import { describeAccess, describeLastUse, describeTokenEnd, scopeName } from '#lib/format/api-token.ts';
import { type DateSettings, formatFull } from '#lib/format/dates.ts';
import { memberName } from '#lib/format/team.ts';
import type { TokenListItem } from './token-list.tsx';

interface TokenDetailsProps {
  readonly token: TokenListItem & { readonly createdAt: number; readonly revokedBy: string | null };
  readonly member: { readonly id: string; readonly email: string; readonly name: string | null };
  readonly isYours: boolean;
  /** Whether the signed-in member just revoked the token. */
  readonly isJustRevoked: boolean;
  readonly revokeAction: FormAction;
  readonly dateSettings: DateSettings;
  readonly now: number;
}

/**
 * Shows what a token can do and when it was last used. Lets admins and the member who created the token revoke
 * it.
 */
export function TokenDetails(props: TokenDetailsProps) {
  const { token, member, isYours, isJustRevoked, revokeAction } = props;
  const crumbs = isYours
    ? [
        { label: 'Your profile', href: '/profile' },
        { label: 'API tokens', href: '/tokens' },
      ]
    : [
        { label: 'Team', href: '/team' },
        { label: memberName(member), href: `/team/${member.id}` },
      ];
  return (
    <>
      <PageHeader title={token.name} crumbs={crumbs} />
      {isJustRevoked && <Confirmation>The token was revoked and no longer works.</Confirmation>}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 wide:grid-cols-[minmax(0,1fr)_332px]">
        <Card title={describeAccess(token.scopes)}>
          <ul className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
            {token.scopes.map((scope) => (
              <li key={scope}>{scopeName(scope)}</li>
            ))}
          </ul>
        </Card>
        <aside className="grid min-w-0 gap-4">
          <Card title="Details">
            <Facts facts={tokenFacts(props)} />
          </Card>
          {token.state === 'live' && (
            <Card title="Revoke token">
              <ActionForm action={revokeAction} hidden={{ id: token.id }} className="grid gap-4">
                <p className="text-muted">
                  The API will reject all requests that use the token. You can’t restore a revoked token.
                </p>
                <FormMessage />
                <SubmitButton kind="danger">Revoke token</SubmitButton>
              </ActionForm>
            </Card>
          )}
        </aside>
      </div>
    </>
  );
}

function tokenFacts({ token, member, isYours, dateSettings, now }: TokenDetailsProps): readonly Fact[] {
  const { ending, customerId, addresses, createdAt, state, revokedBy } = token;
  const customer = (
    <PageLink key="customer" href={`/customers/${customerId}`} className="underline underline-offset-3">
      #{customerId}
    </PageLink>
  );
  return [
    ['Token', <span key="token" className="font-mono text-sm">{`mrm_…${ending}`}</span>],
    ...(isYours ? [] : [['Member', member.email] as const]),
    ['Status', describeTokenEnd(token, dateSettings, now)],
    ...(state === 'revoked' && revokedBy !== null ? [['Revoked by', revokedBy] as const] : []),
    ['Use', describeLastUse(token, dateSettings, now)],
    ['Customer', customerId === null ? 'All' : customer],
    ['IP addresses', addresses.length === 0 ? 'All' : addresses.join(', ')],
    ['Created', formatFull(createdAt, dateSettings)],
  ];
}
