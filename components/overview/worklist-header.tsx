/** The titles, totals, and links of the worklists. */
import type { ComponentProps, ReactNode } from 'react';
import { PageLink } from '#components/ui/page-link.tsx';
import type { ListTotal } from '#lib/domain/campaign-list.ts';
import { sumLeftOfTotals } from '#lib/domain/left-to-pay.ts';
import type { PaymentRunSummary } from '#lib/domain/payment-run.ts';
import { parseTimestamp } from '#lib/domain/timestamp.ts';
import type { Worklist, WorklistName } from '#lib/domain/worklist.ts';
import { formatAge, formatTimeLeft } from '#lib/format/durations.ts';
import { BEFORE_CREDITS } from '#lib/format/left-to-pay.ts';
import { formatCount, formatPlural } from '#lib/format/text.ts';
import { guestsHref, OLD_DAYS, worklistHref, worklistRunHref } from '#lib/forms/worklists.ts';
import type { IndexedSummary, OverviewData } from './overview-data.ts';
import type { WorklistCard } from './worklist-card.tsx';

type Header = Omit<ComponentProps<typeof WorklistCard>, 'children'>;

interface HeaderContext extends Pick<OverviewData, 'indexed' | 'live' | 'now'> {
  readonly invoiced: boolean;
  /** Whether the member can pay for campaigns. */
  readonly canAct: boolean;
  /** The member's payment runs that contain campaigns still to be paid for. */
  readonly openRuns: readonly PaymentRunSummary[];
}

const TITLES: Readonly<Record<WorklistName, string>> = {
  going_out: 'Going out soon',
  paid: 'Paid, not sent',
  ready: 'Ready to check out',
  approval: 'Waiting for approval',
  guests: 'Back from guests',
  production: 'In production',
};

const EMPTY: Readonly<Record<WorklistName, string>> = {
  going_out: 'No campaigns are queued.',
  paid: 'No drafts have been paid for.',
  ready: 'No drafts to pay for.',
  approval: 'No drafts are waiting for approval.',
  guests: 'Guests haven’t made a decision about any drafts.',
  production: 'No campaigns are in production.',
};

export function describeWorklist(name: WorklistName, list: Worklist, context: HeaderContext): Header {
  const isInvoiceList = name === 'ready' && context.invoiced;
  const title = isInvoiceList ? 'Ready to send on invoice' : TITLES[name];
  return {
    title,
    count: list.count,
    isPartial: list.isPartial,
    ...(list.totals && sumsOf(list.totals, isInvoiceList ? 'invoice' : name)),
    detail: context.indexed && (
      <>
        <Detail name={name} list={list} indexed={context.indexed} now={context.now} />
        {name === 'ready' && context.canAct && !context.invoiced && (
          <RunLinks openRuns={context.openRuns} hasDrafts={list.entries.length > 0} />
        )}
      </>
    ),
    all: linkToAll(name, title, list, context),
    empty: isInvoiceList ? 'No drafts to send.' : EMPTY[name],
  };
}

/**
 * The amounts that are added up for each worklist's total. `ready` isn't included, because its total is the
 * amount left to pay.
 */
const AMOUNTS: Readonly<Record<Exclude<WorklistName, 'ready'> | 'invoice', (total: ListTotal) => number>> = {
  going_out: ({ price }) => price,
  paid: ({ alreadyPaid }) => alreadyPaid,
  invoice: ({ price, alreadyPaid }) => price - alreadyPaid,
  approval: ({ price }) => price,
  guests: ({ price }) => price,
  production: ({ price }) => price,
};

/** Leaves out currencies without an amount. Campaigns whose price can't be read as an amount add nothing. */
function sumsOf(
  totals: readonly ListTotal[],
  name: WorklistName | 'invoice',
): Pick<Header, 'sums' | 'sumsNote'> {
  const { sums, isBeforeCredits } =
    name === 'ready'
      ? sumLeftOfTotals(totals)
      : {
          sums: totals.map((total) => ({ currency: total.currency, amount: AMOUNTS[name](total) })),
          isBeforeCredits: false,
        };
  return {
    sums: sums.filter(({ amount }) => amount !== 0),
    sumsNote: isBeforeCredits ? BEFORE_CREDITS : undefined,
  };
}

function linkToAll(
  name: WorklistName,
  title: string,
  { count, isPartial }: Worklist,
  { indexed, live }: HeaderContext,
): Header['all'] {
  if (live && name === 'going_out' && live.queued > 0)
    return { href: '/campaigns?status=queued', label: `All ${formatCount(live.queued)} queued` };
  if (live && name === 'ready' && live.drafts > 0)
    return { href: '/campaigns?status=draft', label: `All ${formatCount(live.drafts)} drafts` };
  // The campaign list can show only one status, so each status in production has its own link.
  if (!indexed || !count || name === 'production') return undefined;
  return {
    href: worklistHref(name),
    label: `${isPartial ? 'At least' : 'All'} ${formatCount(count)}: ${title}`,
  };
}

interface DetailProps {
  readonly name: WorklistName;
  readonly list: Worklist;
  readonly indexed: IndexedSummary;
  readonly now: number;
}

function Detail({ name, list, indexed, now }: DetailProps): ReactNode {
  const campaign = list.entries[0]?.listed.campaign;
  switch (name) {
    case 'going_out': {
      const next = parseTimestamp(campaign?.scheduled_at);
      const today = indexed.week.days[0]?.sum.campaigns ?? 0;
      if (next === undefined) return null;
      return `${formatCount(today)} today, next ${next > now ? `in ${formatTimeLeft(next - now)}` : 'now'}`;
    }
    case 'paid': {
      const createdAt = parseTimestamp(campaign?.created_at);
      return createdAt === undefined ? null : `Oldest: ${formatAge(now - createdAt)}`;
    }
    case 'ready':
      return (
        <>
          {indexed.oldDrafts.count > 0 && (
            <DetailLink href={indexed.oldDrafts.href}>
              {formatCount(indexed.oldDrafts.count)} older than {OLD_DAYS} days
            </DetailLink>
          )}
          {indexed.draftsWithoutCheckout > 0 && (
            <span className="block">
              Payment unknown for {formatPlural(indexed.draftsWithoutCheckout, 'more draft')}
            </span>
          )}
        </>
      );
    case 'approval':
      return 'Oldest first';
    case 'guests':
      return (
        <>
          <DetailLink href={guestsHref('changes')}>
            {formatCount(indexed.guests.changes)} with changes
          </DetailLink>
          {', '}
          <DetailLink href={guestsHref('approved')}>
            {formatCount(indexed.guests.approved)} approved
          </DetailLink>
        </>
      );
    case 'production':
      return (
        <>
          <DetailLink href="/campaigns?status=processing">
            {formatCount(indexed.production.processing)} processing
          </DetailLink>
          {', '}
          <DetailLink href="/campaigns?status=sent">{formatCount(indexed.production.sent)} sent</DetailLink>
        </>
      );
  }
}

/** Links to the member's payment runs, and to a new run with the list's drafts. */
function RunLinks({
  openRuns,
  hasDrafts,
}: Pick<HeaderContext, 'openRuns'> & { readonly hasDrafts: boolean }) {
  return (
    <>
      {openRuns.map(({ id, left }) => (
        <span key={id} className="block">
          <DetailLink href={`/payment-runs/${id}`}>
            Continue payment run #{id} ({formatCount(left)} left)
          </DetailLink>
        </span>
      ))}
      {hasDrafts && (
        <span className="block">
          <DetailLink href={worklistRunHref()}>Pay in one run</DetailLink>
        </span>
      )}
    </>
  );
}

function DetailLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <PageLink
      href={href}
      className="inline-block leading-6 underline decoration-line underline-offset-3 hover:text-ink"
    >
      {children}
    </PageLink>
  );
}
