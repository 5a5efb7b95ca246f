/** Adds queued campaigns, and reschedules them as a sender. */
import { sql } from 'drizzle-orm';
import { beforeEach } from 'vitest';
import { listAttempts } from '#lib/data/attempts.ts';
import { rescheduleCampaign } from '#lib/data/reschedule.ts';
import { beginAttempt, claimAttempt } from '#lib/store/attempts.ts';
import { store } from '#lib/store/open.ts';
import { DAY_MS, MINUTE_MS } from '#lib/time-units.ts';
import { type Harness, setUpHarness } from './harness.ts';
import { findMemberId } from './notifications.ts';
import { addCampaign, type TinyCampaign } from './tiny-service.ts';

export const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS).toISOString();

/** The send time before and after each reschedule. */
export const OLD_TIME = inMinutes(2 * 24 * 60);
export const NEW_TIME = inMinutes(5 * 24 * 60);

/** What a reschedule returns if it canceled the campaign but didn't send it again. */
export const NOT_RESCHEDULED = {
  ok: false,
  failure: { kind: 'refused', status: 409, code: 'not_rescheduled' },
};

/**
 * Starts a console. Before each test, clears the recorded requests, and resets the settings and the service's
 * clock.
 */
export function setUpRescheduling(): Harness {
  const harness = setUpHarness();
  beforeEach(() => {
    harness.applySettings({});
    harness.service.requests.length = 0;
    harness.service.clockOffsetMs = 0;
  });
  return harness;
}

let nextId = 40_000;

/** Adds a paid campaign that is scheduled for OLD_TIME. */
export const addQueued = (harness: Harness, overrides: Partial<TinyCampaign> = {}): TinyCampaign =>
  addCampaign(harness.service, { id: nextId++, status: 'queued', scheduled_at: OLD_TIME, ...overrides });

export const reschedule = (harness: Harness, { id }: TinyCampaign, sendAt = NEW_TIME) =>
  harness.sender(() => rescheduleCampaign(id, { sendAt }));

/** Returns the campaign's only attempt. */
export async function readOnlyAttempt(harness: Harness, { id }: TinyCampaign) {
  const attempts = await harness.sender(() => listAttempts(id));
  if (attempts.length !== 1) throw new Error(`The campaign has ${attempts.length} attempts.`);
  return attempts[0];
}

/** Returns the last path segment of each request that changed a campaign, such as "cancel". */
export const listCalls = (harness: Harness) =>
  harness.service.writes().map((line) => (line.split('?', 1)[0] ?? '').split('/').at(-1));

/**
 * Leaves a reschedule unfinished, as if the server had died during the given call. The attempt is a minute
 * old.
 * @param itemKey the key of the bulk job's item that the server made the attempt for
 */
export async function abandonReschedule(
  { id }: TinyCampaign,
  part: 'cancel' | 'send',
  itemKey: string | null = null,
): Promise<string> {
  const db = await store();
  const row = await claimAttempt(db, {
    campaignId: id,
    operation: 'rescheduleCampaign',
    lockScope: 'mail',
    memberId: await findMemberId('sender@mailroom.test'),
    by: 'sender@mailroom.test',
    amount: null,
    itemKey,
    itemKind: itemKey === null ? null : 'job',
  });
  if (!row) throw new Error('The campaign has another attempt.');
  const canceled = part === 'send' ? { canceled: { status: 'draft', scheduledAt: null } } : {};
  await beginAttempt(db, row.id, {
    before: { status: 'queued', scheduledAt: OLD_TIME },
    reschedule: { sendAt: NEW_TIME, resend: 'sendCampaign', part, ...canceled },
    serviceTime: Date.now(),
    itemKey,
    itemKind: itemKey === null ? null : 'job',
  });
  await db.execute(sql`update attempts set started_at = now() - interval '1 minute' where id = ${row.id}`);
  return row.id;
}

export const TOO_LATE_TIME = new Date(Date.now() + 91 * DAY_MS).toISOString();
