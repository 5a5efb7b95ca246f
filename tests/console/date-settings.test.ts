/** Tests how the member's profile and the browser determine the time zone and the date format. */
import { expect, it, vi } from 'vitest';
import { GET } from '#app/(console)/send-time/route.ts';
import { readDateSettings } from '#lib/auth/date-settings.ts';
import { issueSessionToken, sessionCookie } from '#lib/auth/session-token.ts';
import { updateProfile } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { DAY_MS } from '#lib/time-units.ts';
import { setUpHarness } from './support/harness.ts';
import { addMember } from './support/members.ts';
import { inRequest } from './support/request.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

setUpHarness();

const acceptLanguage = (header: string) => ({ headers: { 'accept-language': header } });

it.each([
  ['America/New_York', 'America/New_York'],
  ['aMERICA/nEW_yORK', 'America/New_York'],
  ['asia/calcutta', 'Asia/Kolkata'],
  ['Mars/Olympus', 'UTC'],
  ['', 'UTC'],
])('the time zone %j from the browser’s cookie becomes %s', async (cookie, zone) => {
  expect(await inRequest({ cookies: { 'mailroom-zone': cookie } }, readDateSettings)).toEqual({
    zone,
    locale: 'en-US',
  });
});

it.each([
  ['en-GB,en;q=0.9', 'en-GB'],
  ['de-DE,de;q=0.9,en;q=0.8', 'en-DE'],
  ['en;q=0.5, en-AU', 'en-AU'],
  ['*', 'en-US'],
  ['<script>', 'en-US'],
  ['', 'en-US'],
])('the browser’s languages %j result in the date locale %s', async (header, locale) => {
  expect(await inRequest(acceptLanguage(header), readDateSettings)).toEqual({ zone: 'UTC', locale });
});

/** Adds a member with the given date locale. Returns a request from the member's browser. */
async function addReader(name: string, dateLocale: string | null, header: string) {
  const member = await addMember(`${name}@mailroom.test`, 'sender');
  await updateProfile(await store(), member.id, { name: null, timeZone: 'America/New_York', dateLocale });
  return { ...acceptLanguage(header), cookies: { [sessionCookie()]: await issueSessionToken(member) } };
}

it('the member’s date format takes precedence over the browser’s languages', async () => {
  const choosing = await addReader('choosing', 'en-GB', 'en-US');
  expect(await inRequest(choosing, readDateSettings)).toEqual({ zone: 'America/New_York', locale: 'en-GB' });
  const automatic = await addReader('automatic', null, 'en-AU');
  expect(await inRequest(automatic, readDateSettings)).toEqual({ zone: 'America/New_York', locale: 'en-AU' });
});

it('the browser’s languages determine the date format if the console doesn’t recognize the format in the profile', async () => {
  const reader = await addReader('reader', 'a format of another version', 'en-GB');
  expect(await inRequest(reader, readDateSettings)).toMatchObject({ locale: 'en-GB' });
});

it.each([
  ['en-US', /^\w{3}, \w{3} \d+, \d{4}, 9:00\u00a0AM\u00a0E[SD]T · [12]:00\u00a0PM\u00a0UTC$/],
  ['en-GB', /^\w{3}, \d+ \w{3,4} \d{4}, 09:00\u00a0E[SD]T · 1[34]:00\u00a0UTC$/],
])('a browser that prefers %s gets send times in that language’s format', async (header, text) => {
  const reader = await addReader(`sender-${header}`, null, header);
  const day = new Date(Date.now() + 30 * DAY_MS).toISOString().slice(0, 10);
  const url = `http://localhost/send-time?at=${day}T09:00&zone=America/New_York`;
  expect(await inRequest(reader, async () => (await GET(new Request(url))).json())).toMatchObject({
    text: expect.stringMatching(text),
  });
});
