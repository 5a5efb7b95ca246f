import type { Mutation } from './mutation.ts';

const STALE_READING = 'tests/format/stale-reading.test.ts';
const STORED_CAMPAIGNS = 'tests/console/stored-campaigns.test.ts';
const STALE_READINGS = 'tests/console/stale-readings.test.ts';

export const READING_MUTATIONS: readonly Mutation[] = [
  {
    what: 'a reading from before a change counts as current',
    file: 'lib/domain/stale-reading.ts',
    find: 'return before?.status !== after.status && before?.status === reading.status;',
    replace: 'return false;',
    tests: [STALE_READING, STALE_READINGS],
  },
  {
    what: 'checkout from before a payment counts as current',
    file: 'lib/domain/stale-reading.ts',
    find: "if (operation !== 'payAndSendCampaign' || !after) return false;",
    replace: 'return false;',
    tests: [STALE_READING],
  },
  {
    what: 'a stale reading doesn’t stop an attempt',
    file: 'lib/attempts/perform.ts',
    find: "return contradicted ? { kind: 'stale', operation: contradicted.operation } : null;",
    replace: 'return contradicted && null;',
    tests: [STALE_READINGS],
  },
  {
    what: 'a stale reading settles a lost attempt',
    file: 'lib/attempts/settle.ts',
    find: 'const isStale = snapshot !== null &&',
    replace: 'const isStale = snapshot === undefined &&',
    tests: [STALE_READINGS],
  },
  {
    what: 'a page shows a stored reading from before a mailing',
    file: 'lib/data/stored-campaigns.ts',
    find: 'return ok(isStale ? undefined : {',
    replace: 'return ok(isStale && !row ? undefined : {',
    tests: [STORED_CAMPAIGNS],
  },
  {
    what: 'a page shows a stored reading while a payment is open',
    file: 'lib/data/stored-campaigns.ts',
    find: 'row.goneAt !== null || unsettled)',
    replace: 'row.goneAt !== null)',
    tests: [STORED_CAMPAIGNS],
  },
  {
    what: 'documents arrive in parts',
    file: 'lib/http/client-navigation.ts',
    find: "if (received.get('sec-fetch-dest') !== 'empty') return false;",
    replace: '',
    tests: [STORED_CAMPAIGNS],
  },
];
