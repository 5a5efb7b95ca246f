/** Tests that the console logs each request that it refuses because another site sent it. */
import { beforeEach, expect, it } from 'vitest';
import { isSameOrigin } from '#lib/auth/origin.ts';
import { createLog } from '#lib/log.ts';
import { dropSingleton, singleton } from '#lib/runtime/singleton.ts';
import { ORIGIN, useSettings } from './support/settings.ts';

let lines: string[] = [];
beforeEach(() => {
  useSettings({});
  lines = [];
  dropSingleton('log');
  singleton('log', () => createLog('info', { write: (line: string) => void lines.push(line) }));
  return () => dropSingleton('log');
});

it.each([
  [{ origin: 'https://evil.example' }],
  [{ origin: 'null', 'sec-fetch-site': 'cross-site' }],
  [{ 'sec-fetch-site': 'same-site' }],
  [{ referer: 'https://evil.example/?password=hunter2' }],
])('logs a refused request with the headers %j, but not the headers', (headers) => {
  expect(isSameOrigin(new Headers(headers))).toBe(false);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 40, event: 'origin.refused' }]);
  expect(lines.join()).not.toMatch(/evil|hunter2|site/);
});

it('logs nothing for a request from the console’s own pages', () => {
  expect(isSameOrigin(new Headers({ origin: ORIGIN }))).toBe(true);
  expect(lines).toEqual([]);
});
