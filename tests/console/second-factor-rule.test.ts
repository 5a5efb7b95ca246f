/** Tests that the team can require a second factor, and that an admin can reset a member's second factor. */
import { describe, expect, it, vi } from 'vitest';
import { profileAction } from '#app/(console)/profile/actions.ts';
import { memberAction } from '#app/(console)/team/[id]/actions.ts';
import { secondFactorRuleAction } from '#app/(console)/team/second-factor-action.ts';
import { signOutAction } from '#app/login/actions.ts';
import { codeAction } from '#app/login/second-factor/actions.ts';
import { getAccount, getMember, getPollingMember, requireMember } from '#lib/auth/session.ts';
import { listCampaigns } from '#lib/data/campaigns.ts';
import type { Role } from '#lib/domain/permissions.ts';
import type { SecondFactorRule } from '#lib/domain/second-factor.ts';
import type { FormState } from '#lib/forms/form-state.ts';
import { PATH_HEADER } from '#lib/http/callback-url.ts';
import { store } from '#lib/store/open.ts';
import { activity } from '#lib/store/schema/activity.ts';
import { notifications } from '#lib/store/schema/notifications.ts';
import { totpCode } from '../support/totp.ts';
import {
  addApp,
  addMemberWithApp,
  addMemberWithCodes,
  addPasswordMember,
  backdateSessions,
  enterPassword,
  openBrowser,
  setSecondFactorRule,
  setUpFactorHarness,
} from './support/factors.ts';
import { callProxy } from './support/proxy.ts';
import { redirectOrResult } from './support/redirects.ts';
import { ORIGIN } from './support/settings.ts';
import { TestBrowser } from './support/test-browser.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
vi.mock('next/cache', () => ({ refresh: () => undefined }));

const harness = setUpFactorHarness();

describe('a member without the required second factor', () => {
  it.each<[SecondFactorRule, Role, boolean]>([
    ['none', 'admin', false],
    ['senders', 'viewer', false],
    ['senders', 'sender', true],
    ['senders', 'admin', true],
    ['everyone', 'viewer', true],
  ])(
    'with the rule %j and the role %s is redirected to add a second factor: %s',
    async (rule, role, isLed) => {
      const browser = await openBrowser(await addPasswordMember(role));
      await setSecondFactorRule(rule);
      const result = await browser.run(() => redirectOrResult(requireMember));
      expect(result).toEqual(isLed ? { to: '/second-factor' } : expect.objectContaining({ role }));
    },
  );

  it('can’t use pages, actions, or the API before adding the factor', async () => {
    const browser = await openBrowser(await addPasswordMember('admin'));
    await setSecondFactorRule('everyone');
    expect(await browser.run(getMember)).toBeNull();
    expect(await browser.run(getPollingMember)).toBeNull();
    expect(await browser.run(() => listCampaigns({}))).toMatchObject({ ok: false });
    expect(await browser.submit(profileAction, { name: 'Ada' })).toMatchObject({
      message: expect.stringContaining('You need a second factor'),
      values: { name: 'Ada' },
    });
    const request = new Request(`${ORIGIN}/api/v1/campaigns`);
    const response = await browser.run(() => callProxy(request));
    expect(response.status).toBe(401);
    expect(harness.service.requests).toEqual([]);
    expect(await browser.run(getAccount)).toMatchObject({ needsFactor: true });
  });

  it('returns to the requested page after adding the factor', async () => {
    const member = await addPasswordMember();
    const browser = new TestBrowser({ [PATH_HEADER]: '/campaigns?status=draft' });
    Object.assign(browser.cookies, (await openBrowser(member)).cookies);
    await setSecondFactorRule('senders');
    expect(await browser.run(() => redirectOrResult(requireMember))).toEqual({
      to: '/second-factor?callbackUrl=%2Fcampaigns%3Fstatus%3Ddraft',
    });
    await addApp(browser);
    expect(await browser.run(getMember)).toMatchObject({ id: member.id });
  });

  it('is recorded in a security event when signing out without adding the factor', async () => {
    const member = await addPasswordMember();
    const browser = await openBrowser(member);
    await setSecondFactorRule('everyone');
    const signOut = async (_: FormState, form: FormData): Promise<FormState> => {
      await signOutAction(form);
      return {};
    };
    expect(await browser.submit(signOut)).toEqual({ to: '/login' });
    const rows = (await (await store()).select().from(activity)).filter(({ by }) => by === member.email);
    expect(rows.map(({ operation }) => operation)).toEqual(['session.signed_out']);
  });

  it('is redirected to add a factor, even without a rule, if the password is short and the factor was reset', async () => {
    const { member } = await addMemberWithApp('viewer');
    const db = await store();
    await db.execute(`update members set has_short_password = true where id = '${member.id}'`);
    await db.execute(`delete from authenticator_apps where member_id = '${member.id}'`);
    const { browser } = await enterPassword(member);
    expect(await browser.run(() => redirectOrResult(requireMember))).toEqual({ to: '/second-factor' });
  });
});

describe('the rule', () => {
  it('can be set by an admin with a second factor', async () => {
    const { member, browser } = await addMemberWithApp('admin');
    expect(await browser.submit(secondFactorRuleAction, { second_factor_rule: 'senders' })).toMatchObject({
      ok: true,
    });
    const rows = (await (await store()).select().from(activity)).filter(({ by }) => by === member.email);
    expect(rows.at(-1)).toMatchObject({
      operation: 'second_factor_rule.changed',
      details: { required_for: 'senders' },
    });
  });

  it('can’t be set by an admin without a second factor, because the rule would also apply to that admin', async () => {
    const browser = await openBrowser(await addPasswordMember('admin'));
    expect(await browser.submit(secondFactorRuleAction, { second_factor_rule: 'senders' })).toMatchObject({
      message: expect.stringContaining('Add a second factor to your own account first.'),
    });
    expect(await browser.run(getMember)).not.toBeNull();
  });

  it.each<Role>(['viewer', 'sender'])('can’t be changed by a %s', async (role) => {
    const { browser } = await addMemberWithApp(role);
    expect(await browser.submit(secondFactorRuleAction, { second_factor_rule: 'everyone' })).toMatchObject({
      failure: { kind: 'forbidden' },
    });
  });
});

describe('resetting a member’s second factor', () => {
  const reset = (admin: TestBrowser, id: string) =>
    admin.submit(memberAction, { id, member_action: 'reset_factors' });

  it('ends the member’s sessions, is recorded, and is reported to the member', async () => {
    const lost = await addMemberWithCodes();
    const boss = await addPasswordMember('admin');
    const admin = await openBrowser(boss);
    const pending = await enterPassword(lost.member);
    expect(await reset(admin, lost.member.id)).toEqual({ to: `/team/${lost.member.id}?done=reset_factors` });
    expect(await lost.browser.run(getMember)).toBeNull();
    for (const code of [totpCode(lost.secret, 1), lost.codes[0] ?? ''])
      expect(await pending.browser.submit(codeAction, { code })).not.toHaveProperty('to');
    expect((await enterPassword(lost.member)).result).toEqual({ to: '/campaigns' });
    const rows = await (await store()).select().from(activity);
    expect(rows).toContainEqual(
      expect.objectContaining({
        operation: 'second_factor.reset',
        by: boss.email,
        about: lost.member.email,
      }),
    );
    const queue = await (await store()).select().from(notifications);
    expect(queue).toContainEqual(
      expect.objectContaining({ memberId: lost.member.id, kind: 'factors.reset' }),
    );
  });

  it('requires the admin to have entered a password or second factor in the last ten minutes', async () => {
    const lost = await addMemberWithApp();
    const boss = await addPasswordMember('admin');
    const admin = await openBrowser(boss);
    await backdateSessions(boss);
    const path = encodeURIComponent(`/team/${lost.member.id}/reset_factors`);
    expect(await reset(admin, lost.member.id)).toEqual({
      to: `/second-factor/confirm?callbackUrl=${path}`,
    });
    expect(await lost.browser.run(getMember)).not.toBeNull();
  });

  it('is refused for a sender, and for admins who try to reset their own factor', async () => {
    const lost = await addMemberWithApp();
    const sender = await openBrowser(await addPasswordMember('sender'));
    expect(await reset(sender, lost.member.id)).toMatchObject({ failure: { kind: 'forbidden' } });
    const own = await addMemberWithApp('admin');
    expect(await reset(own.browser, own.member.id)).toMatchObject({
      message: expect.stringContaining('Only another admin'),
    });
  });
});
