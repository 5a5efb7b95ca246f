/** Tests that the console logs each request that it refuses because another site sent it. */
import { beforeEach, expect, it } from 'vitest';
import { isSameOrigin } from '#lib/auth/origin.ts';
import { captureLog } from './support/log.ts';
import { ORIGIN, useSettings } from './support/settings.ts';

beforeEach(() => useSettings({}));
const log = captureLog();

it.each([
  [{ origin: 'https://evil.example' }],
  [{ origin: 'null', 'sec-fetch-site': 'cross-site' }],
  [{ 'sec-fetch-site': 'same-site' }],
  [{ referer: 'https://evil.example/?password=hunter2' }],
])('a refused request with the headers %j is logged without the headers’ values', (headers) => {
  expect(isSameOrigin(new Headers(headers))).toBe(false);
  expect(log.readEntries()).toMatchObject([{ level: 40, event: 'origin.refused' }]);
  expect(log.readText()).not.toMatch(/evil|hunter2|site/);
});

it('a request from the console’s own pages isn’t logged', () => {
  expect(isSameOrigin(new Headers({ origin: ORIGIN }))).toBe(true);
  expect(log.readEntries()).toEqual([]);
});
