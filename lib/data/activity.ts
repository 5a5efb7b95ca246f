import 'server-only';
import { recordSecurityEvent } from '#lib/auth/security-events.ts';
import type { Member } from '#lib/auth/session.ts';
import type { ActivityEntry, ActivityFilters } from '#lib/domain/activity.ts';
import { type Outcome, ok } from '#lib/domain/outcome.ts';
import { isAllowed } from '#lib/domain/permissions.ts';
import { type ChangeSubject, CONFIRM_MS, type RecentChange } from '#lib/domain/recent-change.ts';
import { lookUpOwners } from '#lib/index/owners.ts';
import {
  findLastChange,
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
 * Admins see all security events. Other members see shared events, and the events that they caused or that are
 * about them.
 */
const ownEventsOf = ({ role, email }: Member): string | undefined =>
  isAllowed(role, 'manageTeam') ? undefined : email;

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
  const range = { limit: PAGE_SIZE + 1, before, ownEventsOf: ownEventsOf(allowed.value) };
  const rows = await queryActivity(await store(), filters, range);
  const items = rows.slice(0, PAGE_SIZE);
  return ok({ items, next: rows.length > PAGE_SIZE ? items.at(-1)?.id : undefined });
}

/**
 * Returns the latest change to a campaign, customer, or template if the signed-in member made the change in
 * the last minute. Pages call this function before they confirm a change, because the page's URL alone
 * doesn't prove that the member made the change.
 */
export async function findRecentChange(subject: ChangeSubject): Promise<RecentChange | undefined> {
  const allowed = await authorize('listCampaigns');
  return allowed.ok ? findLastChange(await store(), subject, allowed.value.email, CONFIRM_MS) : undefined;
}

/**
 * Lists the email addresses that the member filter offers. These addresses come from the entries that the
 * signed-in member can see. Returns an empty list for non-members.
 */
export async function listActivityMembers(): Promise<string[]> {
  const allowed = await authorize('listCampaigns');
  return allowed.ok ? queryActivityMembers(await store(), ownEventsOf(allowed.value)) : [];
}

/**
 * Yields all matching activity in chunks, newest first, for the export. Each row shows the outcome as of the
 * start of the export, and changes during the export don't add or remove rows. Records the export as a security
 * event. Yields nothing for non-members.
 */
export async function* streamActivity(filters: ActivityFilters): AsyncGenerator<readonly ActivityEntry[]> {
  const allowed = await authorize('listCampaigns');
  if (!allowed.ok) return;
  const db = await store();
  const asOf = await queryNewestActivityId(db);
  const details = { filters: describeFilters(filters) };
  await recordSecurityEvent({ name: 'activity.exported', by: allowed.value, details });
  let before: number | undefined;
  do {
    const rows = await queryActivity(db, filters, {
      limit: CHUNK_SIZE,
      before,
      asOf,
      ownEventsOf: ownEventsOf(allowed.value),
    });
    if (rows.length > 0) yield await addOwners(rows);
    before = rows.length === CHUNK_SIZE ? rows.at(-1)?.id : undefined;
  } while (before !== undefined);
}

function describeFilters({ since, until, ...filters }: ActivityFilters): string {
  const day = (at: number | undefined) => at && new Date(at).toISOString();
  const named = { ...filters, since: day(since), until: day(until) };
  const parts = Object.entries(named).filter(([, value]) => value !== undefined);
  return parts.map(([name, value]) => `${name}=${value}`).join(' ') || 'none';
}

async function addOwners(rows: readonly ActivityEntry[]): Promise<readonly ActivityEntry[]> {
  const ids = rows.flatMap(({ campaignId, customerId }) =>
    campaignId !== null && customerId === null ? [campaignId] : [],
  );
  if (ids.length === 0) return rows;
  const owners = await lookUpOwners([...new Set(ids)]);
  return rows.map((row) => ({
    ...row,
    customerId: row.customerId ?? owners.get(row.campaignId ?? 0) ?? null,
  }));
}
