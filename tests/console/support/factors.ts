/** Signs members in and sets up their second factors in the console under test. */
import { beforeEach, expect } from 'vitest';
import { signInAction } from '#app/login/actions.ts';
import { changeFactorAction, finishAppAction } from '#app/second-factor/actions.ts';
import { getAccount } from '#lib/auth/session.ts';
import { issueSessionToken, sessionCookie } from '#lib/auth/session-token.ts';
import { readAppSetup } from '#lib/data/own-factors.ts';
import type { ApprovalSettings } from '#lib/domain/approval-rule.ts';
import type { Role } from '#lib/domain/permissions.ts';
import type { SecondFactorRule } from '#lib/domain/second-factor.ts';
import type { FormState } from '#lib/forms/form-state.ts';
import type { MemberRow } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { confirmApp, findAppInSetup } from '#lib/store/second-factors.ts';
import { updateApprovalSettings, updateSecondFactorRule } from '#lib/store/team-settings.ts';
import { totpCode } from '../../support/totp.ts';
import { type Harness, setUpHarness } from './harness.ts';
import { addMember } from './members.ts';
import { EMAIL_SETTINGS } from './settings.ts';
import { PASSWORD, passwordHash } from './sign-in.ts';
import { TestBrowser } from './test-browser.ts';

let count = 0;

/** Adds a member who can sign in with `PASSWORD`. */
export async function addPasswordMember(role: Role = 'sender'): Promise<MemberRow> {
  return addMember(`factor-${++count}@mailroom.test`, role, await passwordHash());
}

/** Starts a console that queues emails. At the start of each test, no member needs a second factor. */
export function setUpFactorHarness(): Harness {
  const harness = setUpHarness();
  beforeEach(async () => {
    harness.applySettings(EMAIL_SETTINGS);
    await setSecondFactorRule('none');
  });
  return harness;
}

export const setApprovalRule = async (settings: ApprovalSettings): Promise<void> =>
  updateApprovalSettings(await store(), settings);

export const setSecondFactorRule = async (rule: SecondFactorRule): Promise<void> =>
  updateSecondFactorRule(await store(), rule);

/** Returns a browser in which the member is signed in. */
export async function openBrowser(member: MemberRow): Promise<TestBrowser> {
  const browser = new TestBrowser();
  browser.cookies[sessionCookie()] = await issueSessionToken(member);
  return browser;
}

export interface AddedApp {
  /** The secret in base32. */
  readonly secret: string;
  /** The recovery codes, if the app was the member's first factor. */
  readonly codes: readonly string[];
}

/** Sets up an authenticator app as a member does. */
export async function addApp(browser: TestBrowser): Promise<AddedApp> {
  expect(await browser.submit(changeFactorAction, { start: 'app' })).toEqual({ to: '/second-factor/app' });
  const secret = await readSecret(browser);
  const state = (await browser.submit(finishAppAction, { code: totpCode(secret) })) as FormState;
  expect(state).toMatchObject({ ok: true });
  return { secret, codes: state.recoveryCodes ?? [] };
}

/**
 * Adds a member who has set up an authenticator app. The app's current code has already been used. The member
 * has no recovery codes, because hashing them takes a second.
 */
export async function addMemberWithApp(role?: Role) {
  const member = await addPasswordMember(role);
  const browser = await openBrowser(member);
  await browser.submit(changeFactorAction, { start: 'app' });
  const secret = await readSecret(browser);
  const db = await store();
  const account = await browser.run(getAccount);
  const app = await findAppInSetup(db, member.id);
  if (!account || !app) throw new Error('The member could not start.');
  const period = Math.floor(Date.now() / 30_000);
  const changer = { memberId: member.id, sessionId: account.sessionId };
  await confirmApp(db, changer, { app, period, codes: [] });
  return { member, browser, secret };
}

/** Adds a member who has set up an authenticator app, with recovery codes. */
export async function addMemberWithCodes(role?: Role) {
  const member = await addPasswordMember(role);
  const browser = await openBrowser(member);
  return { member, browser, ...(await addApp(browser)) };
}

async function readSecret(browser: TestBrowser): Promise<string> {
  const setup = await browser.run(readAppSetup);
  if (!setup.ok || setup.value === null) throw new Error('There is no app to set up.');
  return setup.value.secret;
}

/** Submits the sign-in form with the member's password. */
export async function enterPassword(member: MemberRow, browser = new TestBrowser()) {
  const fields = { email: member.email, password: PASSWORD, callbackUrl: '/campaigns' };
  return { browser, result: await browser.submit(signInAction, fields) };
}

/** Backdates the member's sessions, so that adding or removing a second factor requires reauthentication. */
export async function backdateSessions({ id }: MemberRow): Promise<void> {
  await (await store()).execute(
    `update sessions set authenticated_at = now() - interval '11 minutes' where member_id = '${id}'`,
  );
}

/** Signs in a new admin who confirmed their identity 11 minutes ago. */
export async function openOldSession(): Promise<TestBrowser> {
  const admin = await addPasswordMember('admin');
  const browser = await openBrowser(admin);
  await backdateSessions(admin);
  return browser;
}
