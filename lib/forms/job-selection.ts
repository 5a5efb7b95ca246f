/** The campaigns that a form selects: by id, or all campaigns in a list. */
import { parseId } from '#lib/contract/ids.ts';
import { type CheckReason, JOB_KINDS, type JobKind } from '#lib/domain/job.ts';
import type { Selection } from '#lib/domain/selection.ts';
import { MAX_SELECTED } from '#lib/input-limits.ts';
import { campaignsHref, formQuery, type TypedQuery } from './campaign-fields.ts';
import { readCampaignQuery } from './campaign-query.ts';
import { oneOf, paramValues, type SearchParams, searchParamsOf, withQuery } from './query.ts';

/** The maximum length of a list query in a form. */
const MAX_LIST_LENGTH = 20_000;

export interface ChosenCampaigns {
  readonly selection: Selection;
  /** The fields that the next form passes on. */
  readonly fields: Readonly<Record<'ids' | 'list', string>> | Readonly<Record<'all' | 'list', string>>;
  /** The URL of the list in which the campaigns were selected. */
  readonly listHref: string;
}

/** The parameters that don't change which campaigns a list contains. */
const DISPLAY_PARAMS = { page: undefined, per_page: undefined, density: undefined, columns: undefined };

/** Returns a list's filters as the value of a form's field. */
export const listField = (typed: TypedQuery): string => formQuery({ ...typed, ...DISPLAY_PARAMS });

const parseIds = (text: string): readonly number[] =>
  [...new Set(text.split(',').map(parseId))].filter((id) => id !== null);

/**
 * For pages without JavaScript, reads from the URL which campaigns were selected on the list's other pages.
 */
export const readKeptSelection = (params: SearchParams): readonly number[] =>
  parseIds(paramValues(params, 'selected').join(',')).slice(0, MAX_SELECTED);

/**
 * If the member asked for another page of a list without JavaScript, returns that page's URL, including the
 * selection. The form's fields are `to`, the number of the page; `at`, the query of the current page; and the
 * selection.
 */
export function keptSelectionHref(params: SearchParams, zone: string): string | undefined {
  const [to, at = ''] = ['to', 'at'].map((name) => paramValues(params, name)[0]);
  if (to === undefined || at.length > MAX_LIST_LENGTH) return undefined;
  const { typed } = readCampaignQuery(searchParamsOf(new URLSearchParams(at)), zone);
  const url = new URL(campaignsHref(typed, { page: to }), 'http://path.invalid');
  const ids = parseIds([...paramValues(params, 'ids'), ...paramValues(params, 'id')].join(','));
  if (ids.length > 0) url.searchParams.set('selected', ids.slice(0, MAX_SELECTED).join(','));
  return `${url.pathname}${url.search}`;
}

/** Reads the action that the member chose in a list. */
export const readJobKind = (params: SearchParams): JobKind | undefined =>
  oneOf<JobKind>(JOB_KINDS)(paramValues(params, 'action')[0] ?? '');

/**
 * Reads the campaigns that the member selected in a list.
 * @returns undefined if nothing valid is selected
 */
export function readChosenCampaigns(params: SearchParams, zone: string): ChosenCampaigns | undefined {
  const [all, list] = ['all', 'list'].map((name) => paramValues(params, name)[0]);
  const ids = [...paramValues(params, 'id'), ...paramValues(params, 'ids')].join(',');
  return readSelectionFields({ ids, all, list }, zone);
}

/** Returns the URL of the form for an action's options. */
export const newJobHref = ({ fields }: Pick<ChosenCampaigns, 'fields'>, kind: JobKind): string =>
  `/jobs/new?${new URLSearchParams({ ...fields, action: kind })}`;

/**
 * Returns the URL of a job's review, from which the member can return to the options.
 * @param chosen what the job's campaigns were selected from. Undefined if it isn't known
 * @param reason why the campaigns are checked again, if they are
 */
export const reviewHref = (id: number, chosen: ChosenCampaigns | undefined, reason?: CheckReason): string =>
  withQuery(`/jobs/${id}`, new URLSearchParams({ ...chosen?.fields, ...(reason && { checked: reason }) }));

/** Reads the fields of a form that passes on a selection. */
export function readSelectionFields(
  { ids = '', all, list = '' }: { readonly [name in 'ids' | 'all' | 'list']?: string | undefined },
  zone: string,
): ChosenCampaigns | undefined {
  if (list.length > MAX_LIST_LENGTH) return undefined;
  const query = readCampaignQuery(searchParamsOf(new URLSearchParams(list)), zone);
  const listHref = campaignsHref(query.typed);
  if (all === 'yes') {
    // A list with invalid filters shows no campaigns, so none of them can be selected.
    if (Object.keys(query.errors).length > 0) return undefined;
    const { filters, indexFilter, customers, templates, sort } = query;
    const request = { filters, indexFilter, customers, templates, sort };
    return { selection: { kind: 'request', request }, fields: { all, list }, listHref };
  }
  const numbers = parseIds(ids);
  if (numbers.length === 0 || numbers.length > MAX_SELECTED) return undefined;
  return { selection: { kind: 'ids', ids: numbers }, fields: { ids: numbers.join(','), list }, listHref };
}
