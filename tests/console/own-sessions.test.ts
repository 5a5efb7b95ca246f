/** Tests that members see their sessions on the profile page and can end them there. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionsAction } from '#app/(console)/profile/actions.ts';
import { describeDevice } from '#lib/auth/device.ts';
import { getMember } from '#lib/auth/session.ts';
import { issueSessionToken, sessionCookie } from '#lib/auth/session-token.ts';
import { listOwnSessions } from '#lib/data/sessions.ts';
import type { OwnSession } from '#lib/domain/session.ts';
import type { MemberRow } from '#lib/store/members.ts';
import { submitForm } from './support/forms.ts';
import { setUpHarness } from './support/harness.ts';
import { addMember } from './support/members.ts';
import { inRequest } from './support/request.ts';
import { ORIGIN } from './support/settings.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
vi.mock('next/cache', () => ({ refresh: () => undefined }));

const harness = setUpHarness();
beforeEach(() => harness.applySettings({}));

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

let count = 0;
const addNewMember = () => addMember(`sessions-${++count}@mailroom.test`, 'viewer');

const signIn = (member: MemberRow, userAgent: string, address: string) =>
  issueSessionToken(member, { userAgent, address, earlierCookie: undefined });

const asBrowser = <T>(cookie: string, work: () => Promise<T>): Promise<T> =>
  inRequest({ headers: { origin: ORIGIN }, cookies: { [sessionCookie()]: cookie } }, work);

async function listAs(cookie: string): Promise<readonly OwnSession[]> {
  const listed = await asBrowser(cookie, listOwnSessions);
  if (!listed.ok) throw new Error('The member can’t list the sessions.');
  return listed.value;
}

const submitAs = (cookie: string, session: string) =>
  asBrowser(cookie, () => submitForm(sessionsAction, { session }));

describe('the list of sessions', () => {
  it('shows each session’s device, address, and last use, with this device first', async () => {
    const member = await addNewMember();
    const here = await signIn(member, FIREFOX, '203.0.113.7');
    await signIn(member, SAFARI, '2001:db8::1');
    await signIn(await addNewMember(), FIREFOX, '203.0.113.8');
    const before = Date.now() - 60_000;
    const sessions = await listAs(here);
    expect(sessions).toMatchObject([
      { device: 'Firefox on Windows', address: '203.0.113.7', isCurrent: true },
      { device: 'Safari on iPhone', address: '2001:db8::1', isCurrent: false },
    ]);
    for (const { lastUsedAt } of sessions) expect(lastUsedAt).toBeGreaterThan(before);
  });
});

describe('ending sessions', () => {
  it('ends another session and names its device', async () => {
    const member = await addNewMember();
    const [here, elsewhere] = [await signIn(member, FIREFOX, '::1'), await signIn(member, SAFARI, '::1')];
    const [, other] = await listAs(here);
    expect(await submitAs(here, other?.id ?? '')).toEqual({
      ok: true,
      message: 'Signed out: Safari on iPhone.',
    });
    expect(await asBrowser(elsewhere, getMember)).toBeNull();
    expect(await listAs(here)).toHaveLength(1);
    // It isn't an error to end a session that has already ended.
    expect(await submitAs(here, other?.id ?? '')).toMatchObject({ ok: true });
  });

  it('signs the member out of this browser if the member ends the current session', async () => {
    const here = await signIn(await addNewMember(), FIREFOX, '::1');
    const [current] = await listAs(here);
    expect(await submitAs(here, current?.id ?? '')).toEqual({ to: '/login' });
    expect(await asBrowser(here, getMember)).toBeNull();
  });

  it('ends all other sessions and keeps the current session', async () => {
    const member = await addNewMember();
    const [here, elsewhere] = [await signIn(member, FIREFOX, '::1'), await signIn(member, SAFARI, '::1')];
    expect(await submitAs(here, 'others')).toEqual({
      ok: true,
      message: 'You’ve been signed out everywhere else.',
    });
    expect(await asBrowser(elsewhere, getMember)).toBeNull();
    expect(await asBrowser(here, getMember)).toMatchObject({ id: member.id });
  });

  it('never ends another member’s session', async () => {
    const [attacker, victim] = [
      await signIn(await addNewMember(), FIREFOX, '::1'),
      await signIn(await addNewMember(), SAFARI, '::1'),
    ];
    const [session] = await listAs(victim);
    await submitAs(attacker, session?.id ?? '');
    await submitAs(attacker, 'others');
    expect(await asBrowser(victim, getMember)).not.toBeNull();
  });

  it.each(['', 'x', '1', "' or true --"])('refuses the session %j', async (session) => {
    const here = await signIn(await addNewMember(), FIREFOX, '::1');
    expect(await submitAs(here, session)).toMatchObject({ fields: { session: expect.any(String) } });
  });
});

describe('a device', () => {
  it.each([
    [FIREFOX, 'Firefox on Windows'],
    [SAFARI, 'Safari on iPhone'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
      'Safari on Mac',
    ],
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36',
      'Chrome on Linux',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36 Edg/153.0.0.0',
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
      'Samsung Internet on Android',
    ],
    [
      'Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/153.0.0.0 Mobile/15E148 Safari/604.1',
      'Chrome on iPad',
    ],
    [
      'Mozilla/5.0 (X11; CrOS x86_64 16033.0.0) AppleWebKit/537.36 Chrome/153.0.0.0 Safari/537.36',
      'Chrome on ChromeOS',
    ],
    ['Lynx/2.9.2 libwww-FM/2.14', 'Lynx'],
    ['ELinks/0.16.1 (textmode; Linux 6.8.0 x86_64; 80x24-2)', 'ELinks on Linux'],
    ['something else (Windows)', 'Windows'],
    ['<script>alert(1)</script>', null],
    ['', null],
    [null, null],
  ])('with the User-Agent %j is described as %j', (userAgent, device) => {
    expect(describeDevice(userAgent)).toBe(device);
  });

  it('is described quickly even if the User-Agent header is very long', () => {
    const started = performance.now();
    expect(describeDevice('Version/x '.repeat(100_000))).toBeNull();
    // Without the limit on the length, this would take much longer.
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});
