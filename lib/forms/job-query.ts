/** The parameters in the URL of a job's page: the result whose campaigns are listed, and the page number. */
import { CHECK_REASONS, type CheckReason, type JobItemState } from '#lib/domain/job.ts';
import { isDefaultPage, readPaging } from './paging.ts';
import { oneOf, paramReader, paramValues, readSingleParams, type SearchParams, withQuery } from './query.ts';

export const ITEM_TABS = ['all', 'unknown', 'refused', 'done', 'left', 'left_out'] as const;
export type ItemTab = (typeof ITEM_TABS)[number];

/** The states of the items on each tab. */
export const TAB_STATES: Readonly<Record<ItemTab, readonly JobItemState[]>> = {
  all: ['ready', 'started', 'done', 'refused', 'unknown'],
  unknown: ['unknown'],
  refused: ['refused'],
  done: ['done'],
  left: ['ready', 'started'],
  left_out: ['left_out'],
};

export interface JobQuery {
  readonly tab: ItemTab;
  readonly page: number;
  readonly perPage: number;
}

const DEFAULT_PER_PAGE = 25;

/** Reads the parameters. Invalid values count as missing. */
export function readJobQuery(params: SearchParams): JobQuery {
  const { typed, errors } = readSingleParams(params, ['result', 'page', 'per_page']);
  const tab = paramReader(typed, errors)('result', oneOf(ITEM_TABS), 'Unknown result.');
  const { page = 1, per_page } = readPaging(typed, errors);
  return { tab: tab ?? 'all', page, perPage: typed.per_page === undefined ? DEFAULT_PER_PAGE : per_page };
}

/** Reads why the job's campaigns are being checked again. */
export const readCheckReason = (params: SearchParams): CheckReason | undefined =>
  oneOf(CHECK_REASONS)(paramValues(params, 'checked')[0] ?? '');

/** Returns the URL of a job's page that lists the campaigns with one result. */
export function jobHref(id: number, { tab, page, perPage }: Partial<JobQuery>): string {
  const params = new URLSearchParams();
  if (tab !== undefined && tab !== 'all') params.set('result', tab);
  if (perPage !== undefined && perPage !== DEFAULT_PER_PAGE) params.set('per_page', String(perPage));
  if (page !== undefined && !isDefaultPage(String(page))) params.set('page', String(page));
  return withQuery(`/jobs/${id}`, params);
}
