/** Recognizes the browser that made a decision, so that no other browser can replace the decision. */
import 'server-only';
import { randomUUID } from 'node:crypto';
import { readSealedCookie, setSealedCookie } from '#lib/auth/sealed-cookies.ts';

/** Returns the id of this browser, or undefined if the browser hasn't made a decision yet. */
export async function readGuestBrowser(): Promise<string | undefined> {
  return (await readSealedCookie('guest-browser'))?.browser;
}

/** Returns the id of this browser. Sets a cookie with a new id if the browser has none. */
export async function identifyGuestBrowser(): Promise<string> {
  const known = await readGuestBrowser();
  if (known !== undefined) return known;
  const browser = randomUUID();
  await setSealedCookie('guest-browser', { browser });
  return browser;
}
