/** Tests that nothing changes, and nothing is logged, if the change can't be recorded in the activity log. */
import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, it, vi } from 'vitest';
import { getAccount } from '#lib/auth/session.ts';
import { endSession } from '#lib/auth/start-session.ts';
import { confirmWithPassword } from '#lib/data/confirm-identity.ts';
import { changeMember, listTeam } from '#lib/data/team.ts';
import { store } from '#lib/store/open.ts';
import { sessions } from '#lib/store/schema/sessions.ts';
import { querySessions } from '#lib/store/sessions.ts';
import { setUpHarness } from './support/harness.ts';
import { captureLog } from './support/log.ts';
import { addMember, asMember } from './support/members.ts';
import { PASSWORD, passwordHash, submitSignInForm } from './support/sign-in.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
vi.mock('next/cache', () => ({ refresh: () => undefined }));

const harness = setUpHarness();
beforeEach(() => harness.applySettings({}));
const log = captureLog();

const loggedEvents = () => log.readEntries().filter(({ msg }) => msg === 'security event');

/** Runs work while no event can be recorded. */
async function withoutActivity(work: () => Promise<void>): Promise<void> {
  const db = await store();
  await db.execute('alter table activity rename to activity_away');
  try {
    await work();
  } finally {
    await db.execute('alter table activity_away rename to activity');
  }
}

it('a member isn’t changed, and nothing is logged, if the change can’t be recorded', async () => {
  const { id } = await addMember('unchanged@mailroom.test', 'viewer');
  await withoutActivity(async () => {
    await expect(harness.admin(() => changeMember(id, 'admin'))).rejects.toThrow();
  });
  const team = await harness.admin(listTeam);
  expect(team.ok && team.value.find((member) => member.id === id)?.role).toBe('viewer');
  expect(loggedEvents()).toEqual([]);
});

it('no session starts or ends, and no identity is confirmed, if the event can’t be recorded', async () => {
  const email = 'unrecorded@mailroom.test';
  const member = await addMember(email, 'viewer', await passwordHash());
  const runAs = await asMember(member);
  const old = sql`now() - interval '1 hour'`;
  await (await store())
    .update(sessions)
    .set({ authenticatedAt: old })
    .where(eq(sessions.memberId, member.id));
  await withoutActivity(async () => {
    await expect(submitSignInForm({ email, password: PASSWORD })).rejects.toThrow();
    await expect(runAs(endSession)).rejects.toThrow();
    await expect(runAs(() => confirmWithPassword(PASSWORD))).rejects.toThrow();
  });
  expect(await querySessions(await store(), member.id, 8)).toHaveLength(1);
  expect(await runAs(getAccount)).toMatchObject({ isRecentlyAuthenticated: false });
  expect(loggedEvents()).toEqual([]);
});
