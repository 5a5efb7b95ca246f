import type { FieldErrors } from '#lib/contract/wire.ts';
import {
  ACTIVITY_OUTCOMES,
  type ActivityFilters,
  type ActivityOutcome,
  RECORDED_OPERATIONS,
} from '#lib/domain/activity.ts';
import { SECURITY_EVENTS } from '#lib/domain/security-event.ts';
import { MAX_EMAIL_LENGTH } from '#lib/input-limits.ts';
import { dayBounds } from './local-time.ts';
import {
  oneOf,
  paramReader,
  readSingleParams,
  type SearchParams,
  wholeNumber,
  withoutUndefined,
  withQuery,
} from './query.ts';

const SINGLE = ['by', 'operation', 'outcome', 'campaign', 'from', 'to', 'before'] as const;

export type ActivityField = (typeof SINGLE)[number];

type Typed = Readonly<Partial<Record<ActivityField, string>>>;

/** The value of the `operation` parameter that selects all security events. */
export const ALL_SECURITY_EVENTS = 'security';

/** Maps former outcome names to current names, so that bookmarked filters still work. */
const RENAMED_OUTCOMES: ReadonlyMap<string, ActivityOutcome> = new Map([
  ['began', 'started'],
  ['said_done', 'marked_done'],
  ['said_refused', 'marked_failed'],
]);

export interface ActivityQuery {
  /** The parameters as the member typed them. */
  readonly typed: Typed;
  /** An error message for each invalid parameter. Empty if the query is valid. */
  readonly errors: FieldErrors;
  readonly filters: ActivityFilters;
  /** The id of an activity entry. Only older entries are shown. */
  readonly before: number | undefined;
  readonly hasBlanks: boolean;
}

/**
 * Reads the activity page's filters from the page's URL. A date covers the whole day in the member's time
 * zone.
 */
export function readActivityQuery(params: SearchParams, zone: string): ActivityQuery {
  const { typed, errors, hasBlanks } = readSingleParams(params, SINGLE);
  if (typed.outcome !== undefined) typed.outcome = RENAMED_OUTCOMES.get(typed.outcome) ?? typed.outcome;
  const read = paramReader(typed, errors);
  const day = 'Enter a date, like 2026-10-01.';
  const edge = (which: 'start' | 'end') => (text: string) => {
    const bounds = dayBounds(text, zone);
    const at = bounds && Date.parse(bounds[which]);
    // No entry is older than 1970, and databases can't store arbitrarily old dates.
    return at !== undefined && at >= 0 ? at : undefined;
  };
  const since = read('from', edge('start'), day);
  const until = read('to', edge('end'), day);
  if (since !== undefined && until !== undefined && since > until) {
    errors.to ??= 'The end date is before the start date.';
  }
  const isSecurity = typed.operation === ALL_SECURITY_EVENTS;
  const filters = withoutUndefined({
    category: isSecurity ? ('security' as const) : undefined,
    by: read('by', plainText, 'Enter a valid email address.'),
    operation: isSecurity
      ? undefined
      : read('operation', oneOf([...RECORDED_OPERATIONS, ...SECURITY_EVENTS]), 'Choose an option.'),
    outcome: read('outcome', oneOf(ACTIVITY_OUTCOMES), 'Choose an option.'),
    campaignId: read('campaign', wholeNumber(1, Number.MAX_SAFE_INTEGER), 'Enter a campaign number.'),
    since,
    until,
  });
  const before = read('before', wholeNumber(1, Number.MAX_SAFE_INTEGER), 'This page doesn’t exist.');
  return { typed, errors, filters, before, hasBlanks };
}

const plainText = (text: string) =>
  text.length <= MAX_EMAIL_LENGTH && !/\p{Cc}/u.test(text) ? text : undefined;

/**
 * Returns the activity page's URL with these filters. If `path` is the CSV export's path, returns the
 * export's URL.
 */
export function activityHref(typed: Typed, changes: Typed = {}, path = '/activity'): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...typed, ...changes })) {
    if (value !== undefined) params.append(name, value);
  }
  return withQuery(path, params);
}
