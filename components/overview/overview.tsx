import type { ComponentType } from 'react';
import { ListRefresher } from '#components/campaigns/list-refresher.tsx';
import type { FormAction } from '#components/forms/action-form.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { Message } from '#components/ui/message.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import type { Attempt } from '#lib/domain/attempt.ts';
import type { PaymentRunSummary } from '#lib/domain/payment-run.ts';
import { WORKLISTS, type WorklistEntry, type WorklistName } from '#lib/domain/worklist.ts';
import { formatCount } from '#lib/format/text.ts';
import { unfinishedHref } from '#lib/forms/worklists.ts';
import { isAllCaughtUp, type OverviewData } from './overview-data.ts';
import { UnknownAttempts } from './unknown-attempts.tsx';
import { UnscheduledCampaigns } from './unscheduled-campaigns.tsx';
import { WeekStrip } from './week-strip.tsx';
import { WorklistCard } from './worklist-card.tsx';
import { describeWorklist } from './worklist-header.tsx';
import {
  ApprovalRow,
  GoingOutRow,
  GuestRow,
  PaidRow,
  ProductionRow,
  ReadyRow,
  type RowContext,
} from './worklist-rows.tsx';

interface OverviewProps extends OverviewData, Omit<RowContext, 'first' | 'unscheduledIds'> {
  /** Attempts that are open or have an unknown outcome. */
  readonly attempts: readonly Attempt[];
  /** Reschedules that left a draft unscheduled. */
  readonly unscheduled: readonly Attempt[];
  readonly resolveAction: FormAction;
  /** The member's payment runs that contain campaigns still to be paid for. */
  readonly openRuns: readonly PaymentRunSummary[];
}

const ROWS: Readonly<Record<WorklistName, ComponentType<RowContext & { readonly entry: WorklistEntry }>>> = {
  going_out: GoingOutRow,
  paid: PaidRow,
  ready: ReadyRow,
  approval: ApprovalRow,
  guests: GuestRow,
  production: ProductionRow,
};

/** The lists that are shown even if they are empty. */
const ALWAYS_SHOWN: readonly WorklistName[] = ['going_out', 'ready', 'production'];

/** Lists campaigns that need action, starting with the most urgent, and campaigns that are on their way. */
export function Overview({ attempts, unscheduled, resolveAction, ...props }: OverviewProps) {
  const { lists, indexed, live, dateSettings, now, invoiced, canAct, canApprove } = props;
  if (attempts.length === 0 && unscheduled.length === 0 && isAllCaughtUp(props)) return <AllCaughtUp />;
  const shown = WORKLISTS.filter(
    (name) => ALWAYS_SHOWN.includes(name) || lists[name].entries.length > 0 || lists[name].count,
  );
  const first = shown
    .flatMap((name) => lists[name].entries)
    .find(({ listed }) => (listed.campaign.thumbnails?.length ?? 0) > 0)?.listed;
  const unscheduledIds = new Set(unscheduled.map(({ campaignId }) => campaignId));
  const context: RowContext = { first, unscheduledIds, dateSettings, now, invoiced, canAct, canApprove };
  return (
    <>
      {attempts.length > 0 && (
        <UnknownAttempts
          attempts={attempts}
          resolveAction={resolveAction}
          allHref={indexed && unfinishedHref()}
          dateSettings={dateSettings}
          now={now}
        />
      )}
      <UnscheduledCampaigns attempts={unscheduled} dateSettings={dateSettings} now={now} canAct={canAct} />
      {indexed && <WeekStrip week={indexed.week} dateSettings={dateSettings} />}
      {live && <LiveNote {...live} />}
      <div className="grid items-start gap-4 wide:grid-cols-2 wide:gap-5 broad:grid-cols-3">
        {shown.map((name) => {
          const Row = ROWS[name];
          return (
            <WorklistCard key={name} {...describeWorklist(name, lists[name], props)}>
              {lists[name].entries.map((entry) => (
                <Row key={entry.listed.campaign.id} entry={entry} {...context} />
              ))}
            </WorklistCard>
          );
        })}
      </div>
      {indexed && <ListRefresher />}
    </>
  );
}

/** Says which campaigns are missing from the lists because the lists were read from the mail service. */
function LiveNote({ drafts, readDrafts, queued, readQueued }: NonNullable<OverviewData['live']>) {
  const left = [
    ...(drafts > readDrafts
      ? [`the ${formatCount(readDrafts)} newest of ${formatCount(drafts)} drafts`]
      : []),
    ...(queued > readQueued
      ? [`the first ${formatCount(readQueued)} of ${formatCount(queued)} queued campaigns`]
      : []),
  ];
  if (left.length === 0) return null;
  return (
    <p className="mb-4 text-sm text-muted">
      Not every campaign is indexed yet. The lists below include only {left.join(' and ')}.
    </p>
  );
}

function AllCaughtUp() {
  return (
    <div className="rounded-lg border border-dashed border-edge/60 px-5 py-16">
      <Message icon="overview" tone="green" title="You’re all caught up" headingLevel={2}>
        <p>No campaigns need attention, and none are on their way.</p>
        <PageLink href="/campaigns" className={buttonClass('primary', 'mt-5')}>
          View campaigns
        </PageLink>
      </Message>
    </div>
  );
}
