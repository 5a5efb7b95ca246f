import { Card } from '#components/ui/card.tsx';
import { Dotted } from '#components/ui/dotted.tsx';
import type { JobDay, JobSummary, PlannedAction } from '#lib/domain/job.ts';
import { daysBetween, skipReason } from '#lib/domain/send-plan.ts';
import { formatShortDay } from '#lib/format/calendar.ts';
import { type DateSettings, formatFull, formatUtc } from '#lib/format/dates.ts';
import { formatDistance } from '#lib/format/durations.ts';
import { describePlan } from '#lib/format/job.ts';
import { formatSum } from '#lib/format/money.ts';
import { formatCount, MISSING } from '#lib/format/text.ts';

interface SendDaysProps {
  readonly action: PlannedAction;
  readonly summary: Pick<JobSummary, 'days' | 'firstSendAt' | 'lastSendAt'>;
  /** The form where the schedule was chosen. Undefined if the schedule can't be changed. */
  readonly changeHref: string | undefined;
  readonly dateSettings: DateSettings;
  /** The mail service's current time, in milliseconds since the epoch. */
  readonly now: number;
}

/** Shows a job's schedule: the first and last send times, and the number of campaigns per day. */
export function SendDays({ action, summary, changeHref, dateSettings, now }: SendDaysProps) {
  const { days, firstSendAt, lastSendAt } = summary;
  const { plan } = action;
  const settings = { ...dateSettings, zone: plan.zone };
  if (firstSendAt === null || lastSendAt === null) return null;
  return (
    <Card title="When they go">
      <dl className="mb-4 grid gap-4 sm:grid-cols-2 [&>div+div]:sm:border-l [&>div+div]:sm:border-line [&>div+div]:sm:pl-5">
        <SendMoment name="First" at={firstSendAt} dateSettings={settings} now={now} />
        <SendMoment name="Last" at={lastSendAt} dateSettings={settings} now={now} />
      </dl>
      <table className="w-full tabular-nums [&_td]:text-right [&_td,&_th]:border-t [&_td,&_th]:border-line [&_td,&_th]:py-2 [&_th]:text-left [&_th]:font-normal">
        <caption className="sr-only">Campaigns by day</caption>
        <thead className="text-sm text-muted [&_th]:border-0! [&_th]:font-[550]!">
          <tr>
            <th scope="col">Day</th>
            <th scope="col" className="text-right!">
              Campaigns
            </th>
            <th scope="col" className="text-right! max-sm:hidden">
              Recipients
            </th>
            <th scope="col" className="text-right!">
              Price
            </th>
          </tr>
        </thead>
        <tbody>
          {listDays(days).map((day) => (
            <DayRow key={day.day} day={day} locale={dateSettings.locale} />
          ))}
        </tbody>
      </table>
      <p className="mt-3 text-sm text-muted">
        {plan.kind === 'spread' && `${describePlan(action, dateSettings)}. `}
        {plan.kind === 'spread' && plan.weekdaysOnly && 'Weekends and federal holidays are skipped. '}
        {changeHref && (
          <a href={changeHref} className="underline decoration-edge underline-offset-3 hover:text-ink">
            Change
          </a>
        )}
      </p>
    </Card>
  );
}

interface SendMomentProps {
  readonly name: string;
  readonly at: number;
  readonly dateSettings: DateSettings;
  readonly now: number;
}

function SendMoment({ name, at, dateSettings, now }: SendMomentProps) {
  const utc = formatUtc(at, dateSettings);
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="font-serif text-lg font-semibold">{formatFull(at, dateSettings)}</dd>
      <dd className="text-sm text-muted">
        <Dotted parts={[...(utc === undefined ? [] : [utc]), formatDistance(at, now)]} />
      </dd>
    </div>
  );
}

type ListedDay = Pick<JobDay, 'day'> & Partial<JobDay>;

/** Adds the days without campaigns between the first day and the last. */
function listDays(days: readonly JobDay[]): readonly ListedDay[] {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return [];
  return daysBetween(first.day, last.day).map((day) => days.find((each) => each.day === day) ?? { day });
}

function DayRow({ day, locale }: { day: ListedDay; locale: string }) {
  const reason = skipReason(day.day);
  const name = reason?.kind === 'holiday' ? reason.name : reason && 'Weekend';
  if (day.campaigns === undefined)
    return (
      <tr className="text-muted">
        <th scope="row">{formatShortDay(day.day, locale)}</th>
        <td colSpan={3}>{name === null ? 'None' : `${name}, skipped`}</td>
      </tr>
    );
  return (
    <tr>
      <th scope="row">
        {formatShortDay(day.day, locale)}
        {name !== null && <span className="text-sm font-[550] text-amber"> · {name}</span>}
      </th>
      <td>{formatCount(day.campaigns)}</td>
      <td className="max-sm:hidden">{formatCount(day.recipients)}</td>
      <td>
        {day.totals?.length === 0 && MISSING}
        {day.totals?.map(({ currency, price }) => (
          <span key={currency ?? ''} className="block">
            {formatSum(price, currency)}
          </span>
        ))}
      </td>
    </tr>
  );
}
