import { Pagination } from '#components/lists/pagination.tsx';
import { CELL_CLASS, ColumnHeading, ListTable, ROW_CLASS, ROW_LINK_CLASS } from '#components/lists/table.tsx';
import { BreakableEmail } from '#components/ui/breakable-email.tsx';
import { Dotted } from '#components/ui/dotted.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import { finishedItems, includedItems, type JobListItem } from '#lib/domain/job.ts';
import { type DateSettings, formatStandaloneMoment, zoneLabel } from '#lib/format/dates.ts';
import { describeJob } from '#lib/format/job.ts';
import { formatCount } from '#lib/format/text.ts';
import { pagingHref } from '#lib/forms/paging.ts';
import { JobStatePill } from './job-progress.tsx';

interface JobListProps {
  readonly jobs: readonly JobListItem[];
  /** The number of jobs on all pages. */
  readonly total: number;
  readonly page: number;
  readonly perPage: number;
  /** The page's parameters as they appear in the URL. */
  readonly typed: Parameters<typeof pagingHref>[1];
  readonly dateSettings: DateSettings;
  readonly now: number;
}

/** All jobs, newest first. */
export function JobList({ jobs, total, page, perPage, typed, dateSettings, now }: JobListProps) {
  return (
    <>
      <ListTable caption="Jobs">
        <thead className="@max-list:hidden">
          <tr>
            <ColumnHeading>Job</ColumnHeading>
            <ColumnHeading className="w-40 @ledger:w-[18%]">State</ColumnHeading>
            <ColumnHeading className="w-60 @ledger:w-[24%]">Results</ColumnHeading>
            <ColumnHeading className="w-56 @ledger:w-[22%]">Created</ColumnHeading>
          </tr>
        </thead>
        <tbody className="@max-list:block">
          {jobs.map((job) => (
            <JobRow key={job.id} job={job} dateSettings={dateSettings} now={now} />
          ))}
        </tbody>
      </ListTable>
      <Pagination
        page={page}
        perPage={perPage}
        shown={jobs.length}
        total={total}
        totalPages={Math.max(1, Math.ceil(total / perPage))}
        zoneLabel={zoneLabel(dateSettings.zone)}
        hrefOf={(number) => pagingHref('/jobs', typed, { page: String(number) })}
        perPageHrefOf={(size) => pagingHref('/jobs', { per_page: String(size) })}
      />
    </>
  );
}

function JobRow({
  job,
  dateSettings,
  now,
}: { job: JobListItem } & Pick<JobListProps, 'dateSettings' | 'now'>) {
  const { id, action, by, counts, createdAt } = job;
  return (
    <tr className={`${ROW_CLASS} @max-list:grid @max-list:gap-1 @max-list:p-3`}>
      <th scope="row" className={`${CELL_CLASS} text-left font-normal`}>
        <PageLink href={`/jobs/${id}`} className={ROW_LINK_CLASS}>
          {describeJob(action.kind, includedItems(counts) || counts.left_out)}
        </PageLink>
        <span className="block text-sm text-muted">
          <Dotted parts={[`#${id}`, <BreakableEmail key="by" text={by} />]} />
        </span>
      </th>
      <td className={CELL_CLASS}>
        <JobStatePill job={job} />
      </td>
      <td className={`${CELL_CLASS} text-sm tabular-nums`}>
        <Dotted parts={describeResults(job)} />
      </td>
      <td className={`${CELL_CLASS} text-sm text-muted`}>
        {formatStandaloneMoment(createdAt, dateSettings, now)}
      </td>
    </tr>
  );
}

/** Returns text such as “159 of 239 · 6 refused · 2 unknown”. */
function describeResults({ startedAt, counts }: JobListItem): string {
  if (startedAt === null) return 'Not started';
  return [
    `${formatCount(finishedItems(counts))} of ${formatCount(includedItems(counts))}`,
    counts.refused > 0 && `${formatCount(counts.refused)} refused`,
    counts.unknown > 0 && `${formatCount(counts.unknown)} unknown`,
  ]
    .filter(Boolean)
    .join(' · ');
}
