import type { Mutation } from './mutation.ts';

const RUNS = 'tests/console/payment-runs.test.ts';
const MEMBERS = 'tests/console/payment-run-members.test.ts';
const SCHEDULE = 'tests/console/payment-run-schedule.test.ts';
const WITHDRAWAL = 'tests/console/payment-run-withdrawal.test.ts';
const REFUSALS = 'tests/console/payment-run-refusals.test.ts';

export const PAYMENT_RUN_MUTATIONS: readonly Mutation[] = [
  {
    what: 'every member can pay in a run',
    file: 'lib/data/payment-run-turn.ts',
    find: "if (run.memberId !== member.id) return refused('other_members_run');",
    replace: '',
    tests: [MEMBERS],
  },
  {
    what: 'a payment’s return leads every member to its run',
    file: 'lib/data/payment-run-views.ts',
    find: 'return found?.memberId === member.id ? found.runId : undefined;',
    replace: 'return found?.runId;',
    tests: [MEMBERS],
  },
  {
    what: 'a payment that is being confirmed can be made again in a run',
    file: 'lib/domain/payment-run.ts',
    find: "return returnedMsAgo < CONFIRMING_MS ? 'confirming' : 'unconfirmed';",
    replace: "return 'waiting';",
    tests: [RUNS],
  },
  {
    what: 'another member’s run takes over a payment link',
    file: 'lib/store/payment-run-items.ts',
    find: ', setWhere: isSameMember',
    replace: '',
    tests: [MEMBERS],
  },
  {
    what: 'a campaign isn’t scheduled after the mail service was down',
    file: 'lib/payment-runs/scheduler.ts',
    find: "failure.kind === 'unknown' || meaningOf(failure) !== 'refuse'",
    replace: "failure.kind === 'unknown'",
    tests: [SCHEDULE],
  },
  {
    what: 'an attempt at scheduling has no key, so that two servers can make it',
    file: 'lib/data/member-attempt.ts',
    find: 'itemKey: background?.itemKey ?? null',
    replace: 'itemKey: null',
    tests: [SCHEDULE],
  },
  {
    what: 'a campaign is scheduled for a date that the member has changed',
    file: 'lib/store/payment-run-sends.ts',
    find: ', eq(runs.sendDate, sendDate)',
    replace: '',
    tests: [REFUSALS],
  },
  {
    what: 'a paid campaign is scheduled although its order has changed',
    file: 'lib/data/sending.ts',
    find: 'if (!agreed) return null;',
    replace: 'if (!agreed || agreed) return null;',
    tests: [REFUSALS],
  },
  {
    what: 'the team’s rule applies to payment runs whatever its minimum is',
    file: 'lib/share-links/approval.ts',
    find: "itemKind === 'job' && itemKey !== null",
    replace: 'itemKey !== null',
    tests: [REFUSALS],
  },
  {
    what: 'a campaign isn’t scheduled after the mail service received too many calls',
    file: 'lib/payment-runs/scheduler.ts',
    find: "failure.kind === 'unknown' || meaningOf(failure) === 'wait'",
    replace: "failure.kind === 'unknown'",
    tests: [SCHEDULE],
  },
  {
    what: 'no one is notified that a paid campaign isn’t scheduled',
    file: 'lib/store/payment-run-sends.ts',
    find: 'if (given.length > 0)',
    replace: 'if (given.length > 1)',
    tests: ['tests/console/payment-run-notifications.test.ts'],
  },
  {
    what: 'a stopped run schedules what is paid for later',
    file: 'lib/store/payment-runs.ts',
    find: 'await withdrawUnpaidSends(tx, id);',
    replace: '',
    tests: [WITHDRAWAL],
  },
  {
    what: 'a skipped campaign is scheduled if it is paid for later',
    file: 'lib/store/payment-run-items.ts',
    find: 'await withdrawUnpaidSends(tx, runId, campaignId);',
    replace: '',
    tests: [WITHDRAWAL],
  },
  {
    what: 'taking over a stopped run schedules what was paid for since',
    file: 'lib/store/payment-run-sends.ts',
    find: 'await resetSends(tx, runId, isNotNull(items.sendFailure));',
    replace: 'await resetSends(tx, runId, sql`true`);',
    tests: [WITHDRAWAL],
  },
];
