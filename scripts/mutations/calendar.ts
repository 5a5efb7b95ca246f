import type { Mutation } from './mutation.ts';

const DAYS = 'tests/console/calendar-days.test.ts';
const CALENDAR = 'tests/console/calendar.test.ts';
const FEED = 'tests/console/calendar-feed.test.ts';
const FEED_CONTENT = 'tests/console/calendar-feed-content.test.ts';

export const CALENDAR_MUTATIONS: readonly Mutation[] = [
  {
    what: 'every day of the calendar has 24 hours',
    file: 'lib/forms/calendar-span.ts',
    find: 'end: startOf(date.add({ days: 1 })),',
    replace: 'end: startOf(date) + 86_400_000,',
    tests: [DAYS],
  },
  {
    what: 'the calendar’s weeks always begin on Sunday',
    file: 'lib/forms/calendar-span.ts',
    find: '(date.dayOfWeek - firstDay + DAYS_PER_WEEK)',
    replace: '(date.dayOfWeek - 7 + DAYS_PER_WEEK)',
    tests: [DAYS],
  },
  {
    what: 'drafts count as still to go',
    file: 'lib/domain/calendar.ts',
    find: "draft: 'not_going',",
    replace: "draft: 'to_go',",
    tests: [DAYS],
  },
  {
    what: 'the calendar adds amounts in different currencies',
    file: 'lib/domain/calendar.ts',
    find: '...Map.groupBy(counts, ({ currency }) => currency)',
    replace: "...Map.groupBy(counts, () => '$')",
    tests: [DAYS],
  },
  {
    what: 'the calendar counts only some of the campaigns and doesn’t say so',
    file: 'lib/store/index-calendar.ts',
    find: 'isPartial: counted > maxCounted',
    replace: 'isPartial: false',
    tests: [CALENDAR],
  },
  {
    what: 'the calendar lists drafts as campaigns that go out',
    file: 'lib/store/index-calendar.ts',
    find: "is distinct from 'draft'`",
    replace: "is distinct from 'none'`",
    tests: [CALENDAR],
  },
  {
    what: 'the calendar shows an index that isn’t complete',
    file: 'lib/data/calendar.ts',
    find: "if (!isIndexComplete(freshness)) return ok({ kind: 'incomplete', freshness });",
    replace: '',
    tests: [CALENDAR],
  },
  {
    what: 'a calendar feed works after its member is disabled',
    file: 'lib/store/revoked-access.ts',
    find: 'deletedFeeds: revokesAll ? await deleteMemberFeeds(tx, member.id) : [],',
    replace: 'deletedFeeds: [],',
    tests: [FEED],
  },
  {
    what: 'a calendar feed for one customer contains all campaigns',
    file: 'lib/data/calendar-feed.ts',
    find: 'feed.customerId === null ? undefined : [feed.customerId]',
    replace: 'undefined',
    tests: [FEED],
  },
  {
    what: 'the database contains the tokens of calendar feeds',
    file: 'lib/auth/calendar-feed-token.ts',
    find: "createHash('sha256').update(token).digest('base64url');",
    replace: 'token;',
    tests: [FEED],
  },
  {
    what: 'members add more calendar feeds than are allowed',
    file: 'lib/store/calendar-feeds.ts',
    find: ">= MAX_FEEDS) return 'too_many';",
    replace: "> MAX_FEEDS + 5) return 'too_many';",
    tests: [FEED],
  },
  {
    what: 'members delete other members’ calendar feeds',
    file: 'lib/store/calendar-feeds.ts',
    find: `.delete(calendarFeeds)
    .where(and(eq(calendarFeeds.id, id), eq(calendarFeeds.memberId, memberId)))`,
    replace: '.delete(calendarFeeds)\n    .where(eq(calendarFeeds.id, id))',
    tests: [FEED],
  },
  {
    what: 'a calendar feed’s URL still works after it was replaced',
    file: 'lib/store/calendar-feeds.ts',
    find: '.set({ tokenHash, createdAt',
    replace: '.set({ createdAt',
    tests: [FEED],
  },
  {
    what: 'a calendar feed contains control characters',
    file: 'lib/http/calendar-feed.ts',
    find: ".replaceAll(/(?!\\n)\\p{Cc}/gu, ' ')",
    replace: '',
    tests: [FEED_CONTENT],
  },
  {
    what: 'a calendar feed leaves out the next campaign',
    file: 'lib/store/index-calendar.ts',
    find: '...ahead.slice(0, limit)]',
    replace: '...ahead.slice(1, limit)]',
    tests: [FEED_CONTENT],
  },
];
