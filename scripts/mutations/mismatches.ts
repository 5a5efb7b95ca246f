import type { Mutation } from './mutation.ts';

const MISMATCHES = 'tests/console/mismatches.test.ts';
const CHANGED_ORDERS = 'tests/faults/changed-orders.test.ts';
const MISMATCH = 'tests/format/mismatch.test.ts';

export const MISMATCH_MUTATIONS: readonly Mutation[] = [
  {
    what: 'the response isn’t compared with the agreed order',
    file: 'lib/attempts/agreement.ts',
    find: '  const deadline = total.within(REREAD_MS);',
    replace: '  if (row.id) return undefined;\n  const deadline = total.within(REREAD_MS);',
    tests: [MISMATCHES],
  },
  {
    what: 'a reading that settles an unknown attempt isn’t compared',
    file: 'lib/attempts/settle.ts',
    find: 'isDone ? await compareReading(row, reading, deadline) : undefined',
    replace: 'undefined',
    tests: [CHANGED_ORDERS],
  },
  {
    what: 'a payment by link isn’t compared',
    file: 'lib/attempts/payments.ts',
    find: 'compareLinkPayment(last, checkout) ?? {}',
    replace: '({} as Partial<ReturnType<typeof compareLinkPayment> & object>)',
    tests: [CHANGED_ORDERS],
  },
  {
    what: 'the agreed amount is recorded instead of the charged amount',
    file: 'lib/attempts/agreement.ts',
    find: 'return { result: { mismatch }, amount };',
    replace: 'return { result: { mismatch } };',
    tests: [MISMATCHES],
  },
  {
    what: 'the response is compared with a stale reading',
    file: 'lib/attempts/agreement.ts',
    find: 'findContradictedAttempt([thisCall, ...succeeded], reading) !== undefined',
    replace: 'findContradictedAttempt(succeeded, reading) !== undefined',
    tests: [MISMATCHES],
  },
  {
    what: 'files that changed under the same URL after the approval aren’t noticed',
    file: 'lib/attempts/agreement.ts',
    find: 'if (!agreed.files && !isSuspicious) return undefined;',
    replace: 'if (!isSuspicious) return undefined;',
    tests: [MISMATCHES],
  },
  {
    what: 'replaced recipients aren’t noticed if their number is unchanged',
    file: 'lib/domain/mismatch.ts',
    find: "agreed.addresses !== actual.addresses ? { part: 'addresses' } : null",
    replace: 'null',
    tests: [MISMATCH],
  },
  {
    what: 'another send date isn’t noticed',
    file: 'lib/domain/mismatch.ts',
    find: '    compareSendDates(agreed.sendDate, actual.sendDate),\n',
    replace: '',
    tests: [MISMATCH],
  },
  {
    what: 'an amount that credits may have covered counts as charged',
    file: 'lib/domain/mismatch.ts',
    find: '  if (!isBilled && isZeroAmount(toBePaid) && now > was) return null;\n',
    replace: '',
    tests: [MISMATCH],
  },
];
