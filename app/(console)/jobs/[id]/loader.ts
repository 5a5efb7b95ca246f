import 'server-only';
import { cache } from 'react';
import type { LeftOutGroup } from '#components/jobs/left-out.tsx';
import {
  listItemsByAddress,
  listJobItems,
  listLeftOut,
  readJob,
  readJobSummary,
} from '#lib/data/job-results.ts';
import type { JobItem, JobSummary } from '#lib/domain/job.ts';
import { allOf, type Outcome, ok } from '#lib/domain/outcome.ts';
import { type JobQuery, TAB_STATES } from '#lib/forms/job-query.ts';
import { notFoundOrForbidden } from '../../page-access.ts';

/**
 * The maximum number of campaigns that a review lists as left out for one reason, with changed prices, or
 * with changed send times.
 */
const SHOWN = 20;
/** The maximum number of shared campaigns that a review lists, grouped by address. */
const SHOWN_ADDRESSES = 200;

/** Reads a job once per request, for both the page and its title. */
export const loadJob = cache(async (id: number) => {
  const job = await readJob(id);
  return job.ok ? job : notFoundOrForbidden(job.failure);
});

interface Review {
  readonly summary: JobSummary;
  readonly changedPrices: readonly JobItem[];
  /** The first campaigns whose send time changes. */
  readonly moved: readonly JobItem[];
  readonly shared: readonly JobItem[];
  readonly leftOut: readonly LeftOutGroup[];
}

export async function loadReview(id: number): Promise<Outcome<Review>> {
  const first = { page: 1, perPage: SHOWN };
  const read = await allOf([
    readJobSummary(id),
    listJobItems(id, { changedPrice: true }, first),
    listItemsByAddress(id, SHOWN_ADDRESSES),
    listLeftOut(id, SHOWN),
    listJobItems(id, { states: TAB_STATES.all }, first),
  ]);
  if (!read.ok) return read;
  const [summary, changed, shared, leftOut, included] = read.value;
  const moved = included.items.filter(({ previousSendAt }) => previousSendAt !== null);
  return ok({ summary, changedPrices: changed.items, moved, shared, leftOut });
}

export const loadResults = (id: number, { tab, page, perPage }: JobQuery) =>
  allOf([readJobSummary(id), listJobItems(id, { states: TAB_STATES[tab] }, { page, perPage })]);
