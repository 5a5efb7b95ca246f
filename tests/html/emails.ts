/** Renders every kind of email with each of its optional parts. */
import type { NotificationContent } from '#lib/domain/notification-content.ts';
import { NOTIFICATION_SAMPLES } from '#lib/domain/notification-samples.ts';
import { digestEmail } from '#lib/email/templates/digest.ts';
import { guestCodeEmail } from '#lib/email/templates/guest-code.ts';
import { invitationEmail } from '#lib/email/templates/invitation.ts';
import { notificationEmail } from '#lib/email/templates/notification.ts';
import { shareLinkEmail } from '#lib/email/templates/share-link.ts';
import { describeNotification } from '#lib/format/notification.ts';

const HOSTILE_TEXT = '"><b>Ann & Bob</b>\n\'<!-- ';
const AT = new Date('2026-11-20T15:00:00Z');
const dateSettings = { zone: 'UTC', locale: 'en-US' };
const ORIGIN = 'http://localhost';
const campaign = { id: 7, name: HOSTILE_TEXT, isDeleted: false };
const samples = NOTIFICATION_SAMPLES;
const guest = { name: HOSTILE_TEXT, email: 'guest@mailroom.test', at: AT.getTime() };
const approval = {
  ...guest,
  isVerified: true,
  decision: 'approved',
  comment: `One line\n${HOSTILE_TEXT}`,
} as const;
const request = { ...guest, isVerified: false, decision: 'changes', comment: null } as const;
const invitation = {
  link: 'http://localhost/join/nothing',
  by: null,
  role: 'admin',
  expires: AT,
} as const;

const shared = {
  by: HOSTILE_TEXT,
  title: undefined,
  link: 'http://localhost/share/nothing',
  guestsDecide: true,
  message: null,
  expires: AT,
} as const;

/** The notifications with hostile text and with each optional part. */
const VARIANTS: Readonly<Record<string, NotificationContent>> = {
  ...Object.fromEntries(
    Object.entries(samples).map(([event, content]) => [
      event,
      'campaign' in content ? { ...content, campaign } : content,
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(samples).flatMap(([event, content]) =>
      'campaign' in content
        ? [[`${event} of a deleted campaign`, { ...content, campaign: { ...campaign, isDeleted: true } }]]
        : [],
    ),
  ),
  'approval with a comment': { ...samples['guest.decided'], label: HOSTILE_TEXT, decisions: [approval] },
  'requested changes': { ...samples['guest.decided'], label: HOSTILE_TEXT, decisions: [request] },
  'several decisions': {
    ...samples['guest.decided'],
    label: HOSTILE_TEXT,
    decisions: Array.from({ length: 12 }, (_, i) => (i % 2 === 0 ? approval : request)),
  },
  'approval request with hostile text': {
    ...samples['approval.requested'],
    by: HOSTILE_TEXT,
    comment: HOSTILE_TEXT,
  },
  'approval request without a comment': { ...samples['approval.requested'], comment: null },
  'several approval requests with hostile text': {
    ...samples['approvals.requested'],
    by: HOSTILE_TEXT,
    comment: HOSTILE_TEXT,
    first: [{ id: 7, name: HOSTILE_TEXT, price: null, recipients: null }],
  },
  'API token with hostile text': { ...samples['api_token.created'], name: HOSTILE_TEXT },
  'calendar feed for one customer': {
    ...samples['calendar_feed.created'],
    name: HOSTILE_TEXT,
    customerId: 7,
  },
  'campaign that may not be scheduled again': {
    ...samples['campaign.unscheduled'],
    reason: undefined,
    oldTime: null,
  },
  'scheduled campaign without a time': {
    ...samples['campaign.scheduled'],
    attempt: { ...samples['campaign.scheduled'].attempt, amount: null },
    sendsAt: null,
  },
  'rescheduled campaign': {
    ...samples['campaign.scheduled'],
    attempt: { ...samples['campaign.scheduled'].attempt, operation: 'rescheduleCampaign' },
    movedFrom: Date.UTC(2026, 10, 20, 12),
  },
  'campaign that was sent, but not as agreed': {
    ...samples['campaign.scheduled'],
    mismatch: [
      { part: 'price', agreed: '$127.50', actual: HOSTILE_TEXT },
      { part: 'recipients', agreed: '150', actual: '2000' },
      { part: 'files' },
    ],
  },
};

const describeAll = (contents: readonly NotificationContent[]) =>
  contents.map((content) => describeNotification(content.event, content, dateSettings));

/** Returns the HTML of each email, keyed by the email's name. */
export function renderEmails(): ReadonlyMap<string, string> {
  const emails = {
    'invitation from an operator': invitationEmail(invitation),
    'invitation from a member': invitationEmail({ ...invitation, by: HOSTILE_TEXT, role: 'viewer' }),
    'share link with a message': shareLinkEmail({ ...shared, title: HOSTILE_TEXT, message: HOSTILE_TEXT }),
    'share link without a decision': shareLinkEmail({ ...shared, guestsDecide: false }),
    'code for a guest': guestCodeEmail('012345'),
    ...Object.fromEntries(
      Object.entries(VARIANTS).map(([name, content]) => [
        name,
        notificationEmail(content, { origin: ORIGIN, dateSettings }),
      ]),
    ),
    'digest of one notification': digestEmail({
      notifications: describeAll([samples['campaign.paid_unsent']]),
      origin: ORIGIN,
    }),
    'digest of every notification': digestEmail({
      notifications: describeAll(Object.values(VARIANTS)),
      origin: ORIGIN,
    }),
  };
  return new Map(Object.entries(emails).map(([name, { html }]) => [`email: ${name}`, html]));
}
