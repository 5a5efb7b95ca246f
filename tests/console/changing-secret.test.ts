/**
 * Tests that everything made with the previous secret works while NEXTAUTH_SECRET_PREVIOUS is set, that new values need
 * the new secret, and that nothing made with any other secret is accepted.
 */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createSealedSecret, describeSetup, findPeriod } from '#lib/auth/authenticator-app.ts';
import { createFormCookie, deriveFormToken, isFormToken } from '#lib/auth/form-token.ts';
import { reportSecretUse, resealSecrets } from '#lib/auth/reseal.ts';
import { type SealContents, seal, unseal } from '#lib/auth/seals.ts';
import { secretFingerprint } from '#lib/auth/secret-fingerprint.ts';
import { getMember } from '#lib/auth/session.ts';
import { issueSessionToken, sessionCookie } from '#lib/auth/session-token.ts';
import { hashGuestCode, hashGuestCodes } from '#lib/guest-review/guest-code.ts';
import { dropSingleton } from '#lib/runtime/singleton.ts';
import { linkUrl } from '#lib/share-links/listed-links.ts';
import { store } from '#lib/store/open.ts';
import { authenticatorApps } from '#lib/store/schema/second-factors.ts';
import { findAppInSetup, saveAppInSetup } from '#lib/store/second-factors.ts';
import { recordSecretUse } from '#lib/store/secret-use.ts';
import { totpCode } from '../support/totp.ts';
import { setUpHarness } from './support/harness.ts';
import { addMember } from './support/members.ts';
import { parseCookies, requestNextAuth } from './support/next-auth.ts';
import { inRequest } from './support/request.ts';
import { SECRET } from './support/settings.ts';
import { createShareLink } from './support/share-links.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
const NEW = 'gF7-new-secret-wq93mPzk2LxVb6Tn-of-this-console';
const OTHER = 'Kd5-other-secret-8sYtRnQ4hWcJ0aUf-of-no-console';

/** Restarts the console, as far as secrets are concerned. */
function applySecrets(secret: string, previous?: string): void {
  harness.applySettings({ NEXTAUTH_SECRET: secret, NEXTAUTH_SECRET_PREVIOUS: previous });
  dropSingleton('sessions');
}
beforeEach(() => applySecrets(SECRET));

/** The phases of a change, and whether values made with the old or the new secret work in each phase. */
const PHASES = [
  ['before the change', SECRET, undefined, true, false],
  ['while every server learns the new secret', SECRET, NEW, true, true],
  ['while the previous secret is accepted', NEW, SECRET, true, true],
  ['after the change', NEW, undefined, false, true],
] as const;

const ID = '0d9f7a2e-1c3b-4e5f-8a6b-7c8d9e0f1a2b';
const CONTENTS: SealContents = {
  'payment-return': { attempt: ID, campaign: 1 },
  invitation: { invitation: ID, key: 'k'.repeat(43) },
  'unlocked-share': { device: ID, links: [{ id: ID, epoch: 'epoch', at: 1 }] },
  'guest-browser': { browser: ID },
  device: { device: ID, members: [{ id: ID, epoch: 1 }] },
  'pending-sign-in': { member: ID, epoch: 'epoch' },
  'passkey-challenge': { challenge: 'challenge', use: 'sign-in' },
  'authenticator-app': { member: ID, secret: 'ABC' },
  'resumed-form': { member: ID, form: 'invite', values: {} },
};
const PURPOSES = Object.keys(CONTENTS) as (keyof SealContents)[];

/** Makes the same value with the old, the new, and another secret. */
async function makeWithEach<T>(make: () => Promise<T>): Promise<{ old: T; new: T; other: T }> {
  const makeWith = (secret: string) => {
    applySecrets(secret);
    return make();
  };
  return { old: await makeWith(SECRET), new: await makeWith(NEW), other: await makeWith(OTHER) };
}

/** Checks which values work in each phase. */
async function expectPhases<T>(
  values: { old: T; new: T; other: T },
  works: (value: T) => Promise<boolean>,
): Promise<void> {
  for (const [phase, secret, previous, oldWorks, newWorks] of PHASES) {
    applySecrets(secret, previous);
    expect(await works(values.old), `the old value ${phase}`).toBe(oldWorks);
    expect(await works(values.new), `the new value ${phase}`).toBe(newWorks);
    expect(await works(values.other), `another value ${phase}`).toBe(false);
  }
}

describe('while the secret changes', () => {
  it.each(PURPOSES)('%s seals work', async (purpose) => {
    const seals = await makeWithEach(() => seal(purpose, CONTENTS[purpose], 60_000));
    await expectPhases(seals, async (text) => (await unseal(purpose, text)) !== null);
  });

  it('sessions work on pages', async () => {
    const member = await addMember('pages@mailroom.test', 'sender');
    const tokens = await makeWithEach(() => issueSessionToken(member));
    await expectPhases(tokens, async (token) => {
      const found = await inRequest({ cookies: { [sessionCookie()]: token } }, getMember);
      return found?.id === member.id;
    });
  });

  it('sessions work in next-auth’s routes', async () => {
    const member = await addMember('next-auth@mailroom.test', 'sender');
    const tokens = await makeWithEach(() => issueSessionToken(member));
    await expectPhases(tokens, async (token) => {
      const response = await requestNextAuth('session', { cookies: { [sessionCookie()]: token } });
      return JSON.stringify(await response.json()).includes('next-auth@mailroom.test');
    });
  });

  it('next-auth’s CSRF tokens work', async () => {
    const forms = await makeWithEach(async () => {
      const response = await requestNextAuth('csrf');
      const { csrfToken } = (await response.json()) as { csrfToken: string };
      return { csrfToken, cookies: parseCookies(response) };
    });
    await expectPhases(forms, async ({ csrfToken, cookies }) => {
      const encoded = Object.fromEntries(
        Object.entries(cookies).map(([name, value]) => [name, encodeURIComponent(value)]),
      );
      const response = await requestNextAuth('csrf', { cookies: encoded });
      return ((await response.json()) as { csrfToken: string }).csrfToken === csrfToken;
    });
  });

  it('form tokens work', async () => {
    const cookie = createFormCookie();
    const tokens = await makeWithEach(async () => deriveFormToken(cookie, 'session'));
    await expectPhases(tokens, async (token) => isFormToken(token, cookie, 'session'));
    applySecrets(NEW, SECRET);
    expect(isFormToken(tokens.old, cookie, 'another session')).toBe(false);
  });

  it('guests’ codes work', async () => {
    const hashes = await makeWithEach(async () => hashGuestCode(ID, '123456'));
    await expectPhases(hashes, async (hash) => hashGuestCodes(ID, '123456').includes(hash));
    applySecrets(NEW, SECRET);
    expect(hashGuestCodes(ID, '123457')).not.toContain(hashes.old);
  });

  it('members can copy share links', async () => {
    const links = await makeWithEach(() => createShareLink({ campaignId: 1 }));
    await expectPhases(links, async (link) => linkUrl(link)?.endsWith(`/share/${link.token}`) ?? false);
  });

  it('the new secret is used for new values', async () => {
    applySecrets(NEW, SECRET);
    const created = {
      seal: await seal('guest-browser', CONTENTS['guest-browser'], 60_000),
      link: await createShareLink({ campaignId: 1 }),
      session: await issueSessionToken(await addMember('new@mailroom.test', 'viewer')),
    };
    applySecrets(NEW);
    expect(await unseal('guest-browser', created.seal)).not.toBeNull();
    expect(linkUrl(created.link)).not.toBeNull();
    expect(await inRequest({ cookies: { [sessionCookie()]: created.session } }, getMember)).not.toBeNull();
  });
});

describe('an authenticator app', () => {
  async function addAppOf(email: string) {
    const member = await addMember(email, 'viewer');
    const db = await store();
    await saveAppInSetup(db, member.id, await createSealedSecret(member.id));
    const app = await findAppInSetup(db, member.id);
    const setup = app && (await describeSetup(app, email));
    if (!setup) throw new Error('There is no app.');
    return { app, secret: setup.secret.replaceAll(' ', '') };
  }
  const readApp = async (id: string) => {
    const [row] = await (await store()).select().from(authenticatorApps).where(eq(authenticatorApps.id, id));
    if (!row) throw new Error('There is no app.');
    return row;
  };

  it('is sealed again with the new secret, and keeps working without the previous one', async () => {
    const { app, secret } = await addAppOf('resealed@mailroom.test');
    applySecrets(NEW, SECRET);
    expect(await findPeriod(await readApp(app.id), totpCode(secret))).not.toBeNull();
    expect(await resealSecrets(await store())).toMatchObject({ state: 'done', resealed: 1 });
    expect(await resealSecrets(await store())).toMatchObject({ state: 'done', resealed: 0 });
    applySecrets(NEW);
    expect(await findPeriod(await readApp(app.id), totpCode(secret))).not.toBeNull();
    expect(await findPeriod(await readApp(app.id), '000000')).toBeNull();
  });

  it('isn’t sealed again while another server still makes values with the previous secret', async () => {
    const { app, secret } = await addAppOf('waiting@mailroom.test');
    await reportSecretUse(await store());
    applySecrets(NEW, SECRET);
    await reportSecretUse(await store());
    expect(await resealSecrets(await store())).toMatchObject({ state: 'waiting' });
    applySecrets(SECRET);
    expect(await findPeriod(await readApp(app.id), totpCode(secret))).not.toBeNull();
    // The other server stops.
    await recordSecretUse(await store(), secretFingerprint(), -1);
    applySecrets(NEW, SECRET);
    expect(await resealSecrets(await store())).toMatchObject({ state: 'done', resealed: 1 });
  });

  it('stays as it is if no known secret opens it', async () => {
    applySecrets(OTHER);
    const { app } = await addAppOf('foreign@mailroom.test');
    applySecrets(NEW, SECRET);
    expect(await resealSecrets(await store())).toMatchObject({ state: 'done', unreadable: 1 });
    expect((await readApp(app.id)).sealedSecret).toBe(app.sealedSecret);
  });
});
