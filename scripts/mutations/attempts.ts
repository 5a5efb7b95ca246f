import type { Mutation } from './mutation.ts';

const ATTEMPTS = 'tests/console/attempts.test.ts';
const UPSTREAM_RESPONSES = 'tests/console/upstream-responses.test.ts';
const ATTEMPT_RESOLUTION = 'tests/console/attempt-resolution.test.ts';

export const ATTEMPT_MUTATIONS: readonly Mutation[] = [
  {
    what: 'a lock can be claimed twice',
    file: 'lib/store/attempts.ts',
    find: 'db.insert(attempts).values(wanted)',
    replace: 'db.insert(attempts).values({ ...wanted, lockScope: crypto.randomUUID() as never })',
    tests: [ATTEMPTS],
  },
  {
    what: 'the call is made after its claim was lost',
    file: 'lib/attempts/perform.ts',
    find: "if (!hasBegun) return fail({ kind: 'in_progress' });",
    replace: '',
    tests: [ATTEMPTS],
  },
  {
    what: 'a call that changes data is retried',
    file: 'lib/upstream/client.ts',
    find: 'sendRequest(buildRequest(name, input, email), deadline)',
    replace: 'readWithRetries(buildRequest(name, input, email), deadline)',
    tests: ['tests/console/retrying.test.ts'],
  },
  {
    what: 'a lost response counts as a rejection',
    file: 'lib/attempts/perform.ts',
    find: '  await markUnknown(db, row.id);\n',
    replace:
      "  await settleAttempt(db, row.id, { state: 'refused', settledBy: 'answer' });\n  return fail(callResult.failure);\n",
    tests: [ATTEMPTS, 'tests/console/sending.test.ts'],
  },
  {
    what: 'a 5xx response proves that nothing was done',
    file: 'lib/upstream/failures.ts',
    find: "if (status >= 500) return callFailure({ kind: 'failed', status }, 'possible');",
    replace: "if (status >= 500) return callFailure({ kind: 'failed', status }, 'none');",
    tests: [UPSTREAM_RESPONSES],
  },
  {
    what: 'an attempt is deleted if its process died',
    file: 'lib/store/attempts.ts',
    find: 'await db.delete(attempts).where(and(dead, isNull(attempts.before)));',
    replace: 'await db.delete(attempts).where(dead);',
    tests: [ATTEMPTS],
  },
  {
    what: 'any reading proves that the campaign was sent',
    file: 'lib/domain/attempt-resolution.ts',
    find: "return isSent(status) ? 'done' : 'open';",
    replace: "return 'done';",
    tests: [ATTEMPT_RESOLUTION, ATTEMPTS],
  },
  {
    what: 'an unchanged campaign counts as not sent',
    file: 'lib/domain/attempt-resolution.ts',
    find: "return isSent(status) ? 'done' : 'open';",
    replace: "return isSent(status) ? 'done' : 'refused';",
    tests: [ATTEMPT_RESOLUTION, ATTEMPTS],
  },
  {
    what: 'a copy counts as failed if the response was lost',
    file: 'lib/domain/attempt-resolution.ts',
    find: "    case 'cloneCampaign':\n      return 'open';",
    replace: "    case 'cloneCampaign':\n      return 'refused';",
    tests: [ATTEMPT_RESOLUTION],
  },
  {
    what: 'a call is made after its deadline',
    file: 'lib/attempts/perform.ts',
    find: 'if (deadline.left() === 0) {',
    replace: 'if (deadline.left() < 0) {',
    tests: [ATTEMPTS],
  },
  {
    what: 'a settled attempt is settled again',
    file: 'lib/store/attempts.ts',
    find: 'and(eq(attempts.id, id), inArray(attempts.state, UNSETTLED))',
    replace: 'eq(attempts.id, id)',
    tests: [ATTEMPTS],
  },
  {
    what: 'the console keeps waiting for an unresponsive service',
    file: 'lib/upstream/connection.ts',
    find: 'bodyTimeout: IDLE_MS,',
    replace: 'bodyTimeout: 0,',
    tests: [UPSTREAM_RESPONSES],
  },
  {
    what: 'an unknown attempt can be marked as failed immediately',
    file: 'lib/domain/attempt-resolution.ts',
    find: 'STILL_RUNNING_MS - ageMs',
    replace: '-ageMs',
    tests: ['tests/console/pay-and-send.test.ts'],
  },
  {
    what: 'an attempt’s start isn’t recorded',
    file: 'lib/store/attempts.ts',
    find: "await recordActivity(tx, rows.map(activityEntryFor('started')));",
    replace: '',
    tests: ['tests/console/activity.test.ts'],
  },
  {
    what: 'a stalled reconciler keeps its lease',
    file: 'lib/background/leased-rounds.ts',
    find: '    abandonStalledRound();\n',
    replace: '',
    tests: ['tests/console/leased-rounds.test.ts'],
  },
];
