/** The parameters in the URL of a campaign list. */
import { JOB_RESULT_FILTERS, type JobFilter } from '#lib/domain/index-filter.ts';
import { isDefaultPage } from './paging.ts';
import { wholeNumber, withQuery } from './query.ts';

/**
 * The parameters that accept only one value each: the filters of the mail service's lists (part 4.5), and the
 * filters of the campaign index. Also includes `customer_id`, which selects one customer's list.
 */
export const SINGLE_FIELDS = [
  'q',
  'status',
  'targeting_method',
  'customer_id',
  'scheduled_from',
  'scheduled_to',
  'created_from',
  'created_to',
  'sent_at[from]',
  'sent_at[to]',
  'price_min',
  'price_max',
  'recipients_min',
  'recipients_max',
  'attempt',
  'approval',
  'job',
  'sort',
  'density',
  'per_page',
  'page',
  'view',
] as const;
export type QueryField = (typeof SINGLE_FIELDS)[number];

/** The parameters that can have several values. A campaign matches if one of the values matches. */
export const LIST_FIELDS = [
  'payment',
  'guests',
  'customer',
  'template',
  'size',
  'postage',
  'columns',
] as const;
export type ListField = (typeof LIST_FIELDS)[number];

const PAIR_KEY = 'meta_data[][key]';
const PAIR_VALUE = 'meta_data[][value]';

export interface Pair {
  readonly key: string;
  readonly value: string;
}

/** The parameters exactly as the member typed them, so that the form can show them again. */
export interface TypedQuery
  extends Readonly<Partial<Record<QueryField, string>>>,
    Readonly<Partial<Record<ListField, readonly string[]>>> {
  readonly pairs: readonly Pair[];
}

/** Reads the rows of the metadata filter, including blank rows. */
export function readPairRows(values: (name: string) => readonly string[]): readonly Pair[] {
  const keys = values(PAIR_KEY);
  const texts = values(PAIR_VALUE);
  return (keys.length >= texts.length ? keys : texts).map((_, i) => ({
    key: keys[i] ?? '',
    value: texts[i] ?? '',
  }));
}

/** The parameters that don't affect the contents of an export. */
const PAGE_FIELDS = ['density', 'per_page', 'page', 'view'];

/** Returns the URL's parameters as form fields, in order, so that another form can pass them on. */
export function queryEntries(typed: TypedQuery): readonly (readonly [name: string, value: string])[] {
  const { pairs } = typed;
  const single = SINGLE_FIELDS.flatMap((name) => {
    const value = typed[name];
    const isOmitted = value === undefined || value === '' || (name === 'page' && isDefaultPage(value));
    return isOmitted ? [] : [[name, value] as const];
  });
  const lists = LIST_FIELDS.flatMap((name) => (typed[name] ?? []).map((value) => [name, value] as const));
  const metadata = pairs.flatMap(({ key, value }) => [
    [PAIR_KEY, key] as const,
    [PAIR_VALUE, value] as const,
  ]);
  return [...single, ...lists, ...metadata];
}

/** Returns the URL's parameters as the value of one form field. */
export const formQuery = (typed: TypedQuery): string => paramsOf(typed).toString();

export type QueryChanges = Partial<Record<QueryField, string | undefined>> &
  Partial<Record<ListField, readonly string[] | undefined>> & { readonly pairs?: readonly Pair[] };

/**
 * Returns the URL of a campaign list with these filters. To remove a filter, pass undefined as its new value.
 * If a customer is selected, returns the URL of that customer's page, which lists the customer's campaigns.
 */
export function campaignsHref(typed: TypedQuery, changes: QueryChanges = {}): string {
  const next = { ...typed, ...changes } as TypedQuery;
  const customer = next.customer_id === undefined ? undefined : customerNumber(next.customer_id);
  const params = paramsOf(next);
  // The parameter alone would open the view again, with all of its filters. A customer's page has no views.
  if (params.size === 1 || customer !== undefined) params.delete('view');
  if (customer === undefined) return withQuery('/campaigns', params);
  params.delete('customer_id');
  return withQuery(`/customers/${customer}`, params);
}

/** Returns the URL of the list that contains the campaigns with this result in a job. */
export const jobCampaignsHref = ({ id, result }: JobFilter): string =>
  campaignsHref({ pairs: [], job: `${id}.${result}` });

/** Reads the value of the `job` parameter, such as "57.left_out". */
export function parseJobFilter(text: string): JobFilter | undefined {
  const [, id, name] = /^(\d{1,15})\.(\w+)$/.exec(text) ?? [];
  const result = JOB_RESULT_FILTERS.find((each) => each === name);
  return id === undefined || result === undefined ? undefined : { id: Number(id), result };
}

/** Returns the URL of the CSV export with the same filters and order. */
export function exportHref(typed: TypedQuery): string {
  const params = paramsOf(typed);
  for (const name of PAGE_FIELDS) params.delete(name);
  return withQuery('/campaigns/export', params);
}

/** Returns the URL for starting a payment run with the list's unpaid drafts. */
export function newRunHref(typed: TypedQuery): string {
  const params = paramsOf(typed);
  for (const name of [...PAGE_FIELDS, 'columns']) params.delete(name);
  return withQuery('/payment-runs/new', params);
}

function paramsOf(typed: TypedQuery): URLSearchParams {
  return new URLSearchParams(queryEntries(typed).map(([name, value]) => [name, value]));
}

export const customerNumber = wholeNumber(1, Number.MAX_SAFE_INTEGER);
