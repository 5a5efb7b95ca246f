/**
 * Tests how members add and remove their second factors, and when the console requires them to confirm
 * their identity first.
 */
import { asc, eq } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import {
  changeFactorAction,
  finishAppAction,
  replaceCodesAction,
  requestPasskeyAction,
} from '#app/second-factor/actions.ts';
import { confirmCodeAction, confirmPasswordAction } from '#app/second-factor/confirm/actions.ts';
import { getMember } from '#lib/auth/session.ts';
import { sessionCookie } from '#lib/auth/session-token.ts';
import { readAppSetup, readOwnFactors } from '#lib/data/own-factors.ts';
import { composeNotificationEmail } from '#lib/email/notification-email.ts';
import type { FormState } from '#lib/forms/form-state.ts';
import { store } from '#lib/store/open.ts';
import { activity } from '#lib/store/schema/activity.ts';
import { notifications } from '#lib/store/schema/notifications.ts';
import { authenticatorApps } from '#lib/store/schema/second-factors.ts';
import { querySessions } from '#lib/store/sessions.ts';
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
import { addMemberWithPasskey } from './support/passkeys.ts';
import { ORIGIN } from './support/settings.ts';
import { PASSWORD } from './support/sign-in.ts';
import type { TestBrowser } from './support/test-browser.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
vi.mock('next/cache', () => ({ refresh: () => undefined }));

const CONFIRM = { to: '/second-factor/confirm?callbackUrl=%2Fsecond-factor' };
setUpFactorHarness();

const readQueue = async (memberId: string) =>
  (await store())
    .select()
    .from(notifications)
    .where(eq(notifications.memberId, memberId))
    .orderBy(asc(notifications.createdAt));

async function readFactors(browser: TestBrowser) {
  const factors = await browser.run(readOwnFactors);
  if (!factors.ok) throw new Error('The member can’t read the factors.');
  return factors.value;
}

describe('an authenticator app', () => {
  it('can be used only after the first correct code', async () => {
    const member = await addPasswordMember();
    const browser = await openBrowser(member);
    await browser.submit(changeFactorAction, { start: 'app' });
    expect(await browser.submit(finishAppAction, { code: '000000' })).toMatchObject({
      fields: { code: expect.any(String) },
    });
    expect((await readFactors(browser)).app).toBeNull();
    expect((await enterPassword(member)).result).toEqual({ to: '/campaigns' });
  });

  it('replaces the earlier app only once the new app is set up', async () => {
    const { member, browser, secret } = await addMemberWithApp();
    await browser.submit(changeFactorAction, { start: 'app' });
    const setup = await browser.run(readAppSetup);
    const newSecret = (setup.ok && setup.value?.secret) || '';
    expect(newSecret.replaceAll(' ', '')).not.toBe(secret.replaceAll(' ', ''));
    expect(await browser.submit(finishAppAction, { code: totpCode(newSecret) })).toMatchObject({
      ok: true,
      recoveryCodes: [],
    });
    const rows = (await (await store()).select().from(authenticatorApps)).filter(
      ({ memberId }) => memberId === member.id,
    );
    expect(rows).toHaveLength(1);
  });

  it('has a secret that is stored only as a seal', async () => {
    const { secret } = await addMemberWithApp();
    const stored = JSON.stringify(await (await store()).select().from(authenticatorApps));
    expect(stored).not.toContain(secret.replaceAll(' ', ''));
    expect(stored).toContain('Fe26.2');
  });

  it('can’t be set up with a QR code that is older than 15 minutes', async () => {
    const browser = await openBrowser(await addPasswordMember());
    await browser.submit(changeFactorAction, { start: 'app' });
    await (await store()).execute(
      "update authenticator_apps set started_at = now() - interval '16 minutes' where confirmed_at is null",
    );
    expect(await browser.run(readAppSetup)).toEqual({ ok: true, value: null });
    expect(await browser.submit(finishAppAction, { code: '123456' })).toMatchObject({
      message: expect.stringContaining('Start again.'),
    });
  });
});

describe('adding or removing a factor', () => {
  it('requires the member to have entered a password or factor in the last ten minutes', async () => {
    const { member, browser } = await addMemberWithCodes();
    await backdateSessions(member);
    for (const [action, fields] of [
      [changeFactorAction, { start: 'app' }],
      [finishAppAction, { code: '123456' }],
      [requestPasskeyAction, {}],
      [changeFactorAction, { remove: 'app' }],
      [replaceCodesAction, {}],
    ] as const)
      expect(await browser.submit(action, fields)).toEqual(CONFIRM);
    expect(await readFactors(browser)).toMatchObject({ app: expect.anything(), codesLeft: 8 });
  });

  it.each(['password', 'code', 'recovery code'])(
    'is allowed after the member enters the %s again',
    async (method) => {
      const { member, browser, secret, codes } = await addMemberWithCodes();
      await backdateSessions(member);
      const callbackUrl = '/second-factor';
      const result =
        method === 'password'
          ? await browser.submit(confirmPasswordAction, { password: PASSWORD, callbackUrl })
          : await browser.submit(confirmCodeAction, {
              code: method === 'code' ? totpCode(secret, 1) : (codes[0] ?? ''),
              callbackUrl,
            });
      expect(result).toEqual({ to: '/second-factor' });
      expect(await browser.submit(changeFactorAction, { remove: 'app' })).toMatchObject({ ok: true });
      expect(await readFactors(browser)).toMatchObject({ app: null, codesLeft: 0 });
    },
  );

  it('isn’t allowed after a wrong password or code', async () => {
    const { member, browser } = await addMemberWithApp();
    await backdateSessions(member);
    expect(await browser.submit(confirmPasswordAction, { password: 'wrong password' })).toMatchObject({
      fields: { password: 'Incorrect password.' },
    });
    expect(await browser.submit(confirmCodeAction, { code: '000000' })).toMatchObject({
      fields: { code: expect.any(String) },
    });
    expect(await browser.submit(changeFactorAction, { remove: 'app' })).toEqual(CONFIRM);
  });

  it('ends the member’s other sessions and keeps the current one', async () => {
    const member = await addPasswordMember();
    const [browser, elsewhere] = [await openBrowser(member), await openBrowser(member)];
    await addApp(browser);
    expect(await browser.run(getMember)).not.toBeNull();
    expect(await elsewhere.run(getMember)).toBeNull();
    expect(await querySessions(await store(), member.id, 8)).toHaveLength(1);
  });

  it('is reported to the member by email', async () => {
    const { member, browser } = await addMemberWithApp();
    await browser.submit(replaceCodesAction);
    await browser.submit(changeFactorAction, { remove: 'app' });
    const rows = await readQueue(member.id);
    expect(rows.map(({ kind }) => kind)).toEqual(['app.added', 'recovery_codes.replaced', 'app.removed']);
    const db = await store();
    const emails = await Promise.all(rows.map((row) => composeNotificationEmail(db, row, member)));
    expect(emails.map((email) => email?.subject)).toEqual([
      'An authenticator app was added to your account',
      'Your recovery codes were replaced',
      'The authenticator app was removed from your account',
    ]);
    for (const email of emails) expect(email?.text).toContain(`${ORIGIN}/profile`);
  });

  it('never removes another member’s passkey', async () => {
    const [{ browser }, other] = [await addMemberWithApp(), await addMemberWithPasskey()];
    const { passkeys } = await readFactors(other.browser);
    expect(passkeys).toHaveLength(1);
    const refused = await browser.submit(changeFactorAction, { remove: passkeys[0]?.id ?? '' });
    expect((await readFactors(other.browser)).passkeys).toEqual(passkeys);
    const ofNoOne = await browser.submit(changeFactorAction, { remove: crypto.randomUUID() });
    expect(refused).toEqual({ ...(ofNoOne as FormState), values: { remove: passkeys[0]?.id } });
  });

  it('says that a factor no longer exists, not that it was removed, and records nothing', async () => {
    const { browser, member } = await addMemberWithPasskey();
    const eventsOf = async () =>
      (await (await store()).select().from(activity)).filter(({ by }) => by === member.email).length;
    const before = await eventsOf();
    for (const remove of ['app', crypto.randomUUID()]) {
      const state = await browser.submit(changeFactorAction, { remove });
      expect(state).toMatchObject({
        message: 'This second factor is no longer in your account. Nothing was removed.',
      });
      expect(state).not.toHaveProperty('ok');
    }
    expect(await eventsOf()).toBe(before);
  });

  it('isn’t allowed for a member’s only factor while the team’s rule requires one', async () => {
    const { browser } = await addMemberWithApp();
    await setSecondFactorRule('senders');
    expect(await browser.submit(changeFactorAction, { remove: 'app' })).toMatchObject({
      message: expect.stringContaining('Your team requires a second factor.'),
    });
    expect((await readFactors(browser)).app).not.toBeNull();
  });
});

describe('a new set of recovery codes', () => {
  it('is shown once, and replaces the earlier codes', async () => {
    const { browser, codes } = await addMemberWithCodes();
    const replaced = (await browser.submit(replaceCodesAction)) as FormState;
    expect(replaced.recoveryCodes).toHaveLength(8);
    expect(replaced.recoveryCodes).not.toContain(codes[0]);
    expect(JSON.stringify(await readFactors(browser))).not.toContain(replaced.recoveryCodes?.[0]);
    expect(await browser.submit(confirmCodeAction, { code: codes[0] ?? '' })).toMatchObject({
      fields: { code: expect.any(String) },
    });
  });

  it('isn’t created for a member without a factor', async () => {
    const browser = await openBrowser(await addPasswordMember());
    expect(await browser.submit(replaceCodesAction)).toEqual({
      values: {},
      message: 'Add a second factor first.',
    });
  });
});

it('second factors can’t be shown or changed without a session', async () => {
  const { browser } = await addMemberWithApp();
  delete browser.cookies[sessionCookie()];
  expect(await browser.run(readOwnFactors)).toEqual({ ok: false, failure: { kind: 'forbidden' } });
  expect(await browser.submit(changeFactorAction, { start: 'app' })).toMatchObject({
    failure: { kind: 'forbidden' },
  });
});
