/** Tests the attributes and lifetimes of sealed cookies. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type CookiePurpose,
  deleteSealedCookie,
  readSealedCookie,
  sealedCookieName,
  setSealedCookie,
} from '#lib/auth/sealed-cookies.ts';
import type { SealContents } from '#lib/auth/seals.ts';
import { inRequest } from './support/request.ts';
import { useSettings } from './support/settings.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const ID = '0d9f7a2e-1c3b-4e5f-8a6b-7c8d9e0f1a2b';
const CONTENTS: { readonly [P in CookiePurpose]: SealContents[P] } = {
  device: { device: ID, members: [{ id: ID, epoch: 1 }] },
  'pending-sign-in': { member: ID, epoch: 'epoch' },
  'passkey-challenge': { challenge: 'challenge', use: 'add' },
  'unlocked-share': { device: ID, links: [{ id: ID, epoch: 'epoch', at: 1 }] },
  'guest-browser': { browser: ID },
};

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

beforeEach(() => useSettings({}));
afterEach(() => void vi.useRealTimers());

/** Sets the cookie in one request, and reads it in a later request. */
async function setAndRead(purpose: CookiePurpose, secondsLater: number) {
  const [written] = await inRequest({}, async ({ cookies }) => {
    await setSealedCookie(purpose, CONTENTS[purpose]);
    return cookies.written;
  });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + secondsLater * 1_000 });
  const cookies = { [sealedCookieName(purpose)]: written?.value ?? '' };
  return { written, contents: await inRequest({ cookies }, () => readSealedCookie(purpose)) };
}

describe.each([
  ['device', 180 * DAY, 'lax'],
  ['pending-sign-in', 10 * MINUTE, 'lax'],
  ['passkey-challenge', 5 * MINUTE, 'strict'],
  ['unlocked-share', 180 * DAY, 'lax'],
  ['guest-browser', 90 * DAY, 'lax'],
] as const)('the cookie with the seal “%s”', (purpose, seconds, sameSite) => {
  it('is accepted until its lifetime ends', async () => {
    const { written, contents } = await setAndRead(purpose, seconds - 1);
    expect(written?.options).toEqual({
      httpOnly: true,
      sameSite,
      path: '/',
      secure: false,
      maxAge: seconds,
    });
    expect(contents).toEqual(CONTENTS[purpose]);
  });

  it('is refused after its lifetime, even if the browser still sends it', async () => {
    expect((await setAndRead(purpose, seconds + 1)).contents).toBeNull();
  });

  it('is deleted with the attributes that it was set with', async () => {
    const written = await inRequest({}, async ({ cookies }) => {
      await deleteSealedCookie(purpose);
      return cookies.written;
    });
    expect(written).toEqual([
      {
        name: sealedCookieName(purpose),
        value: '',
        options: { httpOnly: true, sameSite, path: '/', secure: false, maxAge: 0 },
      },
    ]);
  });

  it('is refused if its value is sent in a different cookie', async () => {
    const { written } = await setAndRead(purpose, 0);
    for (const other of Object.keys(CONTENTS) as CookiePurpose[]) {
      if (other === purpose) continue;
      const cookies = { [sealedCookieName(other)]: written?.value ?? '' };
      expect(await inRequest({ cookies }, () => readSealedCookie(other)), other).toBeNull();
    }
  });
});
