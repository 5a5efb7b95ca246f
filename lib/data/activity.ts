import 'server-only';
import { MINUTE_MS } from '#lib/contract/limits.ts';
import type { ActivityEntry, ActivityFilters } from '#lib/domain/activity.ts';
import { type Outcome, ok } from '#lib/domain/outcome.ts';
import { activePeople, isRecent, readActivity } from '#lib/store/activity.ts';
import { store } from '#lib/store/open.ts';
import { authorize } from './authorize.ts';

const PAGE = 50;
/** As many rows as are held in memory at once while a file is written. */
const CHUNK = 500;

export interface ActivityPage {
  readonly items: readonly ActivityEntry[];
  /** The id to go on before; undefined on the last page. */
  readonly next: number | undefined;
}

/** The trail, newest first, fifty at a time. @param before the `next` of the page before */
export async function listActivity(
  filters: ActivityFilters,
  before?: number,
): Promise<Outcome<ActivityPage>> {
  const allowed = await authorize('listCampaigns');
  if (!allowed.ok) return allowed;
  const rows = await readActivity(await store(), filters, PAGE + 1, before);
  const items = rows.slice(0, PAGE);
  return ok({ items, next: rows.length > PAGE ? items.at(-1)?.id : undefined });
}

/** Whether the signed-in member changed this within the last minute, whatever an address claims. */
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
  return isRecent(await store(), filters, MINUTE_MS);
}

/** Everybody in the trail, to choose from. Empty for non-members. */
export async function listActivityPeople(): Promise<string[]> {
  return (await authorize('listCampaigns')).ok ? activePeople(await store()) : [];
}

/** The whole trail in pieces, newest first, for a file; nothing for non-members. */
export async function* streamActivity(filters: ActivityFilters): AsyncGenerator<readonly ActivityEntry[]> {
  if (!(await authorize('listCampaigns')).ok) return;
  const db = await store();
  let before: number | undefined;
  do {
    const rows = await readActivity(db, filters, CHUNK, before);
    if (rows.length > 0) yield rows;
    before = rows.length === CHUNK ? rows.at(-1)?.id : undefined;
  } while (before !== undefined);
}
