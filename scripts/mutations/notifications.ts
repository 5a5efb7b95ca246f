import type { Mutation } from './mutation.ts';

const DIGESTS = 'tests/console/notification-digests.test.ts';
const PAGE = 'tests/console/notification-page.test.ts';
const EVENTS = 'tests/console/notification-events.test.ts';
const WATCH = 'tests/console/campaign-watch.test.ts';
const KEY = 'tests/console/key-rejections.test.ts';
const REQUESTS = 'tests/console/approval-requests.test.ts';

export const NOTIFICATION_MUTATIONS: readonly Mutation[] = [
  {
    what: 'a demoted member still sees notifications for the earlier role',
    file: 'lib/data/notifications.ts',
    find: 'NOTIFICATION_EVENTS.filter((event) => isAllowed(role, notificationRule(event).permission))',
    replace:
      'NOTIFICATION_EVENTS.filter((event) => isAllowed(role, notificationRule(event).permission) || true)',
    tests: [PAGE],
  },
  {
    what: 'a demoted member still gets emails for the earlier role',
    file: 'lib/email/notification-email.ts',
    find: 'isAllowed(role, notificationRule(event).permission);',
    replace: "isAllowed(role, notificationRule(event).permission) || role !== 'admin';",
    tests: [PAGE],
  },
  {
    what: 'a digest contains what a demoted member may no longer see',
    file: 'lib/email/digest-email.ts',
    find: "if (row.kind === DIGEST || !mayRead(member, row.kind)) return 'lost';",
    replace: "if (row.kind === DIGEST || !mayRead) return 'lost';",
    tests: [DIGESTS],
  },
  {
    what: 'a disabled member gets a digest',
    file: 'lib/email/outbox.ts',
    find: 'const isActive = member !== undefined && member.disabledAt === null;',
    replace: 'const isActive = member !== undefined;',
    tests: [DIGESTS],
  },
  {
    what: 'a member gets any number of emails in an hour',
    file: 'lib/email/outbox.ts',
    find: 'if (!isAllowed) return deferToDigest(db, notification, later(takenAt));',
    replace: '',
    tests: [DIGESTS],
  },
  {
    what: 'emails about access to the account wait for a digest',
    file: 'lib/email/outbox.ts',
    find: 'deliveryAttempts === 1 && !isSecurityNotification(event)',
    replace: 'deliveryAttempts === 1 && event',
    tests: [DIGESTS],
  },
  {
    what: 'emails about access to the account can be turned off',
    file: 'lib/domain/notification-settings.ts',
    find: "return choices.find((choice) => choice === chosen) ?? choices[0] ?? 'now';",
    replace: "return chosen ?? choices[0] ?? 'now';",
    tests: [DIGESTS],
  },
  {
    what: 'a notification that is deferred while a digest is sent is lost',
    file: 'lib/store/outbox.ts',
    find: '...(next?.at ? {',
    replace: '...(false ? {',
    tests: [DIGESTS],
  },
  {
    what: 'a new decision leaves the notification read',
    file: 'lib/store/notifications.ts',
    find: '    readAt: null,\n',
    replace: '',
    tests: [PAGE],
  },
  {
    what: 'marking all as read includes what happened after the page was read',
    file: 'lib/store/notification-list.ts',
    find: 'lt(notifications.occurredAt, new Date(until.getTime() + 1)),',
    replace: '',
    tests: [PAGE],
  },
  {
    what: 'members can mark other members’ notifications as read',
    file: 'lib/store/notification-list.ts',
    find: '        eq(notifications.memberId, memberId),\n        isNull(notifications.readAt),\n        // The',
    replace: '        isNull(notifications.readAt),\n        // The',
    tests: [PAGE],
  },
  {
    what: 'a notification about a deleted campaign links to it',
    file: 'lib/format/notification.ts',
    find: 'path: isDeleted ? null :',
    replace: 'path: false ? null :',
    tests: [EVENTS],
  },
  {
    what: 'an email about a campaign that was canceled says that it goes out',
    file: 'lib/notifications/recheck.ts',
    find: "if (status !== 'queued' || parseTimestamp(scheduled_at) !== sendsAt) return 'outdated';",
    replace: "if (parseTimestamp(scheduled_at) !== sendsAt) return 'outdated';",
    tests: [WATCH],
  },
  {
    what: 'an email about a campaign that was rescheduled has the earlier time',
    file: 'lib/notifications/recheck.ts',
    find: "if (status !== 'queued' || parseTimestamp(scheduled_at) !== sendsAt) return 'outdated';",
    replace: "if (status !== 'queued') return 'outdated';",
    tests: [WATCH],
  },
  {
    what: 'the email about a missing approval is sent although the approval was given',
    file: 'lib/notifications/recheck.ts',
    find: "return missingApproval(rule, { guests, members }, payer) === 'none' ? 'outdated' : 'true';",
    replace: "return missingApproval(rule, { guests, members }, payer) === 'none' ? 'true' : 'true';",
    tests: [WATCH],
  },
  {
    what: 'the email about a missing approval is dropped while the mail service is down',
    file: 'lib/email/outbox.ts',
    find: "if (state === 'unknown' && !isLast) return;",
    replace: '',
    tests: [WATCH],
  },
  {
    what: 'the console’s clock decides what goes out within an hour',
    file: 'lib/notifications/campaign-watch.ts',
    find: 'const now = serviceClock();',
    replace: 'const now = Date.now() + 0 * serviceClock();',
    tests: [WATCH],
  },
  {
    what: 'the day of a paid draft starts anew in every round',
    file: 'lib/store/campaign-reminders.ts',
    find: '    isNotNull(campaigns.goneAt),',
    replace: '    isNotNull(campaigns.campaignId),',
    tests: ['tests/console/paid-drafts.test.ts'],
  },
  {
    what: 'every rejection of the key is reported',
    file: 'lib/store/key-rejections.ts',
    find: 'QUIET_MINUTES = 60',
    replace: 'QUIET_MINUTES = 0',
    tests: [KEY],
  },
  {
    what: 'an email says that the key is rejected after it works again',
    file: 'lib/notifications/recheck.ts',
    find: "if (read.ok) return 'outdated';",
    replace: "if (read.ok) return 'true';",
    tests: [KEY],
  },
  {
    what: 'members who ask for approval are asked themselves',
    file: 'lib/store/approval-requests.ts',
    find: 'undefined : ne(members.id, memberId)',
    replace: 'undefined : ne(members.email, memberId)',
    tests: [REQUESTS],
  },
  {
    what: 'members can open another member’s notification',
    file: 'lib/store/notification-list.ts',
    find: '.where(and(isVisible(memberId, events), eq(notifications.id, id)));',
    replace: '.where(eq(notifications.id, id));',
    tests: ['tests/console/notification-page.test.ts'],
  },
  {
    what: 'two servers send an email at the last delivery attempt',
    file: 'lib/store/outbox.ts',
    find: 'else 1 end`;',
    replace: 'else 0 end`;',
    tests: ['tests/console/notification-delivery.test.ts'],
  },
  {
    what: 'no one is warned of an unapproved campaign if many others go out before it',
    file: 'lib/notifications/campaign-watch.ts',
    find: 'due.length < MAX_CAMPAIGNS ? undefined : due.at(-1)',
    replace: 'due.length > 0 ? undefined : due.at(-1)',
    tests: [WATCH],
  },
  {
    what: 'a demoted member gets the reminder of a paid draft instead of the admins',
    file: 'lib/store/notifications.ts',
    find: 'return event && !isReader(',
    replace: 'return event && isReader(',
    tests: ['tests/console/paid-drafts.test.ts'],
  },
];
