import { Temporal } from 'temporal-polyfill';
import { EARLIEST_SEND_MS, LATEST_SEND_MS } from '#lib/contract/service-limits.ts';
import {
  type DateSettings,
  formatDay,
  formatFull,
  formatMoment,
  formatTime,
  formatWithUtc,
  zoneLabel,
} from '#lib/format/dates.ts';
import { formatDistance } from '#lib/format/durations.ts';
import { EARLIEST_SEND, LATEST_SEND } from '#lib/format/send-limits.ts';
import { sentenceCase } from '#lib/format/text.ts';
import { MINUTE_MS } from '#lib/time-units.ts';
import { type Fold, type LocalTime, type Moment, readLocalTime } from './local-time.ts';
import { warnAboutSendDay } from './send-days.ts';

export type { Fold } from './local-time.ts';

/**
 * The safety margin for the send time limits from part 8, in milliseconds. The margin allows for the time
 * that a request takes to reach the service.
 */
const SEND_MARGIN_MS = 30_000;

/**
 * The version of the send operation. In v1, the send time can be up to 90 days ahead. In v2, the send time
 * must be less than 90 days ahead.
 */
export type SendVersion = 'v1' | 'v2';

export type SendTime =
  | {
      readonly ok: true;
      /** The moment, in milliseconds since the epoch. */
      readonly at: number;
      /** The moment in ISO 8601 format with the zone's offset, as sent to the service. */
      readonly iso: string;
      /** The two moments that an ambiguous local time can mean, such as "1:30 AM EDT" and "1:30 AM EST". */
      readonly choices: Choices | undefined;
      /** The moment in local time, such as "9:00 AM EST on Nov 23". */
      readonly local: string;
      /** The moment in local time and UTC, such as "Mon, Nov 23, 2026, 9:00 AM EST · 2:00 PM UTC". */
      readonly text: string;
      /** The time from now, such as "in 3 days". */
      readonly distance: string;
      /** A warning about a day without mail delivery. Undefined for all other days. */
      readonly warning: string | undefined;
    }
  /** `field` is `fold` if the member must choose one of two moments. */
  | {
      readonly ok: false;
      readonly field: 'at' | 'fold';
      readonly problem: string;
      readonly choices?: Choices;
    };

type Choices = Readonly<Record<Fold, string>>;

/**
 * Parses a local time and checks the moment against the limits from part 8, using the service's clock.
 * @param now the service's current time, in milliseconds
 * @param fold the meaning of an ambiguous local time. If the time is ambiguous and no fold is given, the
 * result asks the member to choose.
 */
export function chooseSendTime(
  local: string,
  dateSettings: DateSettings,
  now: number,
  fold?: Fold,
  version: SendVersion = 'v1',
): SendTime {
  const read = readLocalTime(local, dateSettings.zone);
  if (read.kind === 'malformed') {
    return { ok: false, field: 'at', problem: 'Enter a date and time, like 2026-11-23 09:00.' };
  }
  const choices = choicesOf(read, dateSettings);
  const chosen = read.kind === 'exact' ? read.moments[0] : read.moments.find((m) => m.fold === fold);
  const problem = limitProblem((chosen ?? read.moments[0]).at, dateSettings, now, version);
  if (problem !== undefined) return { ok: false, field: 'at', problem };
  if (chosen === undefined) {
    return {
      ok: false,
      field: 'fold',
      problem: describeAmbiguity(read, dateSettings),
      ...(choices && { choices }),
    };
  }
  return {
    ok: true,
    at: chosen.at,
    iso: chosen.iso,
    choices,
    local: `${formatTime(chosen.at, dateSettings)} on ${formatDay(chosen.at, dateSettings, now)}`,
    text: formatWithUtc(chosen.at, dateSettings),
    distance: formatDistance(chosen.at, now),
    warning: warnAboutSendDay(chosen.at, dateSettings),
  };
}

/** Describes a send time as text, with the warning about a day without mail delivery. */
export const describeSendTime = ({ text, distance, warning }: SendTime & { readonly ok: true }): string =>
  `${text}, ${distance}${warning === undefined ? '' : `. ${warning}`}`;

function choicesOf(
  { moments }: { readonly moments: readonly Moment[] },
  dateSettings: DateSettings,
): Choices | undefined {
  const [earlier, later] = moments;
  return (
    earlier &&
    later && { earlier: formatTime(earlier.at, dateSettings), later: formatTime(later.at, dateSettings) }
  );
}

/**
 * Explains that a clock change skips or repeats a local time, and names the two moments that the member can
 * choose from.
 */
function describeAmbiguity(
  { kind, moments }: LocalTime & { kind: 'exact' | 'overlap' | 'gap' },
  dateSettings: DateSettings,
): string {
  const names = moments.map(({ at }) => formatTime(at, dateSettings)).join(' or ');
  return kind === 'gap'
    ? `This time doesn’t exist because clocks spring forward (${zoneLabel(dateSettings.zone)}). Choose ${names}.`
    : `This time occurs twice because clocks fall back (${zoneLabel(dateSettings.zone)}). Choose ${names}.`;
}

function limitProblem(
  at: number,
  dateSettings: DateSettings,
  now: number,
  version: SendVersion,
): string | undefined {
  const { earliest, latest } = sendWindow(now, version);
  const limits = exactLimits(now);
  if (at < limits.earliest) {
    return `Too early. Choose a time ${EARLIEST_SEND} from now (${formatFull(earliest, dateSettings)} or later).`;
  }
  if (version === 'v1' ? at > limits.latest : at >= limits.latest) {
    return `Too late. Choose a time ${LATEST_SEND[version]} from now (${formatFull(latest, dateSettings)} or earlier).`;
  }
  return undefined;
}

/**
 * Returns the earliest and latest send times that the forms accept: the mail service's limits, narrowed by
 * the safety margin. In v2, `latest` itself isn't allowed.
 */
const exactLimits = (now: number) => ({
  earliest: now + EARLIEST_SEND_MS + SEND_MARGIN_MS,
  latest: now + LATEST_SEND_MS - SEND_MARGIN_MS,
});

/**
 * Returns the earliest and latest whole minutes allowed as send times. The results are in milliseconds on the
 * same clock as `now`.
 */
export function sendWindow(
  now: number,
  version: SendVersion = 'v1',
): { readonly earliest: number; readonly latest: number } {
  const { earliest, latest } = exactLimits(now);
  const end = latest / MINUTE_MS;
  return {
    earliest: Math.ceil(earliest / MINUTE_MS) * MINUTE_MS,
    latest: (version === 'v1' ? Math.floor(end) : Math.ceil(end) - 1) * MINUTE_MS,
  };
}

/** Returns a sentence that describes the allowed send times. */
export function describeSendLimits(
  now: number,
  dateSettings: DateSettings,
  version: SendVersion = 'v1',
): string {
  const latest = formatMoment(sendWindow(now, version).latest, dateSettings, now);
  return `${sentenceCase(EARLIEST_SEND)} and ${LATEST_SEND[version]} from now (${latest}).`;
}

/** Converts a moment in a zone to the value of a datetime-local field, such as "2026-11-23T09:00". */
export function toFieldValue(at: number, zone: string): string {
  const wall = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDateTime();
  return wall.toString({ smallestUnit: 'minute' });
}
