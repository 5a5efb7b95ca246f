/** Tests how members change their name, time zone, date format, password, and sessions. */
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { passwordAction, profileAction, sessionsAction } from '#app/(console)/profile/actions.ts';
import { readDateSettings } from '#lib/auth/date-settings.ts';
import { hashPassword, verifyPassword } from '#lib/auth/password.ts';
import { getMember } from '#lib/auth/session.ts';
import { issueSessionToken, sessionCookie } from '#lib/auth/session-token.ts';
import { readProfile } from '#lib/data/profile.ts';
import { zoneGroups } from '#lib/format/zones.ts';
import { findMember, type MemberRow } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { consumeRateLimit } from '#lib/store/rate-limits.ts';
import { submitForm } from './support/forms.ts';
import { setUpHarness } from './support/harness.ts';
import { addMember, asMember } from './support/members.ts';
import { inRequest } from './support/request.ts';
import { ORIGIN } from './support/settings.ts';
import { checkPassword } from './support/sign-in.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
vi.mock('next/cache', () => ({ refresh: () => undefined }));

const OLD_PASSWORD = 'the old password';
const NEW_PASSWORD = 'the new password';
const harness = setUpHarness();
let hash: string;
beforeAll(async () => {
  hash = await hashPassword(OLD_PASSWORD);
});
beforeEach(() => harness.applySettings({}));

let count = 0;
const addNewMember = () => addMember(`member-${++count}@mailroom.test`, 'viewer', hash);
const readMemberRow = async ({ id }: MemberRow) => findMember(await store(), id);

/** Submits a form as the member. Returns the result and the session cookie that the action set, if any. */
async function submitAs(
  member: MemberRow,
  action: Parameters<typeof submitForm>[0],
  fields: Readonly<Record<string, string>> = {},
) {
  const session = { [sessionCookie()]: await issueSessionToken(member) };
  return inRequest({ headers: { origin: ORIGIN }, cookies: session }, async ({ cookies }) => ({
    result: await submitForm(action, fields),
    cookie: cookies.written[0]?.value,
  }));
}

const readMemberFromCookie = (cookie: string) =>
  inRequest({ cookies: { [sessionCookie()]: cookie } }, getMember);

describe('the profile form', () => {
  it('saves and removes the name, time zone, and date format', async () => {
    const member = await addNewMember();
    const runAsMember = await asMember(member);
    expect(
      await submitAs(member, profileAction, {
        name: ' Ada ',
        time_zone: 'Europe/Berlin',
        date_locale: 'en-GB',
      }),
    ).toMatchObject({
      result: { ok: true, message: 'Saved.' },
    });
    expect(await runAsMember(getMember)).toMatchObject({
      name: 'Ada',
      timeZone: 'Europe/Berlin',
      dateLocale: 'en-GB',
    });
    await submitAs(member, profileAction, { name: '', time_zone: '', date_locale: '' });
    expect(await runAsMember(getMember)).toMatchObject({ name: null, timeZone: null, dateLocale: null });
  });

  it('saves a time zone that overrides the browser’s time zone', async () => {
    const member = await addNewMember();
    const cookies = {
      [sessionCookie()]: await issueSessionToken(member),
      'mailroom-zone': 'America/New_York',
    };
    expect(await inRequest({ cookies }, readDateSettings)).toMatchObject({ zone: 'America/New_York' });
    await submitAs(member, profileAction, { time_zone: 'Asia/Tokyo' });
    expect(await inRequest({ cookies }, readDateSettings)).toMatchObject({ zone: 'Asia/Tokyo' });
  });

  it('saves a date format that overrides the browser’s language', async () => {
    const member = await addNewMember();
    const request = {
      cookies: { [sessionCookie()]: await issueSessionToken(member) },
      headers: { 'accept-language': 'en-US' },
    };
    expect(await inRequest(request, readDateSettings)).toMatchObject({ locale: 'en-US' });
    await submitAs(member, profileAction, { date_locale: 'en-GB' });
    expect(await inRequest(request, readDateSettings)).toMatchObject({ locale: 'en-GB' });
  });

  it.each([
    ['name', 'x'.repeat(101)],
    ['name', 'Ada\r\nBcc: x'],
    ['time_zone', 'Mars/Olympus'],
    ['time_zone', '+25:00'],
    ['date_locale', 'en-XX'],
    ['date_locale', 'EN-us'],
    ['date_locale', '__proto__'],
    ['role', 'admin'],
    ['email', 'admin@mailroom.test'],
  ])('refuses the field %s with the value %j', async (field, value) => {
    const member = await addNewMember();
    const { result } = await submitAs(member, profileAction, { [field]: value });
    expect(result).toMatchObject({ fields: { [field]: expect.any(String) } });
    expect(await readMemberRow(member)).toEqual(member);
  });

  it('offers each valid time zone only once', () => {
    const zones = zoneGroups().flatMap((group) => group.zones.map(([name]) => name));
    expect(zones).toContain('UTC');
    expect(zones).toContain('America/New_York');
    expect(zones.length).toBeGreaterThan(300);
    expect(new Set(zones).size).toBe(zones.length);
    for (const zone of zones) expect(() => new Intl.DateTimeFormat('en', { timeZone: zone })).not.toThrow();
  });
});

describe('changing the password', () => {
  it('ends all earlier sessions and starts a new session in the current browser', async () => {
    const member = await addNewMember();
    const [here, elsewhere] = [await issueSessionToken(member), await issueSessionToken(member)];
    const { result, cookie } = await submitAs(member, passwordAction, {
      old_password: OLD_PASSWORD,
      password: NEW_PASSWORD,
    });
    expect(result).toEqual({ to: '/profile?done=password' });
    for (const old of [here, elsewhere]) expect(await readMemberFromCookie(old)).toBeNull();
    expect(await readMemberFromCookie(cookie ?? '')).toMatchObject({ id: member.id });
    const row = await readMemberRow(member);
    expect(await verifyPassword(NEW_PASSWORD, row?.passwordHash)).toBe(true);
    expect(await verifyPassword(OLD_PASSWORD, row?.passwordHash)).toBe(false);
  });

  it('requires the current password, and doesn’t return the old or new password', async () => {
    const member = await addNewMember();
    const { result, cookie } = await submitAs(member, passwordAction, {
      old_password: 'not the password',
      password: NEW_PASSWORD,
    });
    expect(result).toEqual({ fields: { old_password: 'Incorrect password.' }, values: {} });
    expect(cookie).toBeUndefined();
    expect(await readMemberRow(member)).toEqual(member);
  });

  it.each([
    [{ password: NEW_PASSWORD }, 'old_password'],
    [{ old_password: OLD_PASSWORD }, 'password'],
    [{ old_password: OLD_PASSWORD, password: 'short' }, 'password'],
    [{ old_password: OLD_PASSWORD, password: 'x'.repeat(201) }, 'password'],
    [{ old_password: OLD_PASSWORD, password: 'Password1234!' }, 'password'],
  ])('refuses the form %j', async (fields, field) => {
    const member = await addNewMember();
    const { result } = await submitAs(member, passwordAction, fields as Record<string, string>);
    expect(result).toEqual({ fields: { [field]: expect.any(String) }, values: {} });
    expect(await readMemberRow(member)).toEqual(member);
  });

  it('allows 10 wrong current passwords in 15 minutes, without counting them as sign-in attempts', async () => {
    const member = await addNewMember();
    const change = (old_password: string) =>
      submitAs(member, passwordAction, { old_password, password: NEW_PASSWORD });
    for (let i = 0; i < 10; i++) {
      expect((await change('a wrong password')).result).toMatchObject({
        fields: { old_password: 'Incorrect password.' },
      });
    }
    expect((await change(OLD_PASSWORD)).result).toMatchObject({
      message: expect.stringMatching(/^Too many attempts/),
    });
    expect(await readMemberRow(member)).toEqual(member);
    expect(await checkPassword(member.email, OLD_PASSWORD)).toMatchObject({ ok: true });
  });

  it('still works after attackers have used up the member’s sign-in attempts', async () => {
    const member = await addNewMember();
    const db = await store();
    for (let i = 0; i < 300; i++) await consumeRateLimit(db, 'sign-in', member.email);
    const { result } = await submitAs(member, passwordAction, {
      old_password: OLD_PASSWORD,
      password: NEW_PASSWORD,
    });
    expect(result).toEqual({ to: '/profile?done=password' });
  });

  it('is refused for a member without a password, and while password sign-in is off', async () => {
    const [{ id }, withPassword] = [await addNewMember(), await addNewMember()];
    await (await store()).execute(`update members set password_hash = null where id = '${id}'`);
    const withoutPassword = await findMember(await store(), id);
    if (!withoutPassword) throw new Error('The member is missing.');
    expect(await (await asMember(withoutPassword))(readProfile)).toMatchObject({
      value: { hasPassword: false },
    });
    const change = { old_password: OLD_PASSWORD, password: NEW_PASSWORD };
    expect((await submitAs(withoutPassword, passwordAction, change)).result).toMatchObject({
      fields: { old_password: expect.any(String) },
    });
    expect(await readMemberRow(withoutPassword)).toMatchObject({ passwordHash: null });

    harness.applySettings({
      OIDC_ISSUER: 'https://id.example',
      OIDC_CLIENT_ID: 'mailroom',
      OIDC_CLIENT_SECRET: 'a-secret',
      PASSWORD_SIGN_IN: 'false',
    });
    expect(await (await asMember(withPassword))(readProfile)).toMatchObject({
      value: { hasPassword: false },
    });
    expect((await submitAs(withPassword, passwordAction, change)).result).toMatchObject({
      failure: { kind: 'forbidden' },
    });
    expect(await readMemberRow(withPassword)).toEqual(withPassword);
  });
});

it('profile forms are refused without a session or from another site', async () => {
  const member = await addNewMember();
  const cookies = { [sessionCookie()]: await issueSessionToken(member) };
  const forms = [
    [profileAction, { name: 'Eve' }],
    [passwordAction, { old_password: OLD_PASSWORD, password: NEW_PASSWORD }],
    [sessionsAction, { session: 'others' }],
  ] as const;
  for (const [action, fields] of forms) {
    const foreignRequest = { headers: { origin: 'https://evil.example' }, cookies };
    for (const request of [foreignRequest, { headers: { origin: ORIGIN } }]) {
      expect(await inRequest(request, () => submitForm(action, fields))).toMatchObject({
        failure: { kind: 'forbidden' },
      });
    }
  }
  expect(await readMemberRow(member)).toEqual(member);
});
