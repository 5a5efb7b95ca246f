/** The form fields for a job's options, and their default values. */
import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { MAX_JOB_ITEMS } from '#lib/domain/job.ts';
import { isClockTime, isDay, type SendPlan, skipReason } from '#lib/domain/send-plan.ts';
import type { DateSettings } from '#lib/format/dates.ts';
import { isTimeZone } from '#lib/format/zones.ts';
import { DAY_MS } from '#lib/time-units.ts';
import type { FormState } from './form-state.ts';
import { chooseSendTime, type SendVersion } from './send-time.ts';

/** The hour at which a schedule starts unless the member chooses another hour. */
const DEFAULT_TIME = '09:00';
/** The number of days over which the form suggests spreading the campaigns. */
const SUGGESTED_DAYS = 4;

export const selectionFields = {
  ids: z.string().max(1_800).optional(),
  all: z.literal('yes').optional(),
  list: z.string().max(20_000).optional(),
};

const WHOLE_NUMBER = `Enter a number from 1 to ${MAX_JOB_ITEMS.toLocaleString('en-US')}.`;

export const planFields = {
  mode: z.enum(['once', 'spread'], { error: 'Choose an option.' }),
  at: z.string().max(40).optional(),
  zone: z.string().refine(isTimeZone),
  fold: z.enum(['earlier', 'later']).optional(),
  per_day: z.coerce
    .number(WHOLE_NUMBER)
    .int(WHOLE_NUMBER)
    .min(1, WHOLE_NUMBER)
    .max(MAX_JOB_ITEMS, WHOLE_NUMBER)
    .optional(),
  from: z.string().max(40).optional(),
  time: z.string().max(40).optional(),
  weekdays: z.literal('yes').optional(),
};
type PlanInput = z.output<z.ZodObject<typeof planFields>>;

export const scheduleFields = {
  ...planFields,
  payment: z.enum(['paid', 'invoice'], { error: 'Choose an option.' }),
};

type ReadPlan = { readonly plan: SendPlan } | { readonly state: FormState };

/**
 * Reads the schedule that the member chose.
 * @param now the mail service's current time, in milliseconds since the epoch
 * @param version the version of the interface whose limits apply
 */
export function readSendPlan(
  input: PlanInput,
  dateSettings: DateSettings,
  now: number,
  version: SendVersion,
): ReadPlan {
  const { mode, zone } = input;
  if (mode === 'once') {
    const time = chooseSendTime(input.at ?? '', { ...dateSettings, zone }, now, input.fold, version);
    if (time.ok) return { plan: { kind: 'once', at: time.iso, zone } };
    return { state: { fields: { [time.field]: time.problem } } };
  }
  const { per_day: perDay, from = '', time = '', weekdays } = input;
  const fields = {
    ...(perDay === undefined && { per_day: WHOLE_NUMBER }),
    ...findDayProblem(from, zone, now),
    ...(!isClockTime(time) && { time: 'Enter a time, like 09:00.' }),
  };
  if (perDay === undefined || Object.keys(fields).length > 0) return { state: { fields } };
  return { plan: { kind: 'spread', perDay, from, time, zone, weekdaysOnly: weekdays === 'yes' } };
}

function findDayProblem(from: string, zone: string, now: number): Readonly<Record<string, string>> {
  if (!isDay(from)) return { from: 'Enter a date, like 2026-11-23.' };
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate();
  return from < today.toString() ? { from: 'Choose a day in the future.' } : {};
}

export interface ScheduleDefaults {
  /** A local time in the member's zone, such as "2026-11-23T09:00". */
  readonly at: string;
  /** A day, such as "2026-11-23". */
  readonly from: string;
  readonly time: string;
  readonly perDay: number;
}

/**
 * Suggests the next weekday that isn't a holiday and is at least a day away, at nine o'clock, and an even spread over
 * four days. A member who overlooks the suggested time then has a day to cancel the campaigns.
 */
export function suggestSchedule(campaigns: number, zone: string, now: number): ScheduleDefaults {
  const earliest = Temporal.Instant.fromEpochMilliseconds(now + DAY_MS).toZonedDateTimeISO(zone);
  let day = earliest.toPlainDate();
  const isTooLate = (date: Temporal.PlainDate) =>
    Temporal.ZonedDateTime.compare(
      date.toZonedDateTime({ timeZone: zone, plainTime: DEFAULT_TIME }),
      earliest,
    ) < 0;
  while (skipReason(day.toString()) !== null || isTooLate(day)) day = day.add({ days: 1 });
  return {
    at: `${day}T${DEFAULT_TIME}`,
    from: day.toString(),
    time: DEFAULT_TIME,
    perDay: Math.min(MAX_JOB_ITEMS, Math.max(1, Math.ceil(campaigns / SUGGESTED_DAYS))),
  };
}
