/** The rows of each worklist. */
import { StatusPill } from '#components/campaigns/status-pill.tsx';
import type { Campaign } from '#lib/contract/resources.ts';
import type { Approval } from '#lib/domain/approval.ts';
import type { ListedCampaign } from '#lib/domain/campaign-list.ts';
import { toMinorUnits } from '#lib/domain/money.ts';
import { parseTimestamp } from '#lib/domain/timestamp.ts';
import type { WorklistEntry } from '#lib/domain/worklist.ts';
import { expectedDay } from '#lib/format/campaign.ts';
import { type DateSettings, formatShortMoment } from '#lib/format/dates.ts';
import { GUEST_APPROVAL_NAMES } from '#lib/format/decision-filters.ts';
import { formatAge } from '#lib/format/durations.ts';
import { formatSum } from '#lib/format/money.ts';
import { MISSING } from '#lib/format/text.ts';
import { TimeLeft } from './time-left.tsx';
import { WorklistRow } from './worklist-row.tsx';

export interface RowContext {
  /**
   * The first campaign that has a thumbnail. The browser loads this thumbnail first. To identify this campaign, compare
   * the object instead of the id, because the same campaign can also appear in a later list.
   */
  readonly first: ListedCampaign | undefined;
  /** The campaigns that a reschedule left unscheduled. */
  readonly unscheduledIds: ReadonlySet<number>;
  readonly dateSettings: DateSettings;
  /** The mail service's current time, in milliseconds since the epoch. */
  readonly now: number;
  /** True if campaigns are billed on the monthly invoice instead of being paid for at checkout. */
  readonly invoiced: boolean;
  readonly canAct: boolean;
  readonly canApprove: boolean;
}

interface RowProps extends RowContext {
  readonly entry: WorklistEntry;
}

export function GoingOutRow({ entry: { listed }, dateSettings, now, first }: RowProps) {
  const { campaign } = listed;
  const at = parseTimestamp(campaign.scheduled_at);
  return (
    <WorklistRow
      listed={listed}
      isFirst={listed === first}
      value={<TimeLeft scheduledAt={campaign.scheduled_at} now={now} />}
      detail={at === undefined ? 'Waiting for production' : formatShortMoment(at, dateSettings, now)}
    />
  );
}

export function PaidRow({ entry, ...context }: RowProps) {
  const { alreadyPaid, currency } = entry.listed.amounts ?? {};
  return (
    <DraftRow
      {...context}
      entry={entry}
      amount={formatAmount(alreadyPaid, currency)}
      label="Schedule"
      path="send"
    />
  );
}

export function ReadyRow({ entry, ...context }: RowProps) {
  const { invoiced } = context;
  const { amounts } = entry.listed;
  const amount = invoiced ? billed(entry.listed) : amounts?.leftToPay;
  return (
    <DraftRow
      {...context}
      entry={entry}
      amount={formatAmount(amount, amounts?.currency)}
      label={invoiced ? 'Send' : 'Check out'}
      path={invoiced ? 'send' : 'checkout'}
    />
  );
}

interface DraftRowProps extends RowProps {
  readonly amount: string;
  readonly label: string;
  readonly path: 'send' | 'checkout';
}

/** A draft with an amount, the draft's age, and a link to the next step. */
function DraftRow({ entry: { listed, missing }, amount, label, path, ...context }: DraftRowProps) {
  const { now, first, canAct, unscheduledIds } = context;
  const href = `/campaigns/${listed.campaign.id}`;
  // The campaign's page explains which approval is missing.
  const action =
    missing === 'none' ? { label, href: `${href}/${path}` } : { label: 'Not approved yet', href };
  return (
    <WorklistRow
      listed={listed}
      isFirst={listed === first}
      value={amount}
      detail={
        unscheduledIds.has(listed.campaign.id) ? (
          <span className="text-red">Not scheduled</span>
        ) : (
          ageOf(listed, now)
        )
      }
      action={canAct ? action : undefined}
    />
  );
}

export function ApprovalRow({ entry, now, first, canApprove }: RowProps) {
  const { listed, approval, missing } = entry;
  const href = `/campaigns/${listed.campaign.id}#team-approval`;
  const asksForChanges = entry.isChangeRequested || approval.kind === 'changes';
  return (
    <WorklistRow
      listed={listed}
      isFirst={listed === first}
      value={asksForChanges ? <span className="text-amber">Changes requested</span> : WAITING_FOR[missing]}
      detail={ageOf(listed, now)}
      action={canApprove && missing !== 'guest' ? { label: 'Review', href } : undefined}
    />
  );
}

const WAITING_FOR: Readonly<Record<WorklistEntry['missing'], string>> = {
  guest: 'A guest',
  member: 'Another member',
  both: 'A guest and a member',
  none: 'Another member',
};

export function GuestRow({ entry: { listed, approval }, dateSettings, now, first }: RowProps) {
  if (approval.kind === 'none') return null;
  const { decision, kind } = approval;
  return (
    <WorklistRow
      listed={listed}
      isFirst={listed === first}
      value={
        <span className="inline-flex max-w-full items-center gap-1.75">
          <span aria-hidden="true" className={`size-[7px] shrink-0 rounded-full bg-current ${TONES[kind]}`} />
          <span className="truncate">{kind === 'unread' ? 'Decided' : GUEST_APPROVAL_NAMES[kind]}</span>
        </span>
      }
      detail={
        <>
          <bdi>{decision.name}</bdi>, {formatShortMoment(decision.at, dateSettings, now)}
        </>
      }
    />
  );
}

const TONES: Readonly<Record<Exclude<Approval['kind'], 'none'>, string>> = {
  approved: 'text-green',
  changes: 'text-amber',
  unverified: 'text-muted',
  void: 'text-amber',
  unread: 'text-muted',
};

export function ProductionRow({ entry: { listed }, dateSettings, now, first }: RowProps) {
  return (
    <WorklistRow
      listed={listed}
      isFirst={listed === first}
      value={<StatusPill status={listed.campaign.status} isFlat />}
      detail={productionTime(listed.campaign, dateSettings, now)}
    />
  );
}

/**
 * Returns the time when production started or, for a sent campaign, the day when it is expected to arrive.
 */
function productionTime(campaign: Campaign, dateSettings: DateSettings, now: number): string | undefined {
  if (campaign.status === 'sent') return expectedDay(campaign, dateSettings, now);
  const startedAt = parseTimestamp(campaign.scheduled_at);
  return startedAt === undefined ? undefined : `since ${formatShortMoment(startedAt, dateSettings, now)}`;
}

const formatAmount = (minor: number | null | undefined, currency: string | null | undefined): string =>
  minor === null || minor === undefined ? MISSING : formatSum(minor, currency ?? null);

/** Returns the amount that the monthly invoice will bill, in minor units: the price minus the amount already paid. */
function billed({ campaign, amounts }: ListedCampaign): number | undefined {
  const price = campaign.price === undefined ? undefined : toMinorUnits(campaign.price);
  return price === undefined ? undefined : price - (amounts?.alreadyPaid ?? 0);
}

function ageOf({ campaign }: ListedCampaign, now: number): string | undefined {
  const createdAt = parseTimestamp(campaign.created_at);
  return createdAt === undefined ? undefined : formatAge(now - createdAt);
}
