/**
 * Tests that a form on the team page keeps what the admin entered while the admin confirms their identity.
 */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { memberAction } from '#app/(console)/team/[id]/actions.ts';
import { inviteAction, renewAction } from '#app/(console)/team/actions.ts';
import { approvalAction } from '#app/(console)/team/approval-action.ts';
import { secondFactorRuleAction } from '#app/(console)/team/second-factor-action.ts';
import { confirmPasswordAction } from '#app/second-factor/confirm/actions.ts';
import { openResumeToken } from '#lib/auth/resume-token.ts';
import type { FormState } from '#lib/forms/form-state.ts';
import { resumedState } from '#lib/forms/resumed-state.ts';
import { safeCallbackPath } from '#lib/http/callback-url.ts';
import { store } from '#lib/store/open.ts';
import { readApprovalSettings } from '#lib/store/team-settings.ts';
import {
  addMemberWithApp,
  addPasswordMember,
  backdateSessions,
  openOldSession,
  setApprovalRule,
  setSecondFactorRule,
  setUpFactorHarness,
} from './support/factors.ts';
import { ORIGIN } from './support/settings.ts';
import { PASSWORD } from './support/sign-in.ts';
import type { TestBrowser } from './support/test-browser.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
vi.mock('next/cache', () => ({ refresh: () => undefined }));

type FormAction = (previous: FormState, form: FormData) => Promise<FormState>;

setUpFactorHarness();
beforeEach(() => setApprovalRule({ rule: 'none', minimum: null }));

/** The page that opens after the admin confirms their identity. */
async function readResumed(result: unknown, reader: TestBrowser) {
  const { to } = result as { readonly to: string };
  const confirmation = new URL(to, ORIGIN);
  expect(confirmation.pathname).toBe('/second-factor/confirm');
  const path = safeCallbackPath(confirmation.searchParams.get('callbackUrl'), ORIGIN);
  const { pathname, searchParams, hash } = new URL(path, ORIGIN);
  const resumed = await reader.run(() => openResumeToken(searchParams.get('resume') ?? ''));
  return { path, pathname, hash, resumed };
}

describe('a form on the team page', () => {
  it.each<[string, FormAction, Readonly<Record<string, string>>, string]>([
    ['invite', inviteAction, { email: 'new.person@mailroom.test', role: 'admin' }, '#invite'],
    ['renew', renewAction, { id: '00000000-0000-4000-8000-000000000000' }, '#invited'],
    ['approval_rule', approvalAction, { rule: 'member', minimum: '$1,250.50' }, '#approvals'],
    ['second_factor_rule', secondFactorRuleAction, { second_factor_rule: 'none' }, '#second-factor'],
  ])('shows what was entered in %s again after the admin confirms their identity', async (...row) => {
    const [form, action, values, hash] = row;
    const { member, browser } = await addMemberWithApp('admin');
    await backdateSessions(member);
    await setApprovalRule({ rule: 'both', minimum: null });
    await setSecondFactorRule('everyone');
    const submitted = await browser.submit(action, values);
    const { pathname, path, resumed, ...opened } = await readResumed(submitted, browser);
    expect({ pathname, ...opened }).toEqual({ pathname: '/team', hash });
    expect(resumed).toEqual({ form, values });
    expect(path).not.toContain('mailroom.test');
  });

  it('is saved after the admin confirms their identity with the password', async () => {
    const browser = await openOldSession();
    await setApprovalRule({ rule: 'both', minimum: null });
    const fields = { rule: 'none', minimum: '' };
    const { path } = await readResumed(await browser.submit(approvalAction, fields), browser);
    const confirm = { password: PASSWORD, callbackUrl: path };
    expect(await browser.submit(confirmPasswordAction, confirm)).toEqual({ to: path });
    expect(await readApprovalSettings(await store())).toEqual({ rule: 'both', minimum: null });
    expect(await browser.submit(approvalAction, fields)).toMatchObject({ ok: true });
    expect(await readApprovalSettings(await store())).toEqual({ rule: 'none', minimum: null });
  });

  it('isn’t filled in by another member’s link, an altered link, or a made-up link', async () => {
    const browser = await openOldSession();
    const submitted = await browser.submit(inviteAction, { email: 'eve@evil.example', role: 'admin' });
    const { path } = await readResumed(submitted, browser);
    const token = new URL(path, ORIGIN).searchParams.get('resume') ?? '';
    const other = await openOldSession();
    const read = (reader: TestBrowser, text: string) => reader.run(() => openResumeToken(text));
    expect(await read(browser, token)).toMatchObject({ form: 'invite' });
    expect(await read(other, token)).toBeNull();
    for (const text of [token.replace(/\*./, '*_'), 'invite', ''])
      expect(await read(browser, text)).toBeNull();
  });

  it('says that nothing has been saved yet, but only if it is the resumed form', () => {
    const resumed = { form: 'invite', values: { email: 'a@b.example', role: 'sender' } } as const;
    expect(resumedState(resumed, 'invite')).toEqual({
      isResumed: true,
      message: 'The invitation hasn’t been created yet. Check the details, then continue.',
      values: resumed.values,
    });
    expect(resumedState(resumed, 'approval_rule')).toEqual({});
    expect(resumedState(null, 'invite')).toEqual({});
  });
});

it.each(['admin', 'enable'])(
  'after confirming their identity, the admin returns to the page for “%s”',
  async (action) => {
    const browser = await openOldSession();
    const other = await addPasswordMember('viewer');
    const callback = encodeURIComponent(`/team/${other.id}/${action}`);
    expect(await browser.submit(memberAction, { id: other.id, member_action: action })).toEqual({
      to: `/second-factor/confirm?callbackUrl=${callback}`,
    });
  },
);
