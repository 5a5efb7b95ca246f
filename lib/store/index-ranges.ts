/** Splits time ranges into the whole days or months that have stored sums, and the remaining time. */
import 'server-only';
import type { TimeRange } from '#lib/domain/index-filter.ts';
import { DAY_MS } from '#lib/time-units.ts';
import { storableMs } from './index-conditions.ts';

/** Splits a range into the full UTC days, if any, and the parts of days before and after them. */
export function splitDays(range: TimeRange): { fullDays?: TimeRange; partialDays: readonly TimeRange[] } {
  const { full, partial } = splitRange(range, startOfDay, (start) => start + DAY_MS);
  return { ...(full && { fullDays: full }), partialDays: partial };
}

/** Splits a range into the full UTC months, if any, and the parts of months before and after them. */
export function splitMonths(range: TimeRange): {
  fullMonths?: TimeRange;
  partialMonths: readonly TimeRange[];
} {
  const { full, partial } = splitRange(range, startOfMonth, (start) =>
    startOfMonth(start + LONGEST_MONTH_MS),
  );
  return { ...(full && { fullMonths: full }), partialMonths: partial };
}

const LONGEST_MONTH_MS = 31 * DAY_MS;

const startOfDay = (ms: number): number => Math.floor(ms / DAY_MS) * DAY_MS;

function startOfMonth(ms: number): number {
  const date = new Date(ms);
  date.setUTCDate(1);
  return date.setUTCHours(0, 0, 0, 0);
}

/**
 * @param startOf returns the beginning of the day or month that a time is in
 * @param nextAfter returns the beginning of the next day or month
 */
function splitRange(
  range: TimeRange,
  startOf: (ms: number) => number,
  nextAfter: (start: number) => number,
): { readonly full?: TimeRange; readonly partial: readonly TimeRange[] } {
  const from = range.from === undefined ? undefined : storableMs(range.from);
  const to = range.to === undefined ? undefined : storableMs(range.to);
  const first = from === undefined || startOf(from) === from ? from : nextAfter(startOf(from));
  const end = to === undefined ? undefined : startOf(to);
  if (first !== undefined && end !== undefined && first >= end) return { partial: [range] };
  return {
    full: { from: first, to: end },
    partial: [...(from === first ? [] : [{ from, to: first }]), ...(to === end ? [] : [{ from: end, to }])],
  };
}
