import type { Mutation } from './mutation.ts';

const LIST = ['tests/console/index-list.test.ts'];
const TOTALS = ['tests/console/index-totals.test.ts'];
const SYNC = ['tests/console/index-sync.test.ts'];
const OUTCOMES = ['tests/console/index-outcomes.test.ts'];
const READINGS = ['tests/console/confirmed-readings.test.ts'];
const RACES = ['tests/console/index-races.test.ts'];
const WORDS = ['tests/console/search-words.test.ts'];
const REPAIRS = 'lib/store/migrations/0027_index_repairs.sql';
const MIGRATION = 'lib/store/migrations/0024_campaign_index.sql';

export const INDEX_MUTATIONS: readonly Mutation[] = [
  {
    what: 'campaigns that are gone are listed',
    file: 'lib/store/index-order.ts',
    find: '.isListed}`, ...conditions]',
    replace: '.isListed} is not null`, ...conditions]',
    tests: LIST,
  },
  {
    what: 'campaigns without a value come first in descending order',
    file: 'lib/store/index-list.ts',
    find: 'sql`value desc nulls last, campaign_id desc`',
    replace: 'sql`value desc, campaign_id desc`',
    tests: LIST,
  },
  {
    what: 'a page that few checked campaigns match is incomplete',
    file: 'lib/store/index-list.ts',
    find: 'if (found < last) return null;',
    replace: 'if (found === 0) return null;',
    tests: LIST,
  },
  {
    what: 'a page leaves out campaigns of a customer whose campaigns weren’t all checked',
    file: 'lib/store/index-list.ts',
    find: 'if (order.branches.length === 1) return ids;',
    replace: 'if (order.branches.length > 0) return ids;',
    tests: LIST,
  },
  {
    what: 'only some of many matching campaigns are sorted',
    file: 'lib/store/index-list.ts',
    find: 'if (few.found <= bounds.sorted) return few.ids;',
    replace: 'return few.ids;',
    tests: LIST,
  },
  {
    what: 'lists can start after any number of campaigns',
    file: 'lib/store/index-list.ts',
    find: 'range.offset > INDEX_LIMITS.offset || ',
    replace: '',
    tests: LIST,
  },
  {
    what: 'a filter can have any number of values',
    file: 'lib/store/index-conditions.ts',
    find: 'value.length > INDEX_LIMITS.values',
    replace: 'value.length > INDEX_LIMITS.offset',
    tests: LIST,
  },
  {
    what: 'text that PostgreSQL can’t store makes a search fail',
    file: 'lib/store/index-conditions.ts',
    find: "text.replaceAll('\\0', '\\uFFFD').toWellFormed()",
    replace: 'text',
    tests: LIST,
  },
  {
    what: 'common words of a search aren’t checked',
    file: 'lib/store/index-conditions.ts',
    find: 'if (common.length === 0) return',
    replace: 'if (common.length >= 0) return',
    tests: LIST,
  },
  {
    what: 'the campaign whose number was typed isn’t first',
    file: 'lib/store/index-search.ts',
    find: '[...numbered, ...others]',
    replace: '[...others, ...numbered]',
    tests: LIST,
  },
  {
    what: 'the time ranges of totals include the first moment after the range',
    file: 'lib/store/index-conditions.ts',
    find: 'lt(column, new Date(storableMs(to)))',
    replace: 'lte(column, new Date(storableMs(to)))',
    tests: TOTALS,
  },
  {
    what: 'totals leave out the part of a day before the first full day',
    file: 'lib/store/index-ranges.ts',
    find: '...(from === first ? [] : [{ from, to: first }]), ',
    replace: '',
    tests: TOTALS,
  },
  {
    what: 'totals count the days at the ends of a range twice',
    file: 'lib/store/index-ranges.ts',
    find: 'from : nextAfter(startOf(from))',
    replace: 'from : startOf(from)',
    tests: TOTALS,
  },
  {
    what: 'a total of some campaigns is shown as the total of all',
    file: 'lib/store/index-totals.ts',
    find: 'isPartial: summedRows > maxSummed,',
    replace: 'isPartial: summedRows > maxSummed + 1,',
    tests: TOTALS,
  },
  {
    what: 'the amounts of campaigns that were sent count as left to pay',
    file: MIGRATION,
    find: "sum(c.sign * coalesce(c.credit, 0)::numeric), sum(c.sign * CASE WHEN c.status = 'draft' THEN coalesce(c.left_to_pay, 0) ELSE 0 END::numeric)",
    replace:
      'sum(c.sign * coalesce(c.credit, 0)::numeric), sum(c.sign * coalesce(c.left_to_pay, 0)::numeric)',
    tests: TOTALS,
  },
  {
    what: 'a campaign without a status counts as an unpaid draft',
    file: MIGRATION,
    find: "case when status is distinct from 'draft' or",
    replace: "case when status <> 'draft' or",
    tests: LIST,
  },
  {
    what: 'merging stored sums loses sums of campaigns with other statuses',
    file: 'lib/store/campaign-totals.ts',
    find: 'from removed group by',
    replace: 'from removed where campaigns > 0 group by',
    tests: TOTALS,
  },
  {
    what: 'an attempt’s outcome is recorded without what its response says',
    file: 'lib/store/attempts.ts',
    find: 'await alsoRecord?.(tx);',
    replace: '',
    tests: OUTCOMES,
  },
  {
    what: 'an outcome isn’t recorded if the index can’t be written',
    file: 'lib/index/learn.ts',
    find: "log().warn({ err: error }, 'the campaign index could not be updated with an outcome');",
    replace: 'throw error;',
    tests: OUTCOMES,
  },
  {
    what: 'a reading from before a campaign was deleted lists the campaign again',
    file: 'lib/store/merged-readings.ts',
    find: 'goneAt !== null && goneAt <= now && requestedAt <= goneAt;',
    replace: 'goneAt !== null && goneAt > now && requestedAt <= goneAt;',
    tests: READINGS,
  },
  {
    what: 'a new campaign’s second reading is lost if another server inserts the first one',
    file: 'lib/store/campaign-index.ts',
    find: 'if (conflicts.size === 0) return;',
    replace: 'if (conflicts.size >= 0) return;',
    tests: RACES,
  },
  {
    what: 'two lists with the same new campaigns in different orders deadlock',
    file: 'lib/store/campaign-index.ts',
    find: '.toSorted((a, b) => a.campaignId - b.campaignId)',
    replace: '.toSorted(() => 0)',
    tests: RACES,
  },
  {
    what: 'a campaign that the mail service fails to describe keeps a whole list from being read',
    file: 'lib/index/list-position.ts',
    find: 'if (level < 2) return',
    replace: 'if (level < 2) return { ok: false, failure };\n  if (level < 0) return',
    tests: SYNC,
  },
  {
    what: 'a customer whose list can’t be read keeps the sweep from the other customers',
    file: 'lib/index/sweep-task.ts',
    find: 'return others.ok ? skipList',
    replace: 'return !others.ok ? skipList',
    tests: SYNC,
  },
  {
    what: 'campaigns that left production are read only by the next sweep',
    file: 'lib/index/tasks.ts',
    find: 'for (const id of await listUnreadSince(db, run, ACTIVE_STATUSES, FORMERLY_ACTIVE_AT_A_TIME))',
    replace: 'for (const id of [] as number[])',
    tests: SYNC,
  },
  {
    what: 'a server that lost its lease completes a task that another server started over',
    file: 'lib/store/index-sync.ts',
    find: `and(eq(indexSync.name, name), sql\`\${indexSync.startedAt} = \${run}::timestamptz\`);`,
    replace: `and(eq(indexSync.name, name), sql\`\${run}::text is not null\`);`,
    tests: SYNC,
  },
  {
    what: 'a sweep starts over in every round',
    file: 'lib/index/sweep-task.ts',
    find: 'const position = stored ?? START;',
    replace: 'const position = START;',
    tests: SYNC,
  },
  {
    what: 'a rebuild keeps wrong totals',
    file: 'lib/store/index-rebuild.ts',
    find: 'await tx.delete(campaignTotals);',
    replace: '',
    tests: SYNC,
  },
  {
    what: 'rows that were read a moment ago are read again for each member',
    file: 'lib/store/wanted-readings.ts',
    find: ` and (\${lastReadAt} < \${secondsAgo(olderThanSeconds)} or \${isReadInFuture})\``,
    replace: '`',
    tests: SYNC,
  },
  {
    what: 'the age of the index doesn’t say that the mail service isn’t answering while a call waits',
    file: 'lib/store/index-sync.ts',
    find: '    done: 0,\n  };',
    replace: '    done: 0,\n    failure: null,\n  };',
    tests: SYNC,
  },
  {
    what: 'emptying the index keeps its totals',
    file: REPAIRS,
    find: 'DELETE FROM campaign_totals;',
    replace: '',
    tests: SYNC,
  },
  {
    what: 'search doesn’t ignore accents',
    file: REPAIRS,
    find: "'[\\u0300-\\u036F\\uFE00-\\uFE0F]+', '', 'g')",
    replace: "'[\\uFE00-\\uFE0F]+', '', 'g')",
    tests: WORDS,
  },
];
