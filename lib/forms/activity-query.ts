import type { FieldErrors } from '#lib/contract/wire.ts';
import { ACTIVITY_OUTCOMES, type ActivityFilters, RECORDED_OPERATIONS } from '#lib/domain/activity.ts';
import { defined, oneOf, reader, readSingles, type SearchParams, whole, withQuery } from './query.ts';
import { dayBounds } from './send-time.ts';

const SINGLE = ['by', 'operation', 'outcome', 'campaign', 'from', 'to', 'before'] as const;

export type ActivityField = (typeof SINGLE)[number];

type Typed = Readonly<Partial<Record<ActivityField, string>>>;

export interface ActivityQuery {
  /** What stands in the address, as it was typed. */
  readonly typed: Typed;
  /** Sentences by parameter. Empty when it can be asked. */
  readonly errors: FieldErrors;
  readonly filters: ActivityFilters;
  /** Only what stands before this entry. */
  readonly before: number | undefined;
  readonly hasBlanks: boolean;
}

/** Reads the trail's filters from a page's address. A day is the whole day in the reader's zone. */
export function readActivityQuery(params: SearchParams, zone: string): ActivityQuery {
  const { typed, errors, hasBlanks } = readSingles(params, SINGLE);
  const read = reader(typed, errors);
  const day = 'Enter a date, like 2026-10-01.';
  const edge = (which: 'start' | 'end') => (text: string) => {
    const bounds = dayBounds(text, zone);
    const at = bounds && Date.parse(bounds[which]);
    // No trail is older, and databases end somewhere too.
    return at !== undefined && at >= 0 ? at : undefined;
  };
  const since = read('from', edge('start'), day);
  const until = read('to', edge('end'), day);
  if (since !== undefined && until !== undefined && since > until) {
    errors.to ??= 'The end date is before the start date.';
  }
  const filters = defined({
    by: read('by', plainText, 'Enter a valid email address.'),
    operation: read('operation', oneOf(RECORDED_OPERATIONS), 'Choose an option.'),
    outcome: read('outcome', oneOf(ACTIVITY_OUTCOMES), 'Choose an option.'),
    campaignId: read('campaign', whole(1, Number.MAX_SAFE_INTEGER), 'Enter a campaign number.'),
    since,
    until,
  });
  const before = read('before', whole(1, Number.MAX_SAFE_INTEGER), 'This page doesn’t exist.');
  return { typed, errors, filters, before, hasBlanks };
}

const plainText = (text: string) => (text.length <= 254 && !/\p{Cc}/u.test(text) ? text : undefined);

/** The address of the trail with these filters, as a page or, at another path, as a file. */
export function activityHref(typed: Typed, changes: Typed = {}, path = '/activity'): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...typed, ...changes })) {
    if (value !== undefined) params.append(name, value);
  }
  return withQuery(path, params);
}
