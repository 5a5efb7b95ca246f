/** Reads and writes the cookies whose contents are sealed. */
import 'server-only';
import { cookies } from 'next/headers';
import { DEVICE_COOKIE_DAYS } from '#lib/domain/rate-limits.ts';
import { PASSKEY_MINUTES, PENDING_SIGN_IN_MINUTES } from '#lib/domain/second-factor.ts';
import { DAY_MS, MINUTE_MS } from '#lib/time-units.ts';
import { cookieAttributes, cookieName } from './cookie-attributes.ts';
import { type SealContents, seal, unseal } from './seals.ts';

interface SealedCookie {
  readonly name: string;
  /** How long the browser keeps the cookie, and how long the console accepts the seal. */
  readonly lifetimeMs: number;
  readonly sameSite: 'lax' | 'strict';
}

/** The sealed cookies, keyed by the seal's purpose. lib/auth/seals.ts defines the contents. */
const COOKIES = {
  device: { name: 'mailroom-device', lifetimeMs: DEVICE_COOKIE_DAYS * DAY_MS, sameSite: 'lax' },
  'pending-sign-in': {
    name: 'mailroom-sign-in',
    lifetimeMs: PENDING_SIGN_IN_MINUTES * MINUTE_MS,
    sameSite: 'lax',
  },
  'passkey-challenge': {
    name: 'mailroom-passkey',
    lifetimeMs: PASSKEY_MINUTES * MINUTE_MS,
    sameSite: 'strict',
  },
  'unlocked-share': { name: 'mailroom-share', lifetimeMs: DEVICE_COOKIE_DAYS * DAY_MS, sameSite: 'lax' },
  'guest-browser': { name: 'mailroom-guest', lifetimeMs: 90 * DAY_MS, sameSite: 'lax' },
} as const satisfies Partial<Record<keyof SealContents, SealedCookie>>;

export type CookiePurpose = keyof typeof COOKIES;

export const sealedCookieName = (purpose: CookiePurpose): string => cookieName(COOKIES[purpose].name);

function attributesOf(purpose: CookiePurpose) {
  const { lifetimeMs, sameSite } = COOKIES[purpose];
  return { ...cookieAttributes(), sameSite, maxAge: lifetimeMs / 1_000 };
}

/** For responses whose cookies can't be set with `cookies` from next/headers. */
export async function createSealedCookie<P extends CookiePurpose>(purpose: P, contents: SealContents[P]) {
  return {
    name: sealedCookieName(purpose),
    value: await seal(purpose, contents, COOKIES[purpose].lifetimeMs),
    attributes: attributesOf(purpose),
  };
}

export async function setSealedCookie<P extends CookiePurpose>(
  purpose: P,
  contents: SealContents[P],
): Promise<void> {
  const { name, value, attributes } = await createSealedCookie(purpose, contents);
  (await cookies()).set(name, value, attributes);
}

/**
 * Returns the contents of this browser's cookie. Returns null if the browser has no such cookie, or the cookie is
 * forged, altered, or expired.
 */
export async function readSealedCookie<P extends CookiePurpose>(purpose: P): Promise<SealContents[P] | null> {
  const value = (await cookies()).get(sealedCookieName(purpose))?.value;
  return value === undefined ? null : unseal(purpose, value);
}

export async function deleteSealedCookie(purpose: CookiePurpose): Promise<void> {
  (await cookies()).set(sealedCookieName(purpose), '', { ...attributesOf(purpose), maxAge: 0 });
}
