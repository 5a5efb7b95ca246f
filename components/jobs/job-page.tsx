import type { ReactNode } from 'react';
import { ActionForm, type FormAction } from '#components/forms/action-form.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { SubmitButton } from '#components/forms/submit-button.tsx';
import { EmptyState } from '#components/lists/empty-state.tsx';
import { Pagination } from '#components/lists/pagination.tsx';
import type { ButtonKind } from '#components/ui/button.ts';
import { buttonClass } from '#components/ui/button.ts';
import { Card } from '#components/ui/card.tsx';
import { ControlIcon } from '#components/ui/control-icon.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import { TabLinks } from '#components/ui/tab-links.tsx';
import { JOB_RESULT_FILTERS } from '#lib/domain/index-filter.ts';
import {
  hasSendPlan,
  includedItems,
  itemsLeft,
  type Job,
  type JobItem,
  type JobSummary,
} from '#lib/domain/job.ts';
import { type DateSettings, formatStandaloneMoment, zoneLabel } from '#lib/format/dates.ts';
import {
  describeAction,
  describePlan,
  describeShareOptions,
  describeTotals,
  jobTitle,
} from '#lib/format/job.ts';
import { formatCount } from '#lib/format/text.ts';
import { ITEM_TABS, type ItemTab, type JobQuery, jobHref } from '#lib/forms/job-query.ts';
import { JobItems } from './job-items.tsx';
import { StopNote, UnscheduledItemsNote } from './job-notes.tsx';
import { JobProgress } from './job-progress.tsx';
import { OpenInList } from './open-in-list.tsx';
import { WhileRunning } from './while-running.tsx';

export interface JobPageProps {
  readonly job: Job;
  readonly summary: JobSummary;
  readonly items: readonly JobItem[];
  /** The number of campaigns on all pages of the tab. */
  readonly total: number;
  readonly query: JobQuery;
  readonly actions: Readonly<Record<'stop' | 'resume' | 'retry', FormAction>>;
  /** Content above the list, such as missing approvals. */
  readonly header?: ReactNode;
  readonly dateSettings: DateSettings;
  /** The mail service's current time, in milliseconds since the epoch. */
  readonly now: number;
}

const TAB_NAMES: Readonly<Record<ItemTab, string>> = {
  all: 'All',
  unknown: 'Unknown',
  refused: 'Refused',
  done: 'Done',
  left: 'Left',
  left_out: 'Left out',
};

/** A job that has been started: its progress, and the result of each campaign. */
export function JobPage(props: JobPageProps) {
  const { job, items, total, query, header, dateSettings, now } = props;
  const { id, action, state, counts } = job;
  const included = includedItems(counts);
  const isCopied = action.kind === 'copy' && query.tab === 'done';
  const result = isCopied ? 'copies' : JOB_RESULT_FILTERS.find((each) => each === query.tab);
  const countOf: Readonly<Record<ItemTab, number>> = {
    all: included,
    unknown: counts.unknown,
    refused: counts.refused,
    done: counts.done,
    left: itemsLeft(counts),
    left_out: counts.left_out,
  };
  return (
    <>
      <PageHeader
        title={jobTitle({ kind: action.kind, state }, included)}
        crumbs={[{ label: 'Jobs', href: '/jobs' }, { label: `#${id}` }]}
      >
        <JobButtons {...props} />
      </PageHeader>
      <UnscheduledItemsNote job={job} />
      <StopNote {...props} />
      <JobProgress job={job} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 wide:grid-cols-[minmax(0,1fr)_312px] wide:gap-x-5.5">
        <div className="min-w-0">
          {header}
          <div className="mb-3">
            <TabLinks
              label="Result"
              tabs={ITEM_TABS.filter((tab) => tab !== 'left_out' || counts.left_out > 0).map((tab) => ({
                label: `${TAB_NAMES[tab]} ${formatCount(countOf[tab])}`,
                href: jobHref(id, { tab }),
                isCurrent: tab === query.tab,
              }))}
            />
          </div>
          {result !== undefined && total > 0 && (
            <div className="mb-3">
              <OpenInList job={{ id, result }} campaigns={total} />
            </div>
          )}
          {items.length === 0 ? (
            <EmptyState icon="campaigns" title="No campaigns here">
              <p>Choose another result above.</p>
            </EmptyState>
          ) : (
            <>
              <JobItems job={job} items={items} dateSettings={dateSettings} now={now} />
              <Pagination
                page={query.page}
                perPage={query.perPage}
                shown={items.length}
                total={total}
                totalPages={Math.max(1, Math.ceil(total / query.perPage))}
                zoneLabel={zoneLabel(dateSettings.zone)}
                hrefOf={(page) => jobHref(id, { ...query, page })}
                perPageHrefOf={(perPage) => jobHref(id, { ...query, perPage, page: 1 })}
              />
            </>
          )}
        </div>
        <aside className="grid min-w-0 gap-4">
          {(state === 'running' || state === 'stopping') && <WhileRunning job={job} />}
          <Details {...props} />
        </aside>
      </div>
    </>
  );
}

function JobButtons({ job, actions }: Pick<JobPageProps, 'job' | 'actions'>) {
  const { id, state, unscheduled, canStop, canResume, retryable } = job;
  return (
    <div className="flex flex-wrap items-start gap-2">
      {state !== 'ended' && state !== 'stopped' && (
        <a href={`/jobs/${id}`} className={buttonClass('plain', 'scripted:hidden')}>
          Update
        </a>
      )}
      <a href={`/jobs/${id}/export`} className={buttonClass('plain')}>
        <ControlIcon name="download" className="size-4" />
        Results CSV
      </a>
      {canStop && (
        <JobButton id={id} action={actions.stop} kind="danger">
          Stop job
        </JobButton>
      )}
      {retryable > 0 && (
        <JobButton id={id} action={actions.retry} kind={canResume && unscheduled === 0 ? 'plain' : 'primary'}>
          Retry {formatCount(retryable)} refused
        </JobButton>
      )}
      {canResume && (
        <JobButton
          id={id}
          action={actions.resume}
          kind={unscheduled > 0 && retryable > 0 ? 'plain' : 'primary'}
        >
          Resume job
        </JobButton>
      )}
    </div>
  );
}

interface JobButtonProps {
  readonly id: number;
  readonly action: FormAction;
  readonly kind: ButtonKind;
  readonly children: ReactNode;
}

function JobButton({ id, action, kind, children }: JobButtonProps) {
  return (
    <ActionForm action={action} hidden={{ id }} className="grid gap-2">
      <SubmitButton kind={kind}>{children}</SubmitButton>
      <FormMessage />
    </ActionForm>
  );
}

function Details({ job, summary, dateSettings, now }: JobPageProps) {
  const { id, action, by, startedAt, endedAt } = job;
  const { recipients, totals, firstSendAt, lastSendAt } = summary;
  const moment = (at: number | null) => formatStandaloneMoment(at ?? undefined, dateSettings, now);
  return (
    <Card title="Details">
      <Facts
        className="text-sm"
        facts={[
          ['Action', describeAction(action)],
          ...(hasSendPlan(action)
            ? ([
                ['When', describePlan(action, dateSettings)],
                ['First', moment(firstSendAt)],
                ['Last', moment(lastSendAt)],
              ] as const)
            : []),
          ...(action.kind === 'cancel' && action.reason ? ([['Reason', action.reason]] as const) : []),
          ...(action.kind === 'share'
            ? ([
                ['Link', describeShareOptions(action)],
                ...(action.message ? ([['Message', action.message]] as const) : []),
              ] as const)
            : []),
          ...(action.kind === 'ask_approval' && action.comment
            ? ([['Message', action.comment]] as const)
            : []),
          ['Recipients', formatCount(recipients)],
          ['Total price', describeTotals(totals)],
          ['Started', moment(startedAt)],
          ...(endedAt === null ? [] : ([['Finished', moment(endedAt)]] as const)),
          ['By', by],
          [
            'Reviewed',
            <PageLink
              key="review"
              href={`/jobs/${id}/review`}
              className="inline-block min-h-6 underline decoration-edge underline-offset-3 hover:decoration-current"
            >
              See review
            </PageLink>,
          ],
        ]}
      />
    </Card>
  );
}
