import 'server-only';
import { MINUTE_MS } from '#lib/contract/limits.ts';
import type { ActivityEntry, ActivityFilters } from '#lib/domain/activity.ts';
import { type Outcome, ok } from '#lib/domain/outcome.ts';
import {
  hasRecentActivity,
  queryActivity,
  queryActivityMembers,
  queryNewestActivityId,
} from '#lib/store/activity.ts';
import { store } from '#lib/store/open.ts';
import { authorize } from './authorize.ts';

const PAGE_SIZE = 50;
/** The number of rows that an export holds in memory at a time. */
const CHUNK_SIZE = 500;

export interface ActivityPage {
  readonly items: readonly ActivityEntry[];
  /** The position where the next page starts. Undefined on the last page. */
  readonly next: number | undefined;
}

/**
 * Returns a page of activity, newest first.
 * @param before the previous page's `next`
 */
export async function listActivity(
  filters: ActivityFilters,
  before?: number,
): Promise<Outcome<ActivityPage>> {
  const allowed = await authorize('listCampaigns');
  if (!allowed.ok) return allowed;
  const rows = await queryActivity(await store(), filters, { limit: PAGE_SIZE + 1, before });
  const items = rows.slice(0, PAGE_SIZE);
  return ok({ items, next: rows.length > PAGE_SIZE ? items.at(-1)?.id : undefined });
}

/**
 * Whether the signed-in member changed this customer or template within the last minute. Pages call this
 * function before confirming that a change was saved, because anyone can open the confirmation's URL.
 */
export async function hasJustChanged(
  subject: { readonly customerId: number } | { readonly templateId: number },
): Promise<boolean> {
  const allowed = await authorize('listCampaigns');
  if (!allowed.ok) return false;
  const operation = 'customerId' in subject ? 'updateCustomer' : 'updateTemplate';
  const filters = {
    ...subject,
    operation,
    by: allowed.value.email,
    outcome: 'done',
  } as const;
  return hasRecentActivity(await store(), filters, MINUTE_MS);
}

/**
 * Lists the email addresses in the activity log, for the log's member filter. Returns an empty list for
 * non-members.
 */
export async function listActivityMembers(): Promise<string[]> {
  return (await authorize('listCampaigns')).ok ? queryActivityMembers(await store()) : [];
}

/**
 * Yields all matching activity in chunks, newest first, for the export. Every attempt has the outcome that it
 * had when the export started, so an outcome that changes during the export doesn't add or remove a row.
 * Yields nothing for non-members.
 */
export async function* streamActivity(filters: ActivityFilters): AsyncGenerator<readonly ActivityEntry[]> {
  if (!(await authorize('listCampaigns')).ok) return;
  const db = await store();
  const asOf = await queryNewestActivityId(db);
  let before: number | undefined;
  do {
    const rows = await queryActivity(db, filters, { limit: CHUNK_SIZE, before, asOf });
    if (rows.length > 0) yield rows;
    before = rows.length === CHUNK_SIZE ? rows.at(-1)?.id : undefined;
  } while (before !== undefined);
}
