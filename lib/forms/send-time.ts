import { Temporal } from 'temporal-polyfill';
import { EARLIEST_SEND_MS, LATEST_SEND_MS, MINUTE_MS, sendTimeProblem } from '#lib/contract/limits.ts';
import { fromNow } from '#lib/format/countdown.ts';
import { formatFull, formatMoment, formatTime, formatWithUtc, zoneLabel } from '#lib/format/dates.ts';

/**
 * Our clock runs after the service's by what a request takes, so a time is only taken when it is this far inside the
 * limits of part 8. Milliseconds.
 */
const SEND_MARGIN_MS = 30_000;

/** The interface's version by which it is sent: v1 at most, v2 less than 90 days ahead. */
export type SendVersion = 'v1' | 'v2';

/** Which of two moments is meant where clocks go back or forward: before the change or after it. */
export type Fold = 'earlier' | 'later';

interface Moment {
  readonly fold: Fold;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** ISO 8601 with the offset of that moment in its zone: what is sent to the service. */
  readonly iso: string;
}

export type LocalTime =
  | { readonly kind: 'exact'; readonly moments: readonly [Moment] }
  /** `overlap`: the local time comes twice that day. `gap`: it is skipped that day; the moments lie around it. */
  | { readonly kind: 'overlap' | 'gap'; readonly moments: readonly [Moment, Moment] }
  | { readonly kind: 'malformed' };

/** What a local date and time ("2026-11-23T09:00") means in a zone, daylight saving included. */
export function readLocalTime(local: string, zone: string): LocalTime {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?$/.test(local)) return { kind: 'malformed' };
  const wall = parse(local);
  if (wall === undefined) return { kind: 'malformed' };
  const moment = (fold: Fold): Moment => {
    const zoned = wall.toZonedDateTime(zone, { disambiguation: fold });
    return {
      fold,
      at: zoned.epochMilliseconds,
      iso: zoned.toString({ timeZoneName: 'never', fractionalSecondDigits: 0 }),
    };
  };
  const earlier = moment('earlier');
  const later = moment('later');
  if (earlier.at === later.at) return { kind: 'exact', moments: [earlier] };
  const back = Temporal.Instant.fromEpochMilliseconds(earlier.at).toZonedDateTimeISO(zone).toPlainDateTime();
  return { kind: wall.equals(back) ? 'overlap' : 'gap', moments: [earlier, later] };
}

function parse(local: string): Temporal.PlainDateTime | undefined {
  try {
    return Temporal.PlainDateTime.from(local, { overflow: 'reject' });
  } catch {
    // Temporal says "no such day" by throwing.
    return undefined;
  }
}

export type SendTime =
  | {
      readonly ok: true;
      /** Milliseconds since the epoch, and the same as ISO 8601 with its offset: what is sent to the service. */
      readonly at: number;
      readonly iso: string;
      /** Where the local time alone doesn't say which moment is meant: the two, "02:30 EDT" and "02:30 EST". */
      readonly choices: Choices | undefined;
      /** "Mon 23 Nov 2026, 09:00 EST". */
      readonly local: string;
      /** "Mon 23 Nov 2026, 09:00 EST · 14:00 UTC". */
      readonly text: string;
      /** "in 3 days". */
      readonly distance: string;
    }
  /** `fold` when the person has to choose one of two moments. */
  | {
      readonly ok: false;
      readonly field: 'at' | 'fold';
      readonly problem: string;
      readonly choices?: Choices;
    };

type Choices = Readonly<Record<Fold, string>>;

/**
 * The moment that a local time means, if it fits the limits of part 8 on the service's clock.
 * @param now the service's clock, milliseconds
 * @param fold what the person chose where the local time alone doesn't say; asked for when it is needed and missing
 */
export function chooseSendTime(
  local: string,
  zone: string,
  now: number,
  fold?: Fold,
  version: SendVersion = 'v1',
): SendTime {
  const read = readLocalTime(local, zone);
  if (read.kind === 'malformed') {
    return { ok: false, field: 'at', problem: 'Enter a date and time, like 23 Nov 2026, 09:00.' };
  }
  const choices = choicesOf(read, zone);
  const chosen = read.kind === 'exact' ? read.moments[0] : read.moments.find((m) => m.fold === fold);
  const problem = limitProblem((chosen ?? read.moments[0]).at, zone, now, version);
  if (problem !== undefined) return { ok: false, field: 'at', problem };
  if (chosen === undefined) {
    return { ok: false, field: 'fold', problem: ambiguity(read, zone), ...(choices && { choices }) };
  }
  return {
    ok: true,
    at: chosen.at,
    iso: chosen.iso,
    choices,
    local: formatFull(chosen.at, zone),
    text: formatWithUtc(chosen.at, zone),
    distance: fromNow(chosen.at, now),
  };
}

function choicesOf({ moments }: { readonly moments: readonly Moment[] }, zone: string): Choices | undefined {
  const [earlier, later] = moments;
  return earlier && later && { earlier: formatTime(earlier.at, zone), later: formatTime(later.at, zone) };
}

/** Why a local time alone isn't enough on the night the clocks change, with the two moments it could mean. */
function ambiguity(
  { kind, moments }: LocalTime & { kind: 'exact' | 'overlap' | 'gap' },
  zone: string,
): string {
  const names = moments.map(({ at }) => formatTime(at, zone)).join(' or ');
  return kind === 'gap'
    ? `Clocks go forward then (${zoneLabel(zone)}), so this time doesn’t exist. Choose ${names}.`
    : `Clocks go back then (${zoneLabel(zone)}), so this time occurs twice. Choose ${names}.`;
}

function limitProblem(at: number, zone: string, now: number, version: SendVersion): string | undefined {
  const { earliest, latest } = sendWindow(now, version);
  if (sendTimeProblem(at, now + SEND_MARGIN_MS, version) === 'too_early') {
    return `Too early. Choose a time at least 15 minutes ahead: ${formatFull(earliest, zone)} or later.`;
  }
  if (sendTimeProblem(at, now - SEND_MARGIN_MS, version) === 'too_late') {
    return `Too late. Choose a time ${LATEST[version]} ahead: ${formatFull(latest, zone)} or earlier.`;
  }
  return undefined;
}

const LATEST: Readonly<Record<SendVersion, string>> = { v1: 'at most 90 days', v2: 'less than 90 days' };

/** The first and the last whole minute that can be chosen, milliseconds, on the clock that `now` is of. */
export function sendWindow(
  now: number,
  version: SendVersion = 'v1',
): { readonly earliest: number; readonly latest: number } {
  const end = (now - SEND_MARGIN_MS + LATEST_SEND_MS) / MINUTE_MS;
  return {
    earliest: Math.ceil((now + SEND_MARGIN_MS + EARLIEST_SEND_MS) / MINUTE_MS) * MINUTE_MS,
    latest: (version === 'v1' ? Math.floor(end) : Math.ceil(end) - 1) * MINUTE_MS,
  };
}

/** What may be chosen, in a sentence. */
export function sendLimits(now: number, zone: string, version: SendVersion = 'v1'): string {
  const latest = formatMoment(sendWindow(now, version).latest, zone, now);
  return `At least 15 minutes ahead, ${LATEST[version]} (${latest}).`;
}

/** A moment as a date-and-time field takes it, on the wall clock of a zone: "2026-11-23T09:00". */
export function toFieldValue(at: number, zone: string): string {
  const wall = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDateTime();
  return wall.toString({ smallestUnit: 'minute' });
}

/**
 * A day in a zone as the moments it begins and ends, ISO 8601 with offset. Undefined when it is no day, or when either of
 * them is beyond the years that four digits write in UTC, as databases do.
 */
export function dayBounds(
  day: string,
  zone: string,
): { readonly start: string; readonly end: string } | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined;
  const wall = parse(`${day}T00:00`);
  if (wall === undefined) return undefined;
  const start = wall.toPlainDate().toZonedDateTime(zone);
  const end = wall.toPlainDate().add({ days: 1 }).toZonedDateTime(zone).subtract({ milliseconds: 1 });
  const isWritten = ({ epochMilliseconds }: Temporal.ZonedDateTime) =>
    /^\d{4}-/.test(new Date(epochMilliseconds).toISOString());
  if (!isWritten(start) || !isWritten(end)) return undefined;
  return {
    start: start.toString({ timeZoneName: 'never' }),
    end: end.toString({ timeZoneName: 'never' }),
  };
}
