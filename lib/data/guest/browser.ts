/** Recognizes the browser that made a decision, so that no other browser can replace the decision. */
import 'server-only';
import { randomUUID } from 'node:crypto';
import { cookies } from 'next/headers';
import { cookieAttributes, cookieName } from '#lib/auth/cookie-attributes.ts';
import { seal, unseal } from '#lib/auth/seals.ts';
import { DAY_MS } from '#lib/time-units.ts';

const guestCookie = (): string => cookieName('mailroom-guest');
const LIFETIME_MS = 90 * DAY_MS;

/** Returns the id of this browser, or undefined if the browser hasn't made a decision yet. */
export async function readGuestBrowser(): Promise<string | undefined> {
  const cookie = (await cookies()).get(guestCookie())?.value;
  return cookie === undefined ? undefined : (await unseal('guest-browser', cookie))?.browser;
}

/** Returns the id of this browser. Sets a cookie with a new id if the browser has none. */
export async function identifyGuestBrowser(): Promise<string> {
  const known = await readGuestBrowser();
  if (known !== undefined) return known;
  const browser = randomUUID();
  (await cookies()).set(guestCookie(), await seal('guest-browser', { browser }, LIFETIME_MS), {
    ...cookieAttributes(),
    maxAge: LIFETIME_MS / 1_000,
  });
  return browser;
}
