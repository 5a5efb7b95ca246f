import 'server-only';
import { cookies, headers } from 'next/headers';
import { cache } from 'react';
import { chooseDateLocale } from '#lib/format/date-locales.ts';
import type { DateSettings } from '#lib/format/dates.ts';
import { canonicalTimeZone } from '#lib/format/zones.ts';
import { readAcceptedLanguages } from '#lib/http/accepted-languages.ts';
import { cookieName } from './cookie-attributes.ts';
import { getMember } from './session.ts';

/**
 * Returns the name of the cookie that contains the browser's time zone, in which pages show times. A script sets
 * the cookie, so the cookie isn't HTTP-only.
 */
export const zoneCookie = (): string => cookieName('mailroom-zone');

/**
 * Returns the page's settings for showing dates and times. The member's choices come first, then the
 * browser's time zone and languages. By default, times are in UTC, and dates are in US format.
 */
export const readDateSettings = cache(async (): Promise<DateSettings> => {
  const [member, requestCookies, requestHeaders] = await Promise.all([getMember(), cookies(), headers()]);
  const zone = member?.timeZone ?? requestCookies.get(zoneCookie())?.value;
  const languages = readAcceptedLanguages(requestHeaders.get('accept-language'));
  return {
    zone: canonicalTimeZone(zone) ?? 'UTC',
    locale: chooseDateLocale(member?.dateLocale ? [member.dateLocale, ...languages] : languages),
  };
});
