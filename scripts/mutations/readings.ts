import type { Mutation } from './mutation.ts';

const STALE_READING = 'tests/format/stale-reading.test.ts';
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
];
