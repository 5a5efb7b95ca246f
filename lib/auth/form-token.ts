/**
 * A form token for browsers that don't report which page submitted a form, such as text browsers. The token
 * is derived from a random cookie, so other sites can't guess it.
 */
import 'server-only';
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { deriveAcceptedKeys, deriveKey } from '#lib/env/derived-keys.ts';
import { cookieAttributes, cookieName } from './cookie-attributes.ts';

const COOKIE_BYTES = 32;
const COOKIE_SHAPE = /^[\w-]{43}$/;
/** The cookie lasts longer than a session, so a signed-in browser always has the cookie. */
const COOKIE_SECONDS = 30 * 24 * 60 * 60;

export const formCookie = (): string => cookieName('mailroom.form');

export const formCookieAttributes = () =>
  ({ ...cookieAttributes(), sameSite: 'strict', maxAge: COOKIE_SECONDS }) as const;

export const createFormCookie = (): string => randomBytes(COOKIE_BYTES).toString('base64url');

export const isFormCookie = (value: string): boolean => COOKIE_SHAPE.test(value);

/**
 * Derives the form token for the browser that has this cookie. The token works only as long as the browser has
 * the same session.
 * @param session the value of the session cookie, if the browser has one
 */
export const deriveFormToken = (cookie: string, session: string | undefined): string =>
  hashForm(deriveKey(PURPOSE, KEY_BYTES), cookie, session);

const PURPOSE = 'form token';
const KEY_BYTES = 32;

/** Neither value contains a space, so different pairs produce different strings. */
const hashForm = (key: Buffer, cookie: string, session: string | undefined): string =>
  createHmac('sha256', key)
    .update(`${cookie} ${session ?? ''}`)
    .digest('base64url');

/** @param token the submitted value of the token field. A value that isn't text is rejected. */
export function isFormToken(token: unknown, cookie: string, session: string | undefined): boolean {
  if (!isFormCookie(cookie)) return false;
  const received = Buffer.from(typeof token === 'string' ? token : '');
  return deriveAcceptedKeys(PURPOSE, KEY_BYTES).some((key) => {
    const expected = Buffer.from(hashForm(key, cookie, session));
    return received.length === expected.length && timingSafeEqual(received, expected);
  });
}
