import { expect, it, vi } from 'vitest';
import { viewingZone } from '#lib/auth/viewing-zone.ts';
import { setUpHarness } from './support/harness.ts';
import { inRequest } from './support/request.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

setUpHarness();

it.each([
  ['America/New_York', 'America/New_York'],
  ['aMERICA/nEW_yORK', 'America/New_York'],
  ['asia/calcutta', 'Asia/Kolkata'],
  ['Mars/Olympus', 'UTC'],
  ['', 'UTC'],
])('maps the time zone %j from the browser’s cookie to %s', async (cookie, zone) => {
  expect(await inRequest({ cookies: { 'mailroom-zone': cookie } }, viewingZone)).toBe(zone);
});
