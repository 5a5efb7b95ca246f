/**
 * Tests that an old session can't widen access or weaken a rule: such a change requires that the member has
 * signed in or confirmed their identity in the last ten minutes.
 */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { inviteAction, renewAction } from '#app/(console)/team/actions.ts';
import { saveApprovalRule } from '#lib/data/approval.ts';
import { listInvitations } from '#lib/data/invitations.ts';
import { saveSecondFactorRule } from '#lib/data/second-factor-rule.ts';
import { changeMember } from '#lib/data/team.ts';
import type { ApprovalSettings } from '#lib/domain/approval-rule.ts';
import type { MemberAction } from '#lib/domain/member-actions.ts';
import type { Role } from '#lib/domain/permissions.ts';
import type { SecondFactorRule } from '#lib/domain/second-factor.ts';
import { findMember } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { querySecondFactorRule, readApprovalSettings } from '#lib/store/team-settings.ts';
import { GUARDED_FUNCTIONS } from './support/data-functions.ts';
import {
  addMemberWithApp,
  addPasswordMember,
  backdateSessions,
  openOldSession,
  setApprovalRule,
  setSecondFactorRule,
  setUpFactorHarness,
} from './support/factors.ts';
import {
  createInvitation,
  findInvitationId,
  newEmailAddress,
  openInvitation,
} from './support/invitations.ts';
import { ALWAYS_REQUIRED, NEVER_REQUIRED, REQUIRED_TO_WIDEN } from './support/reauthentication.ts';
import { addCampaign } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
vi.mock('next/cache', () => ({ refresh: () => undefined }));

const modules = import.meta.glob<Record<string, unknown>>('../../lib/data/**/*.ts', { eager: true });
const functions = new Map(
  Object.values(modules).flatMap((module) =>
    Object.entries(module).filter((entry): entry is [string, (...args: unknown[]) => Promise<unknown>] => {
      return typeof entry[1] === 'function';
    }),
  ),
);

const harness = setUpFactorHarness();
let nextId = 1;
const REQUIRED = { ok: false, failure: { kind: 'reauthentication_required' } };

beforeEach(() => setApprovalRule({ rule: 'none', minimum: null }));

describe('in an old session', () => {
  it('every function in lib/data is listed as either requiring recent authentication or not', () => {
    const decided = [...ALWAYS_REQUIRED, ...REQUIRED_TO_WIDEN, ...Object.values(NEVER_REQUIRED).flat()];
    expect(decided.toSorted()).toEqual(Object.keys(GUARDED_FUNCTIONS).toSorted());
  });

  async function callInOldSession(name: string): Promise<unknown> {
    const browser = await openOldSession();
    const { id } = addCampaign(harness.service, { id: nextId++, paid: 0 });
    const run = functions.get(name);
    if (!run) throw new Error(`${name} isn’t exported by lib/data.`);
    return browser.run(() => run(...(GUARDED_FUNCTIONS[name]?.args(id) ?? [])));
  }

  it.each(ALWAYS_REQUIRED)('%s is refused', async (name) => {
    expect(await callInOldSession(name)).toEqual(REQUIRED);
  });

  it.each(Object.values(NEVER_REQUIRED).flat())('%s isn’t refused', async (name) => {
    expect(JSON.stringify(await callInOldSession(name)) ?? '').not.toContain('reauthentication');
  });

  it.each<[Role, MemberAction, boolean]>([
    ['viewer', 'sender', true],
    ['viewer', 'admin', true],
    ['sender', 'admin', true],
    ['admin', 'sender', false],
    ['admin', 'viewer', false],
    ['sender', 'viewer', false],
    ['sender', 'sender', false],
    ['sender', 'sign_out', false],
    ['sender', 'disable', false],
    ['sender', 'enable', true],
    ['sender', 'reset_factors', true],
  ])('the change of a %s to %s is refused: %s', async (role, action, isRefused) => {
    const browser = await openOldSession();
    const other = await addPasswordMember(role);
    const result = await browser.run(() => changeMember(other.id, action));
    expect(result).toEqual(isRefused ? REQUIRED : { ok: true, value: null });
    const row = await findMember(await store(), other.id);
    if (isRefused) expect(row).toEqual(other);
  });

  it('a member can be demoted even if another member takes over the share links', async () => {
    const browser = await openOldSession();
    const [leaving, recipient] = [await addPasswordMember('sender'), await addPasswordMember('sender')];
    const transfer = { transferTo: recipient.id };
    expect(await browser.run(() => changeMember(leaving.id, 'disable', transfer))).toMatchObject({
      ok: true,
    });
  });

  it.each<[ApprovalSettings, ApprovalSettings, boolean]>([
    [{ rule: 'both', minimum: null }, { rule: 'none', minimum: null }, true],
    [{ rule: 'both', minimum: null }, { rule: 'member', minimum: null }, true],
    [{ rule: 'member', minimum: null }, { rule: 'guest', minimum: null }, true],
    [{ rule: 'guest', minimum: null }, { rule: 'member', minimum: null }, true],
    [{ rule: 'member', minimum: null }, { rule: 'member', minimum: 50_000 }, true],
    [{ rule: 'member', minimum: 50_000 }, { rule: 'both', minimum: 50_001 }, true],
    [{ rule: 'member', minimum: 50_000 }, { rule: 'both', minimum: 50_000 }, false],
    [{ rule: 'member', minimum: 50_000 }, { rule: 'member', minimum: 100 }, false],
    [{ rule: 'member', minimum: 50_000 }, { rule: 'member', minimum: null }, false],
    [{ rule: 'none', minimum: null }, { rule: 'guest', minimum: 50_000 }, false],
    [{ rule: 'none', minimum: null }, { rule: 'none', minimum: 50_000 }, false],
  ])('changing the approval rule from %j to %j is refused: %s', async (from, to, isRefused) => {
    const browser = await openOldSession();
    await setApprovalRule(from);
    const result = await browser.run(() => saveApprovalRule(to));
    expect(result).toEqual(isRefused ? REQUIRED : { ok: true, value: null });
    expect(await readApprovalSettings(await store())).toEqual(isRefused ? from : to);
  });

  it.each<[SecondFactorRule, SecondFactorRule, boolean]>([
    ['everyone', 'none', true],
    ['everyone', 'senders', true],
    ['senders', 'none', true],
    ['senders', 'senders', false],
    ['senders', 'everyone', false],
    ['none', 'senders', false],
  ])('changing the second-factor rule from %s to %s is refused: %s', async (from, to, isRefused) => {
    const { member, browser } = await addMemberWithApp('admin');
    await backdateSessions(member);
    await setSecondFactorRule(from);
    const result = await browser.run(() => saveSecondFactorRule(to));
    expect(result).toEqual(isRefused ? REQUIRED : { ok: true, value: null });
    expect(await querySecondFactorRule(await store())).toBe(isRefused ? from : to);
  });

  it('no one is invited, and no earlier link is replaced', async () => {
    const browser = await openOldSession();
    const { link, email } = await createInvitation('viewer');
    const uninvited = newEmailAddress();
    await browser.submit(inviteAction, { email: uninvited, role: 'admin' });
    await browser.submit(renewAction, { id: await findInvitationId(link) });
    expect(await openInvitation(link)).toMatchObject({ email });
    const list = await harness.admin(listInvitations);
    expect(JSON.stringify(list)).not.toContain(uninvited);
  });
});
