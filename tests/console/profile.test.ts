/** One's own account: name, time zone, password, and the sessions that end with the old one. */
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { passwordAction, profileAction, sessionsAction } from '#app/(console)/profile/actions.ts';
import { hashPassword, verifyPassword } from '#lib/auth/password.ts';
import { getMember } from '#lib/auth/session.ts';
import { issueToken, sessionCookie } from '#lib/auth/session-token.ts';
import { viewingZone } from '#lib/auth/viewing-zone.ts';
import { readProfile } from '#lib/data/profile.ts';
import { zoneGroups } from '#lib/format/zones.ts';
import { type MemberRow, memberById } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { consumeRateLimit } from '#lib/store/rate-limits.ts';
import { submitForm } from './support/forms.ts';
import { setUpHarness } from './support/harness.ts';
import { addMember, asMember } from './support/members.ts';
import { inRequest } from './support/request.ts';
import { ORIGIN } from './support/settings.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
vi.mock('next/cache', () => ({ refresh: () => undefined }));

const OLD = 'the old password';
const harness = setUpHarness();
let hash: string;
beforeAll(async () => {
  hash = await hashPassword(OLD);
});
beforeEach(() => harness.settings({}));

let count = 0;
const newMember = () => addMember(`member-${++count}@mailroom.test`, 'viewer', hash);
const rowOf = async ({ id }: MemberRow) => memberById(await store(), id);

/** As the form of the member's page, with the cookies that it sets. */
async function send(
  member: MemberRow,
  action: Parameters<typeof submitForm>[0],
  fields: Readonly<Record<string, string>> = {},
) {
  const session = { [sessionCookie()]: await issueToken(member) };
  return inRequest({ headers: { origin: ORIGIN }, cookies: session }, async ({ cookies }) => ({
    answer: await submitForm(action, fields),
    cookie: cookies.set_[0]?.value,
  }));
}

const memberWith = (cookie: string) => inRequest({ cookies: { [sessionCookie()]: cookie } }, getMember);

describe('name and time zone', () => {
  it('are kept, and can be taken back', async () => {
    const member = await newMember();
    const who = await asMember(member);
    expect(await send(member, profileAction, { name: ' Ada ', time_zone: 'Europe/Berlin' })).toMatchObject({
      answer: { ok: true, message: 'Saved.' },
    });
    expect(await who(getMember)).toMatchObject({ name: 'Ada', timeZone: 'Europe/Berlin' });
    await send(member, profileAction, { name: '', time_zone: '' });
    expect(await who(getMember)).toMatchObject({ name: null, timeZone: null });
  });

  it('the member’s zone counts before the browser’s', async () => {
    const member = await newMember();
    const cookies = { [sessionCookie()]: await issueToken(member), 'mailroom-zone': 'America/New_York' };
    expect(await inRequest({ cookies }, viewingZone)).toBe('America/New_York');
    await send(member, profileAction, { time_zone: 'Asia/Tokyo' });
    expect(await inRequest({ cookies }, viewingZone)).toBe('Asia/Tokyo');
  });

  it.each([
    ['name', 'x'.repeat(101)],
    ['name', 'Ada\r\nBcc: x'],
    ['time_zone', 'Mars/Olympus'],
    ['time_zone', '+25:00'],
    ['role', 'admin'],
    ['email', 'admin@mailroom.test'],
  ])('%s can’t be %j', async (field, value) => {
    const member = await newMember();
    const { answer } = await send(member, profileAction, { [field]: value });
    expect(answer).toMatchObject({ fields: { [field]: expect.any(String) } });
    expect(await rowOf(member)).toEqual(member);
  });

  it('every zone to choose from is one', () => {
    const zones = zoneGroups().flatMap((group) => group.zones.map(([name]) => name));
    expect(zones).toContain('UTC');
    expect(zones).toContain('America/New_York');
    expect(zones.length).toBeGreaterThan(300);
    expect(new Set(zones).size).toBe(zones.length);
    for (const zone of zones) expect(() => new Intl.DateTimeFormat('en', { timeZone: zone })).not.toThrow();
  });
});

describe('another password', () => {
  it('ends every session but the one it was changed in', async () => {
    const member = await newMember();
    const [here, elsewhere] = [await issueToken(member), await issueToken(member)];
    const { answer, cookie } = await send(member, passwordAction, {
      old_password: OLD,
      password: 'the new password',
    });
    expect(answer).toEqual({ to: '/profile?saved=password' });
    for (const old of [here, elsewhere]) expect(await memberWith(old)).toBeNull();
    expect(await memberWith(cookie ?? '')).toMatchObject({ id: member.id });
    const row = await rowOf(member);
    expect(await verifyPassword('the new password', row?.passwordHash)).toBe(true);
    expect(await verifyPassword(OLD, row?.passwordHash)).toBe(false);
  });

  it('needs the old one, and gives neither back', async () => {
    const member = await newMember();
    const { answer, cookie } = await send(member, passwordAction, {
      old_password: 'not the password',
      password: 'the new password',
    });
    expect(answer).toEqual({ fields: { old_password: 'Incorrect password.' }, values: {} });
    expect(cookie).toBeUndefined();
    expect(await rowOf(member)).toEqual(member);
  });

  it.each([
    [{ password: 'the new password' }, 'old_password'],
    [{ old_password: OLD }, 'password'],
    [{ old_password: OLD, password: 'short' }, 'password'],
    [{ old_password: OLD, password: 'x'.repeat(201) }, 'password'],
  ])('is not set by %j', async (fields, wrong) => {
    const member = await newMember();
    const { answer } = await send(member, passwordAction, fields as Record<string, string>);
    expect(answer).toEqual({ fields: { [wrong]: expect.any(String) }, values: {} });
    expect(await rowOf(member)).toEqual(member);
  });

  it('is tried as often as signing in may be, both together', async () => {
    const member = await newMember();
    const db = await store();
    for (let i = 0; i < 10; i++) await consumeRateLimit(db, 'sign-in', member.email);
    const { answer } = await send(member, passwordAction, {
      old_password: OLD,
      password: 'the new password',
    });
    expect(answer).toMatchObject({ message: expect.stringMatching(/^Too many attempts/) });
    expect(await rowOf(member)).toEqual(member);
  });

  it('is for nobody who signs in through the provider alone, nor where passwords are switched off', async () => {
    const [without, withOne] = [await newMember(), await newMember()];
    await (await store()).execute(`update members set password_hash = null where id = '${without.id}'`);
    expect(await (await asMember(without))(readProfile)).toMatchObject({ value: { hasPassword: false } });
    const change = { old_password: OLD, password: 'the new password' };
    expect((await send(without, passwordAction, change)).answer).toMatchObject({
      fields: { old_password: expect.any(String) },
    });
    expect(await rowOf(without)).toMatchObject({ passwordHash: null });

    harness.settings({
      OIDC_ISSUER: 'https://id.example',
      OIDC_CLIENT_ID: 'mailroom',
      OIDC_CLIENT_SECRET: 'a-secret',
      PASSWORD_SIGN_IN: 'false',
    });
    expect(await (await asMember(withOne))(readProfile)).toMatchObject({ value: { hasPassword: false } });
    expect((await send(withOne, passwordAction, change)).answer).toMatchObject({
      failure: { kind: 'forbidden' },
    });
    expect(await rowOf(withOne)).toEqual(withOne);
  });
});

it('signing out everywhere else leaves this session alone', async () => {
  const member = await newMember();
  const elsewhere = await issueToken(member);
  const { answer, cookie } = await send(member, sessionsAction);
  expect(answer).toEqual({ to: '/profile?saved=sessions' });
  expect(await memberWith(elsewhere)).toBeNull();
  expect(await memberWith(cookie ?? '')).toMatchObject({ id: member.id });
  expect(await rowOf(member)).toMatchObject({ passwordHash: hash });
});

it('nothing of it is done for whoever is signed out, or from another site', async () => {
  const member = await newMember();
  const cookies = { [sessionCookie()]: await issueToken(member) };
  const forms = [
    [profileAction, { name: 'Eve' }],
    [passwordAction, { old_password: OLD, password: 'the new password' }],
    [sessionsAction, {}],
  ] as const;
  for (const [action, fields] of forms) {
    const from = { headers: { origin: 'https://evil.example' }, cookies };
    for (const request of [from, { headers: { origin: ORIGIN } }]) {
      expect(await inRequest(request, () => submitForm(action, fields))).toMatchObject({
        failure: { kind: 'forbidden' },
      });
    }
  }
  expect(await rowOf(member)).toEqual(member);
});
