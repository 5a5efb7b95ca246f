/** Tests that refused sign-ins are recorded, without secrets, and without revealing who is a member. */
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { hashQueue } from '#lib/auth/credentials.ts';
import { store } from '#lib/store/open.ts';
import { setUpHarness } from './support/harness.ts';
import { addMember, signInNewMember } from './support/members.ts';
import { readEvents } from './support/security-events.ts';
import { checkPassword, passwordHash } from './support/sign-in.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
const afterResponse = vi.hoisted((): { run: boolean; waiting: (() => Promise<void>)[] } => ({
  run: true,
  waiting: [],
}));
vi.mock('next/server', async (actual) => ({
  ...(await actual<typeof import('next/server')>()),
  after: (work: () => Promise<void>) => {
    if (afterResponse.run) throw new Error('There is no request.');
    afterResponse.waiting.push(work);
  },
}));

const harness = setUpHarness();
beforeEach(() => harness.applySettings({}));

const guess = (email: string, from: string) => checkPassword(email, 'wrong password', from);

describe('a refused sign-in', () => {
  it('is counted exactly, separately from attempts that the rate limit refused', async () => {
    await addMember('target@mailroom.test', 'sender', await passwordHash());
    const from = '198.51.100.7';
    // Without hashing, 75 attempts are fast even on a busy machine.
    const hashing = vi.spyOn(hashQueue, 'execute').mockResolvedValue(false);
    for (let i = 0; i < 75; i++) await guess('target@mailroom.test', from);
    hashing.mockRestore();
    const isOurs = (event: { from: string | null }) => event.from === from;
    const refused = (await readEvents(harness.admin, 'sign_in.refused')).filter(isOurs);
    const limited = (await readEvents(harness.admin, 'sign_in.limited')).filter(isOurs);
    expect(refused).toMatchObject([{ about: 'target@mailroom.test', by: null, outcome: 'refused' }]);
    const total = (events: typeof refused) => events.reduce((sum, { times }) => sum + times, 0);
    expect([total(refused), total(limited)]).toEqual([10, 65]);
    expect(refused[0]?.lastAt).toBeGreaterThanOrEqual(refused[0]?.at ?? Infinity);
  });

  it('is recorded without the entered address if no member has that address, because it might be a password', async () => {
    await guess('hunter2-hunter2', '198.51.100.8');
    await guess('hunter2@hunter2.example', '198.51.100.8');
    expect(await readEvents(harness.admin, 'sign_in.refused')).toContainEqual(
      expect.objectContaining({
        about: null,
        from: '198.51.100.8',
        details: { reason: 'unknown_address' },
        times: 2,
      }),
    );
    const db = await store();
    const stored = await db.execute(sql`select activity::text from activity union all
      select event_counts::text from event_counts`);
    expect(JSON.stringify(stored)).not.toMatch(/hunter2|wrong password/);
  });

  it('is recorded only after the response, and a failure to record it causes no error', async () => {
    await addMember('quiet@mailroom.test', 'sender', await passwordHash());
    const countRows = async () => (await readEvents(harness.admin, 'sign_in.refused')).length;
    const before = await countRows();
    afterResponse.run = false;
    for (const email of ['quiet@mailroom.test', 'stranger@mailroom.test']) {
      expect(await guess(email, '198.51.100.9')).toEqual({ ok: false, why: 'wrong' });
    }
    afterResponse.run = true;
    expect(await countRows()).toBe(before);
    expect(afterResponse.waiting).toHaveLength(2);
    const db = await store();
    await db.execute('alter table event_counts rename to event_counts_away');
    await expect(afterResponse.waiting[0]?.()).resolves.toBeUndefined();
    await db.execute('alter table event_counts_away rename to event_counts');
    await afterResponse.waiting[1]?.();
    expect(await countRows()).toBe(before + 1);
  });

  it('is visible only to admins and to the member whose account was used', async () => {
    const owner = await signInNewMember('viewer', 'owner@mailroom.test');
    const other = await signInNewMember('sender', 'other@mailroom.test');
    await guess('owner@mailroom.test', '198.51.100.10');
    const isAboutOwner = expect.objectContaining({ about: 'owner@mailroom.test' });
    expect(await readEvents(harness.admin, 'sign_in.refused')).toContainEqual(isAboutOwner);
    expect(await readEvents(owner, 'sign_in.refused')).toEqual([isAboutOwner]);
    expect(await readEvents(other, 'sign_in.refused')).toEqual([]);
  });
});
