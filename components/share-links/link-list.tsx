import type { FormAction } from '#components/forms/action-form.tsx';
import { BreakableEmail } from '#components/ui/breakable-email.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { Card } from '#components/ui/card.tsx';
import { Dotted } from '#components/ui/dotted.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import type { ShareLink } from '#lib/domain/share-link.ts';
import type { DateSettings } from '#lib/format/dates.ts';
import { describeContentParts, describeVisibleParts } from '#lib/format/share-link.ts';
import { formatPlural } from '#lib/format/text.ts';
import { CopyLink } from './copy-link.tsx';
import { describeLinkState, describeVisits } from './link-text.ts';
import { RevokeButton, RevokeDialog } from './revoke-link.tsx';

interface ShareLinkListProps {
  readonly campaignId: number;
  /** Newest first. */
  readonly links: readonly ShareLink[];
  readonly hasProof: boolean;
  readonly dateSettings: DateSettings;
  readonly now: number;
  readonly revoke: FormAction;
}

export function ShareLinkList({
  campaignId,
  links,
  hasProof,
  dateSettings,
  now,
  revoke,
}: ShareLinkListProps) {
  const open = links.filter(({ state }) => state === 'open');
  const closed = links.filter(({ state }) => state !== 'open');
  const row = (link: ShareLink) => (
    <LinkRow key={link.id} campaignId={campaignId} link={link} dateSettings={dateSettings} now={now} />
  );
  return (
    <Card title="Share links" id="share-links">
      {open.length === 0 ? (
        <p className="text-muted">
          {hasProof
            ? 'Share the proof with people who don’t have an account, and let them approve it.'
            : 'Once the proof is ready, you can share it with people who don’t have an account.'}
        </p>
      ) : (
        <ul className="grid gap-4 [&>li+li]:border-t [&>li+li]:border-line [&>li+li]:pt-3.5">
          {open.map(row)}
        </ul>
      )}
      {hasProof && (
        <PageLink href={`/campaigns/${campaignId}/share`} className={buttonClass('plain', 'mt-3.5 w-full')}>
          {open.length === 0 ? 'Share proof' : 'Share with another guest'}
        </PageLink>
      )}
      {closed.length > 0 && (
        <details className="mt-3.5">
          <summary className="text-sm text-muted underline underline-offset-3 hover:text-ink">
            {formatPlural(closed.length, 'closed link')}
          </summary>
          <ul className="mt-2.5 grid gap-2.5">{closed.map(row)}</ul>
        </details>
      )}
      {open.map((link) => (
        <RevokeDialog key={link.id} campaignId={campaignId} link={link} action={revoke} />
      ))}
    </Card>
  );
}

interface LinkRowProps {
  readonly campaignId: number;
  readonly link: ShareLink;
  readonly dateSettings: DateSettings;
  readonly now: number;
}

function LinkRow({ campaignId, link, dateSettings, now }: LinkRowProps) {
  const { id, label, by, url, visibleParts, hasPassword, state, changed, visits } = link;
  const href = `/campaigns/${campaignId}/share/${id}`;
  return (
    <li className="min-w-0">
      <PageLink href={href} className="font-[550] hover:underline hover:underline-offset-3">
        <bdi>{label}</bdi>
      </PageLink>
      <p className="text-sm text-muted">
        <Dotted parts={[describeLinkState(link, dateSettings, now), <BreakableEmail key="by" text={by} />]} />
      </p>
      {state === 'open' && (
        <p className="text-sm text-muted">
          Shows {describeVisibleParts(visibleParts)}
          {hasPassword && ', password required'}
        </p>
      )}
      <p className="text-sm text-muted">{describeVisits(visits, dateSettings, now)}</p>
      {changed !== null && changed.length > 0 && (
        <p className="text-sm text-amber">What changed: {describeContentParts(changed)}</p>
      )}
      {state === 'open' && url === null && (
        <p className="text-sm text-amber">The URL can’t be shown again. Create a new link.</p>
      )}
      {state === 'open' && (
        <div className="mt-2 flex flex-wrap gap-2">
          {url !== null && <CopyLink url={url} label={label} href={href} />}
          <RevokeButton campaignId={campaignId} link={link} />
        </div>
      )}
    </li>
  );
}
