import type { Mutation } from './mutation.ts';

const RESCHEDULING = 'tests/console/rescheduling.test.ts';
const SECOND_PART = 'tests/console/rescheduling-second-part.test.ts';
const UNSCHEDULED = 'tests/console/unscheduled.test.ts';
const APPROVAL = 'tests/console/rescheduling-approval.test.ts';
const UNDO = 'tests/console/undo.test.ts';
const ATTEMPT_RESOLUTION = 'tests/console/attempt-resolution.test.ts';

export const RESCHEDULING_MUTATIONS: readonly Mutation[] = [
  {
    what: 'a campaign whose cancellation is unknown is sent',
    file: 'lib/attempts/reschedule.ts',
    find: "if (reading.ok && reading.value.status === 'draft') return reading;",
    replace: 'if (reading.ok) return reading;',
    tests: [RESCHEDULING],
  },
  {
    what: 'the second part isn’t stored before the send',
    file: 'lib/attempts/reschedule.ts',
    find: "if (!(await saveReschedule(db, attempt.id, next))) return callFailure({ kind: 'slow' }, 'possible');",
    replace: '',
    tests: [RESCHEDULING, SECOND_PART],
  },
  {
    what: 'the payment and the send time aren’t checked again before the send',
    file: 'lib/attempts/reschedule.ts',
    find: 'refuseUnlessDraft(current.campaign) ?? refuse(current) ??',
    replace: '',
    tests: [RESCHEDULING, SECOND_PART],
  },
  {
    what: 'the member’s permission isn’t checked again before the send',
    file: 'lib/attempts/reschedule.ts',
    find: 'return approval.ok ? recheckPermission() : approval.failure;',
    replace: 'return approval.ok ? null : approval.failure;',
    tests: [RESCHEDULING, SECOND_PART],
  },
  {
    what: 'the approval isn’t checked again before the send',
    file: 'lib/attempts/reschedule.ts',
    find: 'return approval.ok ? recheckPermission() : approval.failure;',
    replace: 'return recheckPermission();',
    tests: [APPROVAL],
  },
  {
    what: 'a reschedule needs no approval',
    file: 'lib/share-links/approval.ts',
    find: 'rescheduleCampaign: true,',
    replace: 'rescheduleCampaign: false,',
    tests: [APPROVAL],
  },
  {
    what: 'a campaign is canceled although its new send time will be too early',
    file: 'lib/data/reschedule.ts',
    find: 'refuseResend(order, plan, agreed, RESCHEDULE_MS)',
    replace: 'refuseResend(order, plan, agreed)',
    tests: [RESCHEDULING],
  },
  {
    what: 'a campaign on the invoice is sent as if it were paid',
    file: 'lib/domain/reschedule.ts',
    find: "if (isPaid === wasInvoiced) return { kind: 'unavailable', problem: 'payment_unclear' };\n  if (isPaid)",
    replace: 'if (isPaid || !wasInvoiced)',
    tests: [RESCHEDULING, SECOND_PART],
  },
  {
    what: 'a reading from before the cancellation settles the send',
    file: 'lib/domain/attempt-resolution.ts',
    find: ' && !isFromBeforeCancellation(campaign, before, canceled ?? null)',
    replace: '',
    tests: [ATTEMPT_RESOLUTION, RESCHEDULING, SECOND_PART],
  },
  {
    what: 'a draft settles the send as refused',
    file: 'lib/domain/attempt-resolution.ts',
    find: "if (part === 'cancel') return status === 'draft'",
    replace: "if (part === 'cancel' || status === 'draft') return status === 'draft'",
    tests: [ATTEMPT_RESOLUTION, RESCHEDULING, SECOND_PART],
  },
  {
    what: 'a campaign that was canceled while the console was down isn’t unscheduled',
    file: 'lib/attempts/settle.ts',
    find: "return { ...reschedule, part: 'send', canceled, reason: 'interrupted' };",
    replace: 'return undefined;',
    tests: [RESCHEDULING],
  },
  {
    what: 'a member’s record that the campaign was canceled settles the reschedule as done',
    file: 'lib/data/attempts.ts',
    find: "if (!reschedule || (reschedule.part === 'send') === (resolution === 'done')) return { state: resolution };",
    replace: 'if (reschedule !== undefined) return { state: resolution };',
    tests: [RESCHEDULING],
  },
  {
    what: 'an unscheduled campaign causes no email',
    file: 'lib/store/attempts.ts',
    find: 'if (isCanceled) await queueUnscheduledNotification(tx, row);',
    replace: '',
    tests: [UNSCHEDULED],
  },
  {
    what: 'a lagging reading of an unscheduled campaign counts as current',
    file: 'lib/store/succeeded-attempts.ts',
    find: "or(eq(attempts.state, 'done'), isUnscheduled),\n      ),\n    )\n    .orderBy",
    replace: "eq(attempts.state, 'done'),\n      ),\n    )\n    .orderBy",
    tests: [UNSCHEDULED],
  },
  {
    what: 'a reading with the old send time counts as current after a reschedule',
    file: 'lib/domain/stale-reading.ts',
    find: "if (operation === 'rescheduleCampaign')",
    replace: "if (operation === 'rescheduleCampaign' && false)",
    tests: ['tests/format/stale-reading.test.ts'],
  },
  {
    what: 'a sender can delete a copy that another member made',
    file: 'lib/store/copies.ts',
    find: '        eq(attempts.memberId, memberId),\n',
    replace: '',
    tests: [UNDO],
  },
  {
    what: 'a sender can delete a copy that is in use',
    file: 'lib/data/copies.ts',
    find: 'return isUntouchedCopy(campaign, checkout.value, use) ? null : NOT_DELETABLE;',
    replace: 'return null;',
    tests: [UNDO],
  },
  {
    what: 'a sender can delete a paid copy',
    file: 'lib/domain/undo.ts',
    find: "return status === 'draft' && isUnpaid && isUnused && !isChanged;",
    replace: "return status === 'draft' && isUnused && !isChanged;",
    tests: [UNDO],
  },
  {
    what: 'canceling offers a send time that is no longer allowed',
    file: 'lib/domain/reschedule.ts',
    find: 'if (!checkout || sendTimeProblem(Date.parse(date), now, version) !== null) return undefined;',
    replace: 'if (!checkout) return undefined;',
    tests: [UNDO],
  },
  {
    what: 'a note about an unscheduled campaign can be dismissed with another campaign’s id',
    file: 'lib/store/succeeded-attempts.ts',
    find: 'eq(attempts.id, id), eq(attempts.campaignId, campaignId), isUnscheduled, isShown',
    replace: 'eq(attempts.id, id), isUnscheduled, isShown',
    tests: [UNSCHEDULED],
  },
  {
    what: 'a reschedule stays unknown although the reason for not sending was stored',
    file: 'lib/domain/attempt-resolution.ts',
    find: "if (reason !== undefined && status === 'draft') return 'refused';",
    replace: '',
    tests: [ATTEMPT_RESOLUTION],
  },
];
