import { CELL_CLASS, ColumnHeading, ListTable, ROW_CLASS, ROW_LINK_CLASS } from '#components/lists/table.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import type { PaymentRunSummary } from '#lib/domain/payment-run.ts';
import { type DateSettings, formatStandaloneMoment } from '#lib/format/dates.ts';
import { formatCount, formatPlural } from '#lib/format/text.ts';

interface RunListProps {
  readonly runs: readonly PaymentRunSummary[];
  readonly dateSettings: DateSettings;
  /** The console's current time, in milliseconds since the epoch. */
  readonly now: number;
}

/** All payment runs, newest first. */
export function RunList({ runs, dateSettings, now }: RunListProps) {
  return (
    <ListTable caption="Payment runs">
      <thead className="@max-list:hidden">
        <tr>
          <ColumnHeading>Run</ColumnHeading>
          <ColumnHeading>Paid by</ColumnHeading>
          <ColumnHeading>Started</ColumnHeading>
          <ColumnHeading className="w-[150px]">Paid</ColumnHeading>
          <ColumnHeading className="w-[150px]">State</ColumnHeading>
        </tr>
      </thead>
      <tbody className="@max-list:block">
        {runs.map((run) => (
          <Row key={run.id} run={run} startedAt={formatStandaloneMoment(run.createdAt, dateSettings, now)} />
        ))}
      </tbody>
    </ListTable>
  );
}

const CELL = `${CELL_CLASS} tabular-nums @max-list:block`;

function Row({ run, startedAt }: { run: PaymentRunSummary; startedAt: string }) {
  const { id, by, campaigns, paid } = run;
  return (
    <tr
      className={`${ROW_CLASS} @max-list:grid @max-list:grid-cols-[minmax(0,1fr)_auto] @max-list:gap-x-3 @max-list:px-3.5 @max-list:py-2.5`}
    >
      <td className={CELL}>
        <PageLink href={`/payment-runs/${id}`} className={ROW_LINK_CLASS}>
          #{id}
        </PageLink>
        <span className="text-muted">, {formatPlural(campaigns, 'campaign')}</span>
      </td>
      <td className={`${CELL} @max-list:order-3 @max-list:text-sm @max-list:text-muted`}>
        <bdi className="block truncate">{by}</bdi>
      </td>
      <td className={`${CELL} @max-list:order-4 @max-list:text-right @max-list:text-sm @max-list:text-muted`}>
        {startedAt}
      </td>
      <td className={`${CELL} @max-list:order-2 @max-list:text-right`}>
        {formatCount(paid)} of {formatCount(campaigns)}
        <span className="@list:hidden"> paid</span>
      </td>
      <td className={`${CELL} @max-list:order-5 @max-list:text-sm`}>
        <RunState run={run} />
      </td>
    </tr>
  );
}

function RunState({ run: { left, stoppedAt } }: { run: PaymentRunSummary }) {
  if (left === 0) return <span className="text-green">Finished</span>;
  return stoppedAt === null ? (
    <span className="text-blue">{formatCount(left)} left</span>
  ) : (
    <span className="text-amber">Stopped, {formatCount(left)} left</span>
  );
}
