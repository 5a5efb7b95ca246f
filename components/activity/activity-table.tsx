import { CELL_CLASS, ColumnHeading, ListTable, ROW_CLASS } from '#components/lists/table.tsx';
import { BreakableEmail } from '#components/ui/breakable-email.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import type { ActivityEntry } from '#lib/domain/activity.ts';
import { ACTIVITY_NAMES, describeActor, describeSubject, OUTCOME_NAMES } from '#lib/format/activity.ts';
import { type DateSettings, formatStandaloneMoment } from '#lib/format/dates.ts';
import { MISSING } from '#lib/format/text.ts';
import { ChangeDetails, EventRepeats, OutcomeDetails } from './entry-details.tsx';

interface ActivityTableProps {
  readonly entries: readonly ActivityEntry[];
  readonly dateSettings: DateSettings;
  readonly now: number;
}

/** Shows activity entries, with the latest outcome first. On phones, each entry is shown as a card. */
export function ActivityTable({ entries, dateSettings, now }: ActivityTableProps) {
  return (
    <ListTable caption="Activity">
      <thead className="@max-list:sr-only">
        <tr>
          <ColumnHeading className="w-[190px]">Time</ColumnHeading>
          <ColumnHeading>Member</ColumnHeading>
          <ColumnHeading>Action</ColumnHeading>
          <ColumnHeading className="w-[170px] @min-[58rem]:w-[210px]">Item</ColumnHeading>
          <ColumnHeading className="w-[190px]">Outcome</ColumnHeading>
        </tr>
      </thead>
      <tbody className="@max-list:block">
        {entries.map((entry) => (
          <ActivityRow key={entry.id} entry={entry} dateSettings={dateSettings} now={now} />
        ))}
      </tbody>
    </ListTable>
  );
}

function ActivityRow({
  entry,
  dateSettings,
  now,
}: {
  entry: ActivityEntry;
  dateSettings: DateSettings;
  now: number;
}) {
  const { at, from, tokenName, operation, amount, outcome, reason } = entry;
  const { label, href } = describeSubject(entry);
  return (
    <tr
      className={`${ROW_CLASS} @max-list:grid @max-list:grid-cols-[minmax(0,1fr)] @max-list:gap-y-0.5 @max-list:p-3`}
    >
      <td className={`${CELL_CLASS} text-sm tabular-nums text-muted @max-list:order-5`}>
        <time dateTime={new Date(at).toISOString()}>{formatStandaloneMoment(at, dateSettings, now)}</time>
      </td>
      <td className={`${CELL_CLASS} @max-list:order-4`}>
        <BreakableEmail text={describeActor(entry)} />
        {tokenName !== null && (
          <span className="block text-sm text-muted wrap-anywhere">
            via API token “<bdi>{tokenName}</bdi>”
          </span>
        )}
        {from !== null && <span className="block text-sm text-muted">from {from}</span>}
      </td>
      <th scope="row" className={`${CELL_CLASS} text-left font-[550]`}>
        {ACTIVITY_NAMES[operation]}
        {amount !== null && <span className="font-normal tabular-nums"> · {amount}</span>}
        <ChangeDetails entry={entry} />
        {reason !== null && (
          <span className="block text-sm font-normal wrap-anywhere text-muted">
            “<bdi>{reason}</bdi>”
          </span>
        )}
      </th>
      <td className={`${CELL_CLASS} @max-list:order-2 ${label === MISSING ? '@max-list:hidden' : ''}`}>
        {href === undefined ? (
          <BreakableEmail text={label} />
        ) : (
          <PageLink href={href} className="underline underline-offset-3">
            {label}
          </PageLink>
        )}
      </td>
      <td className={`${CELL_CLASS} @max-list:order-3 ${OUTCOME_TONES[outcome] ?? ''}`}>
        {OUTCOME_NAMES[outcome]}
        <OutcomeDetails entry={entry} dateSettings={dateSettings} now={now} />
        <EventRepeats entry={entry} dateSettings={dateSettings} now={now} />
      </td>
    </tr>
  );
}

const OUTCOME_TONES: Partial<Record<ActivityEntry['outcome'], string>> = {
  started: 'text-muted',
  abandoned: 'text-muted',
  unknown: 'text-amber',
  unscheduled: 'font-[550] text-red',
};
