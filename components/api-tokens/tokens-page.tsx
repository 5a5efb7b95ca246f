import type { FormAction } from '#components/forms/action-form.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { Card } from '#components/ui/card.tsx';
import { ConfirmFirst } from '#components/ui/confirm-first.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import { isReadScope, TOKEN_DAYS, type TokenScope } from '#lib/domain/api-token.ts';
import { scopeName } from '#lib/format/api-token.ts';
import type { DateSettings } from '#lib/format/dates.ts';
import { scopeField } from '#lib/forms/token-form-fields.ts';
import { CreateTokenForm } from './create-token-form.tsx';
import { TokenList, type TokenListItem } from './token-list.tsx';

interface TokensPageProps {
  /** The member's tokens, newest first, including recently expired and revoked tokens. */
  readonly tokens: readonly TokenListItem[];
  /** The scopes that the member's role allows. */
  readonly scopes: readonly TokenScope[];
  readonly createAction: FormAction;
  /**
   * The page where members confirm their identity before they can create a token. Undefined if the member
   * confirmed their identity recently.
   */
  readonly confirmHref: string | undefined;
  readonly dateSettings: DateSettings;
  readonly now: number;
}

/** Shows the member's own API tokens, and the form to create one. */
export function TokensPage(props: TokensPageProps) {
  const { tokens, scopes, createAction, confirmHref, dateSettings, now } = props;
  const live = tokens.filter(({ state }) => state === 'live');
  const ended = tokens.filter(({ state }) => state !== 'live');
  return (
    <>
      <PageHeader title="API tokens" crumbs={[{ label: 'Your profile', href: '/profile' }]}>
        <a href="#create" className={buttonClass('plain', 'wide:hidden')}>
          Create token
        </a>
      </PageHeader>
      <p className="-mt-3 mb-5 max-w-prose text-muted">
        Programs use a token to call the{' '}
        <PageLink href="/docs" className="underline underline-offset-3">
          API
        </PageLink>{' '}
        as you, with at most your role’s permissions. Give each program its own token.
      </p>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 wide:grid-cols-[minmax(0,1fr)_400px]">
        <div className="grid min-w-0 gap-4">
          <Card title="Your tokens">
            {live.length === 0 ? (
              <p className="text-muted">You don’t have any tokens.</p>
            ) : (
              <TokenList tokens={live} dateSettings={dateSettings} now={now} />
            )}
          </Card>
          {ended.length > 0 && (
            <Card title="Expired and revoked">
              <TokenList tokens={ended} dateSettings={dateSettings} now={now} />
            </Card>
          )}
        </div>
        <Card title="Create token" id="create">
          {confirmHref === undefined ? (
            <CreateTokenForm
              action={createAction}
              days={TOKEN_DAYS}
              scopes={scopes.map((scope) => ({
                field: scopeField(scope),
                label: scopeName(scope),
                isRead: isReadScope(scope),
              }))}
            />
          ) : (
            <ConfirmFirst href={confirmHref}>
              A token keeps working after you sign out. Before you create one, confirm that it’s you.
            </ConfirmFirst>
          )}
        </Card>
      </div>
    </>
  );
}
