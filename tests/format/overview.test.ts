/** Tests in which cases the overview says that there is nothing to do. */
import { expect, it } from 'vitest';
import { type IndexedSummary, isAllCaughtUp } from '#components/overview/overview-data.ts';
import { sumCounts } from '#lib/domain/calendar.ts';
import { WORKLISTS, type Worklist, type Worklists } from '#lib/domain/worklist.ts';

const EMPTY: Worklist = { entries: [], count: 0, totals: [], isPartial: false };
const listsWith = (more: Partial<Worklist> = {}) =>
  Object.fromEntries(
    WORKLISTS.map((name) => [name, name === 'ready' ? { ...EMPTY, ...more } : EMPTY]),
  ) as unknown as Worklists;

const NOTHING: IndexedSummary = {
  week: { days: [], sum: sumCounts([]).toGo, isPartial: false },
  oldDrafts: { count: 0, href: '/campaigns' },
  draftsWithoutCheckout: 0,
  guests: { changes: 0, approved: 0 },
  production: { processing: 0, sent: 0 },
};
const current = { state: 'current', updatedAt: 0 } as const;
const indexed = { lists: listsWith(), freshness: current, indexed: NOTHING, live: undefined };
const read = { drafts: 0, readDrafts: 0, queued: 0, readQueued: 0 };
const live = { lists: listsWith(), freshness: { state: 'live' } as const, indexed: undefined, live: read };

it('nothing is left to do if all lists are empty and complete', () => {
  expect(isAllCaughtUp(indexed)).toBe(true);
  expect(isAllCaughtUp(live)).toBe(true);
});

it.each([
  ['the payment state of drafts isn’t known', { indexed: { ...NOTHING, draftsWithoutCheckout: 1 } }],
  [
    'the mail service isn’t answering',
    { freshness: { state: 'behind', updatedAt: 0, problem: 'unanswered' } as const },
  ],
  ['a list couldn’t be counted completely', { lists: listsWith({ isPartial: true }) }],
  ['a list has campaigns that couldn’t be shown', { lists: listsWith({ count: 2 }) }],
])('something may be left to do if %s', (_, changes) => {
  expect(isAllCaughtUp({ ...indexed, ...changes })).toBe(false);
});

it.each([
  { drafts: 16, readDrafts: 15 },
  { queued: 101, readQueued: 100 },
])('something may be left to do if not every campaign was read from the mail service: %j', (left) => {
  expect(isAllCaughtUp({ ...live, live: { ...read, ...left } })).toBe(false);
});
