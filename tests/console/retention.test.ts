/** Tests how long data is kept, and which records are never deleted. */
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { deleteOldData } from '#lib/background/cleanup.ts';
import type { Database } from '#lib/database/open.ts';
import { readEnv } from '#lib/env/env.ts';
import { log } from '#lib/log.ts';
import { store } from '#lib/store/open.ts';
import { activity } from '#lib/store/schema/activity.ts';
import { attempts } from '#lib/store/schema/attempts.ts';
import { indexedCampaigns } from '#lib/store/schema/campaign-index.ts';
import { invitations } from '#lib/store/schema/invitations.ts';
import { jobItems, jobs } from '#lib/store/schema/jobs.ts';
import { paymentRunItems, paymentRunLinks, paymentRuns } from '#lib/store/schema/payment-runs.ts';
import { shareLinks, shareVisits } from '#lib/store/schema/share-links.ts';
import { listProblemNames, REQUIRED_ENV } from './support/env.ts';
import { setUpHarness } from './support/harness.ts';

const harness = setUpHarness();
const OLD = new Date('2020-01-01T00:00:00Z');
const BY = 'ann@example.com';
let db: Database;
beforeEach(async () => {
  harness.applySettings({
    KEEP_ACTIVITY_DAYS: '100',
    KEEP_REFUSED_ATTEMPTS_DAYS: '100',
    KEEP_JOBS_DAYS: '100',
    KEEP_SHARE_LINKS_DAYS: '100',
    KEEP_VISITS_DAYS: '100',
    KEEP_INVITATIONS_DAYS: '100',
  });
  db = await store();
  await deleteOldData(db);
});

type Attempt = Partial<typeof attempts.$inferInsert>;

/** Adds an attempt and its entry in the activity log. Both are old, unless `attempt` says otherwise. */
async function addAttempt(attempt: Attempt = {}): Promise<string> {
  const campaignId = Math.floor(performance.now() * 1_000);
  const [row] = await db
    .insert(attempts)
    .values({
      campaignId,
      operation: 'payAndSendCampaign',
      lockScope: 'mail',
      state: 'refused',
      by: BY,
      startedAt: OLD,
      settledAt: OLD,
      ...attempt,
    })
    .returning();
  if (!row) throw new Error('The attempt was not returned.');
  await db.insert(activity).values({
    at: row.startedAt,
    operation: row.operation,
    outcome: 'started',
    by: BY,
    campaignId,
    attemptId: row.id,
    amount: '$10.00',
  });
  return row.id;
}

async function countActivityOf(attemptId: string): Promise<number> {
  return db.$count(activity, eq(activity.attemptId, attemptId));
}
const exists = async (id: string) => (await db.$count(attempts, eq(attempts.id, id))) === 1;

/** Adds an old entry about something that isn't an attempt. */
async function addEntry(at = OLD): Promise<string> {
  const attemptId = crypto.randomUUID();
  await db.insert(activity).values({ at, operation: 'member.added', outcome: 'done', by: BY, attemptId });
  return attemptId;
}

describe('a retention setting', () => {
  it('accepts a number of days, and “forever” for data that can be kept forever', () => {
    const settings = { KEEP_ACTIVITY_DAYS: '30', KEEP_VISITS_DAYS: 'forever', KEEP_SESSIONS_DAYS: '365' };
    expect(readEnv({ ...REQUIRED_ENV, ...settings }).retention).toEqual({
      activity: 30,
      repeatedEvents: 365,
      refusedAttempts: null,
      jobs: null,
      shareLinks: null,
      visits: null,
      invitations: 365,
      notifications: 90,
      sessions: 365,
    });
  });

  it.each([
    { KEEP_ACTIVITY_DAYS: '29' },
    { KEEP_REFUSED_ATTEMPTS_DAYS: '0' },
    { KEEP_VISITS_DAYS: 'always' },
    { KEEP_JOBS_DAYS: '36501' },
    { KEEP_REPEATED_EVENTS_DAYS: 'forever' },
    { KEEP_SESSIONS_DAYS: 'forever' },
    { KEEP_NOTIFICATIONS_DAYS: '1.5' },
  ])('refuses %o', (settings) => {
    expect(listProblemNames({ ...REQUIRED_ENV, ...settings })).toEqual(Object.keys(settings));
  });
});

describe('an attempt', () => {
  it('is deleted with its activity if it was refused long ago', async () => {
    const refused = await addAttempt();
    expect(await deleteOldData(db)).toEqual({ refused_attempts: 1, activity: 1 });
    expect(await exists(refused)).toBe(false);
    expect(await countActivityOf(refused)).toBe(0);
  });

  it.each<[string, Attempt]>([
    ['unknown', { state: 'unknown', settledAt: null }],
    ['in progress', { state: 'open', settledAt: null }],
    ['successful', { state: 'done' }],
    ['a payment link', { state: 'done', operation: 'payCampaign', abandonedAt: OLD }],
    ['a copy', { state: 'done', operation: 'cloneCampaign', lockScope: 'copy' }],
    ['recently refused', { settledAt: new Date() }],
    [
      'a reschedule that canceled its campaign',
      {
        operation: 'rescheduleCampaign',
        reschedule: { sendAt: OLD.toISOString(), resend: 'sendCampaign', part: 'send' },
      },
    ],
  ])('is kept with its activity if it is %s', async (_, attempt) => {
    const id = await addAttempt(attempt);
    await deleteOldData(db);
    expect(await exists(id)).toBe(true);
    expect(await countActivityOf(id)).toBe(1);
  });

  it('is kept with its activity if the setting is “forever”', async () => {
    harness.applySettings({ KEEP_REFUSED_ATTEMPTS_DAYS: 'forever' });
    const id = await addAttempt();
    await deleteOldData(db);
    expect([await exists(id), await countActivityOf(id)]).toEqual([true, 1]);
  });

  it('is kept as long as the bulk job or payment run that it belongs to', async () => {
    const [jobKey, sendKey] = [crypto.randomUUID(), crypto.randomUUID()];
    const [job] = await db
      .insert(jobs)
      .values({ action: { kind: 'cancel' } as never, state: 'ended', by: BY, endedAt: new Date() })
      .returning();
    const [run] = await db.insert(paymentRuns).values({ by: BY }).returning();
    if (!job || !run) throw new Error('The rows were not returned.');
    await db.insert(jobItems).values({ jobId: job.id, position: 1, campaignId: 1, attemptKey: jobKey });
    await db.insert(paymentRunItems).values({ runId: run.id, position: 1, campaignId: 1, sendKey });
    const ids = [
      await addAttempt({ itemKey: jobKey, itemKind: 'job' }),
      await addAttempt({ itemKey: sendKey, itemKind: 'payment_run' }),
      await addAttempt(),
    ];
    await db.insert(paymentRunLinks).values({ attemptId: ids[2] ?? '', runId: run.id, campaignId: 1 });
    await deleteOldData(db);
    expect(await Promise.all(ids.map(exists))).toEqual([true, true, true]);
    await db.delete(jobs);
    await db.delete(paymentRuns);
    await deleteOldData(db);
    expect(await Promise.all(ids.map(exists))).toEqual([false, false, false]);
  });
});

describe('the activity log', () => {
  it('loses only entries that are older than the setting allows, in small steps', async () => {
    const old = await Promise.all(Array.from({ length: 1_100 }, () => addEntry()));
    const recent = await addEntry(new Date());
    expect(await deleteOldData(db)).toEqual({ activity: 1_100 });
    expect(await countActivityOf(old[0] ?? '')).toBe(0);
    expect(await countActivityOf(recent)).toBe(1);
  });

  it('is kept if the setting is “forever”', async () => {
    harness.applySettings({ KEEP_ACTIVITY_DAYS: 'forever' });
    const id = await addEntry();
    await deleteOldData(db);
    expect(await countActivityOf(id)).toBe(1);
  });

  it('keeps all entries unless a minimum age is set, and keeps an attempt’s entries while the attempt exists', async () => {
    const id = await addAttempt({ state: 'done' });
    const other = await addEntry();
    const remove = (attemptId: string, before: string | null) =>
      db.transaction(async (tx) => {
        if (before !== null)
          await tx.execute(sql`select set_config('mailroom.delete_activity_before', ${before}, true)`);
        await tx.delete(activity).where(eq(activity.attemptId, attemptId));
      });
    for (const attempt of [
      () => remove(other, null),
      () => remove(other, '2019-12-31'),
      () => remove(id, '2026-01-01'),
    ]) {
      const reason: unknown = await attempt().catch((error: Error) => error.cause);
      expect(String(reason)).toContain('append-only');
    }
    await remove(other, '2026-01-01');
    expect(await countActivityOf(other)).toBe(0);
  });
});

describe('jobs and payment runs', () => {
  const addJob = async (job: Partial<typeof jobs.$inferInsert>, state: 'refused' | 'unknown' = 'refused') => {
    const [row] = await db
      .insert(jobs)
      .values({ action: { kind: 'cancel' } as never, state: 'ended', by: BY, endedAt: OLD, ...job })
      .returning();
    await db.insert(jobItems).values({ jobId: row?.id ?? 0, position: 1, campaignId: 1, state });
    return row?.id;
  };

  it('a job or payment run that ended long ago is deleted, unless it is a job with an unknown outcome', async () => {
    await db.delete(jobs);
    await db.delete(paymentRuns);
    await addJob({});
    await addJob({ state: 'stopped', endedAt: null, stoppedAt: OLD });
    const kept = [
      await addJob({}, 'unknown'),
      await addJob({ endedAt: new Date() }),
      await addJob({ state: 'running', endedAt: null }),
    ];
    await db.insert(paymentRuns).values({ by: BY, createdAt: OLD });
    expect(await deleteOldData(db)).toEqual({ jobs: 2, payment_runs: 1 });
    const rows = await db.select({ id: jobs.id }).from(jobs).orderBy(jobs.id);
    expect(rows.map(({ id }) => id)).toEqual(kept);
    await db.delete(jobs);
  });

  it('a payment run is kept while one of its links is open or an attempt’s outcome is unknown', async () => {
    for (const attempt of [
      { state: 'unknown', startedAt: OLD, settledAt: null } as const,
      { state: 'done', startedAt: new Date(), settledAt: new Date() } as const,
    ]) {
      const [run] = await db.insert(paymentRuns).values({ by: BY, createdAt: OLD }).returning();
      const attemptId = await addAttempt({ operation: 'payCampaign', ...attempt });
      await db.insert(paymentRunLinks).values({ attemptId, runId: run?.id ?? 0, campaignId: 1 });
      expect(await deleteOldData(db)).toEqual({});
      await db.delete(paymentRuns);
    }
  });
});

describe('a share link', () => {
  let nextCampaign = 500_000;
  const addLink = async (status: string | null, link: Partial<typeof shareLinks.$inferInsert> = {}) => {
    const campaignId = nextCampaign++;
    if (status !== null) await db.insert(indexedCampaigns).values({ campaignId, status });
    const [row] = await db
      .insert(shareLinks)
      .values({
        campaignId,
        nonce: 'n',
        tokenHash: crypto.randomUUID(),
        label: 'For Grace',
        by: BY,
        visibleParts: { price: false, recipients: false, metadata: false },
        guestsDecide: true,
        fingerprints: {} as never,
        createdAt: OLD,
        expiresAt: OLD,
        ...link,
      })
      .returning();
    return row?.id ?? '';
  };

  it('is deleted if it ended long ago and its campaign can’t change anymore', async () => {
    await addLink('mailed');
    await addLink('sent', { revokedAt: OLD, expiresAt: new Date() });
    const kept = [
      await addLink('draft'),
      await addLink('queued'),
      await addLink(null),
      await addLink('mailed', { expiresAt: new Date() }),
    ];
    expect(await deleteOldData(db)).toEqual({ share_links: 2 });
    const rows = await db.select({ id: shareLinks.id }).from(shareLinks);
    expect(rows.map(({ id }) => id).toSorted()).toEqual(kept.toSorted());
  });

  it('loses its records of old views', async () => {
    const shareLinkId = await addLink('draft');
    const view = { shareLinkId, visitor: '192.0.2.0/24' };
    const now = new Date();
    await db.insert(shareVisits).values([
      { ...view, hour: OLD, lastAt: OLD },
      { ...view, hour: now, lastAt: now },
    ]);
    expect(await deleteOldData(db)).toEqual({ visits: 1 });
  });
});

it('invitations are deleted if they ended long ago', async () => {
  await db.delete(invitations);
  const invitation = { tokenHash: 'hash', role: 'viewer', email: 'cy@example.com', by: BY } as const;
  const [soon, now] = [new Date(Date.now() + 86_400_000), new Date()];
  await db.insert(invitations).values([
    { ...invitation, expiresAt: OLD },
    { ...invitation, expiresAt: now, revokedAt: OLD },
    { ...invitation, expiresAt: OLD, acceptedAt: now },
    { ...invitation, expiresAt: soon },
  ]);
  expect(await deleteOldData(db)).toEqual({ invitations: 2 });
});

it('data that can’t be deleted doesn’t keep other data from being deleted', async () => {
  const link = { email: 'jo@example.com', role: 'viewer', by: BY, expiresAt: OLD } as const;
  await db.insert(invitations).values({ ...link, tokenHash: 'kept' });
  const entry = await addEntry();
  await db.execute(sql`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'refused'; end $$`);
  await db.execute(
    sql`create trigger refuse before delete on invitations for each row execute function refuse()`,
  );
  const warned = vi.spyOn(log(), 'warn').mockReturnValue();
  try {
    expect(await deleteOldData(db)).toEqual({ activity: 1 });
    expect(warned.mock.calls).toEqual([
      [expect.objectContaining({ rule: 'invitations' }), 'old data could not be deleted'],
    ]);
  } finally {
    await db.execute(sql`drop trigger refuse on invitations`);
    await db.execute(sql`drop function refuse`);
    warned.mockRestore();
  }
  expect(await countActivityOf(entry)).toBe(0);
  expect(await deleteOldData(db)).toEqual({ invitations: 1 });
});

it('a server that loses the lease stops deleting', async () => {
  await addEntry();
  let isLost = false;
  const lease = {
    advance: () => {
      isLost = true;
    },
    isLost: () => isLost,
  };
  await deleteOldData(db, lease);
  expect(await db.$count(activity, eq(activity.by, BY))).toBeGreaterThan(0);
  isLost = false;
  expect(await deleteOldData(db)).toEqual({ activity: 1 });
});
