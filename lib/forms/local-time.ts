/** Local dates and times in a zone, as people enter them. */
import { Temporal } from 'temporal-polyfill';

/**
 * The meaning of an ambiguous local time. `earlier` is the moment before the clock change, and `later` is the
 * moment after the clock change.
 */
export type Fold = 'earlier' | 'later';

export interface Moment {
  readonly fold: Fold;
  /** The moment, in milliseconds since the epoch. */
  readonly at: number;
  /** The moment in ISO 8601 format with the zone's offset, as sent to the service. */
  readonly iso: string;
}

export type LocalTime =
  | { readonly kind: 'exact'; readonly moments: readonly [Moment] }
  /**
   * `overlap` means that the local time occurs twice that day. `gap` means that the clocks skip the local time,
   * so the two moments are before and after the skipped time.
   */
  | { readonly kind: 'overlap' | 'gap'; readonly moments: readonly [Moment, Moment] }
  | { readonly kind: 'malformed' };

/**
 * Parses a local date and time in a zone, such as "2026-11-23T09:00". Takes daylight saving time into account.
 * Also accepts a space instead of the T, because some browsers show the field as a text field, and people type
 * a space there.
 */
export function readLocalTime(local: string, zone: string): LocalTime {
  if (!/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?$/.test(local)) return { kind: 'malformed' };
  const wall = parseWallTime(local);
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

function parseWallTime(local: string): Temporal.PlainDateTime | undefined {
  try {
    return Temporal.PlainDateTime.from(local, { overflow: 'reject' });
  } catch {
    // Temporal throws if the date or time doesn't exist.
    return undefined;
  }
}

/**
 * Returns the first and last moments of a day in a zone, as ISO 8601 timestamps with the offset. Returns
 * undefined if the day doesn't exist. Also returns undefined if a moment's UTC year doesn't have four digits, because
 * databases reject such dates.
 */
export function dayBounds(
  day: string,
  zone: string,
): { readonly start: string; readonly end: string } | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined;
  const wall = parseWallTime(`${day}T00:00`);
  if (wall === undefined) return undefined;
  const start = wall.toPlainDate().toZonedDateTime(zone);
  const end = wall.toPlainDate().add({ days: 1 }).toZonedDateTime(zone).subtract({ milliseconds: 1 });
  const hasFourDigitYear = ({ epochMilliseconds }: Temporal.ZonedDateTime) =>
    /^\d{4}-/.test(new Date(epochMilliseconds).toISOString());
  if (!hasFourDigitYear(start) || !hasFourDigitYear(end)) return undefined;
  return {
    start: start.toString({ timeZoneName: 'never' }),
    end: end.toString({ timeZoneName: 'never' }),
  };
}
