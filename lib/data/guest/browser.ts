/**
 * Recognizes the browser in which a guest made a decision, so that the decision can't be replaced from
 * another browser.
 */
import 'server-only';
import { randomUUID } from 'node:crypto';
import { readSealedCookie, setSealedCookie } from '#lib/auth/sealed-cookies.ts';

/** Returns this browser's id, or undefined if no guest has made a decision in this browser yet. */
export async function readGuestBrowser(): Promise<string | undefined> {
  return (await readSealedCookie('guest-browser'))?.browser;
}

/** Returns this browser's id. If the browser has no id yet, sets a cookie with a new id. */
export async function identifyGuestBrowser(): Promise<string> {
  const known = await readGuestBrowser();
  if (known !== undefined) return known;
  const browser = randomUUID();
  await setSealedCookie('guest-browser', { browser });
  return browser;
}
