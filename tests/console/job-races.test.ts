/** Tests that a bulk job doesn't end while another server puts one of the job's campaigns back. */
import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { Database } from '#lib/database/open.ts';
import { beginAttempt, claimAttempt, settleAttempt } from '#lib/store/attempts.ts';
import { skipChecks } from '#lib/store/job-reviews.ts';
import { claimItem, putBackRefused } from '#lib/store/job-work.ts';
import { findJob, insertJob, setEndedIfDone, setRunning } from '#lib/store/jobs.ts';
import { upsertMember } from '#lib/store/member-changes.ts';
import { findMemberByEmail } from '#lib/store/members.ts';
import { jobItems } from '#lib/store/schema/jobs.ts';
import { openOnTwoServers } from './support/databases.ts';

const EMAIL = 'sender@mailroom.test';

/** Creates a running job whose only call the mail service has just refused. */
async function makeRefusedJob(db: Database) {
  await upsertMember(db, { email: EMAIL, role: 'sender', passwordHash: 'scrypt' });
  const memberId = (await findMemberByEmail(db, EMAIL))?.id ?? '';
  const job = { action: { kind: 'copy' }, memberId, by: EMAIL, from: null } as const;
  const id = await db.transaction((tx) => insertJob(tx, job, [1]));
  await skipChecks(db, id);
  await setRunning(db, id);
  const itemKey = (await claimItem(db, id))?.attemptKey ?? '';
  const item = { itemKey, itemKind: 'job' } as const;
  const attempt = await claimAttempt(db, {
    ...item,
    campaignId: 1,
    lockScope: 'copy',
    operation: 'cloneCampaign',
    memberId,
    by: EMAIL,
    amount: null,
  });
  const before = { status: 'draft', scheduledAt: null };
  await beginAttempt(db, attempt?.id ?? '', { ...item, before, serviceTime: Date.now() });
  await settleAttempt(db, attempt?.id ?? '', { state: 'refused', settledBy: 'answer' });
  return { id, itemKey };
}

it('a job doesn’t end while its last campaign is being put back', async () => {
  const [one, two] = await openOnTwoServers();
  const { id, itemKey } = await makeRefusedJob(one.db);
  let hasTried = false;
  const isWaiting = async () => {
    const locks = await one.db.select({ pid: sql`pid` }).from(sql`pg_locks`).where(sql`not granted`);
    return locks.length > 0 || hasTried;
  };
  const ended = await one.db.transaction(async (tx) => {
    expect(await putBackRefused(tx, itemKey, 0, 0)).toBe(true);
    const ending = two.db.transaction((other) => setEndedIfDone(other, id));
    void ending.then(() => {
      hasTried = true;
    });
    await expect.poll(isWaiting).toBe(true);
    return { ending };
  });
  expect(await ended.ending).toBe(false);
  expect((await findJob(one.db, id))?.state).toBe('running');
  const [item] = await one.db.select().from(jobItems).where(eq(jobItems.jobId, id));
  expect(item?.state).toBe('ready');
});

it('a campaign isn’t put back after its job has ended', async () => {
  const [one] = await openOnTwoServers();
  const { id, itemKey } = await makeRefusedJob(one.db);
  expect(await one.db.transaction((tx) => setEndedIfDone(tx, id))).toBe(true);
  expect(await putBackRefused(one.db, itemKey, 0, 0)).toBe(false);
});
