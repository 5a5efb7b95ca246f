/** Names and attributes of the console's cookies. */
import 'server-only';
import { env } from '#lib/env/env.ts';

/** Whether the console is served over https. If so, the console's cookies are sent only over https. */
export const secureCookies = (): boolean => env().origin.startsWith('https:');

/**
 * Returns a cookie's name. Over https, the name has the `__Host-` prefix. Browsers accept a cookie with this
 * prefix only from this host, over https, and for all paths, so a page on another host of the same domain
 * can't replace the cookie. Over http, browsers reject cookies with this prefix. The console allows http only
 * on the computer that it runs on.
 */
export const cookieName = (name: string): string => `${secureCookies() ? '__Host-' : ''}${name}`;

/**
 * The attributes for setting and deleting a cookie. Browsers accept the `__Host-` prefix only with the path
 * `/` and with `secure`.
 */
export const cookieAttributes = () =>
  ({ httpOnly: true, sameSite: 'lax', path: '/', secure: secureCookies() }) as const;
