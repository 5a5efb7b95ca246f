/** Renders every kind of email with each of its optional parts. */
import { FACTOR_CHANGES } from '#lib/domain/second-factor.ts';
import { newTokenEmail } from '#lib/email/templates/api-token.ts';
import { newFeedEmail } from '#lib/email/templates/calendar-feed.ts';
import { factorChangeEmail } from '#lib/email/templates/factor-change.ts';
import { guestCodeEmail } from '#lib/email/templates/guest-code.ts';
import { guestDecisionsEmail } from '#lib/email/templates/guest-decisions.ts';
import { invitationEmail } from '#lib/email/templates/invitation.ts';
import { needsReviewEmail, scheduledEmail, unscheduledEmail } from '#lib/email/templates/notifications.ts';

const HOSTILE_TEXT = '"><b>Ann & Bob</b>\n\'<!-- ';
const AT = new Date('2026-11-20T15:00:00Z');
const campaign = {
  title: HOSTILE_TEXT,
  link: 'http://localhost/campaigns/7?a=1&b=2',
  dateSettings: { zone: 'UTC', locale: 'en-US' },
};
const guest = { name: HOSTILE_TEXT, email: 'guest@mailroom.test', at: AT };
const approval = {
  ...guest,
  isVerified: true,
  decision: 'approved',
  comment: `One line\n${HOSTILE_TEXT}`,
} as const;
const request = { ...guest, isVerified: false, decision: 'changes', comment: null } as const;
const attempt = {
  ...campaign,
  operation: 'payAndSendCampaign',
  by: 'ann@mailroom.test',
  amount: '$127.50',
  startedAt: AT,
} as const;
const invitation = {
  link: 'http://localhost/join/nothing',
  by: null,
  role: 'admin',
  expires: AT,
} as const;

const UNSCHEDULED = { oldTime: null, newTime: '2026-11-26T15:00:00Z' } as const;
const AS_AGREED = { mismatch: null, campaign: undefined } as const;
const NOT_AS_AGREED = {
  mismatch: [
    { part: 'price', agreed: '$127.50', actual: HOSTILE_TEXT },
    { part: 'recipients', agreed: '150', actual: '2000' },
    { part: 'files' },
  ],
  campaign: undefined,
} as const;

/** Returns the HTML of each email, keyed by the email's name. */
export function renderEmails(): ReadonlyMap<string, string> {
  const emails = {
    'invitation from an operator': invitationEmail(invitation),
    'invitation from a member': invitationEmail({ ...invitation, by: HOSTILE_TEXT, role: 'viewer' }),
    'approval with a comment': guestDecisionsEmail({
      ...campaign,
      label: HOSTILE_TEXT,
      decisions: [approval],
    }),
    'requested changes': guestDecisionsEmail({ ...campaign, label: HOSTILE_TEXT, decisions: [request] }),
    'several decisions': guestDecisionsEmail({
      ...campaign,
      label: HOSTILE_TEXT,
      decisions: Array.from({ length: 12 }, (_, i) => (i % 2 === 0 ? approval : request)),
    }),
    'new API token': newTokenEmail({
      ...campaign,
      name: HOSTILE_TEXT,
      ending: 'x7Qz',
      createdAt: AT,
      expiresAt: AT,
    }),
    'new calendar feed': newFeedEmail({ ...campaign, name: HOSTILE_TEXT, customerId: null, createdAt: AT }),
    'new calendar feed for one customer': newFeedEmail({
      ...campaign,
      name: HOSTILE_TEXT,
      customerId: 7,
      createdAt: AT,
    }),
    'code for a guest': guestCodeEmail('012345'),
    'attempt that needs review': needsReviewEmail(attempt),
    ...Object.fromEntries(
      FACTOR_CHANGES.map((change) => [change, factorChangeEmail({ ...campaign, change, at: AT })]),
    ),
    'scheduled campaign': scheduledEmail({ ...attempt, ...AS_AGREED, sendsAt: AT }),
    'scheduled campaign without a time': scheduledEmail({
      ...attempt,
      ...AS_AGREED,
      amount: null,
      sendsAt: null,
    }),
    'campaign that isn’t scheduled again': unscheduledEmail({
      ...attempt,
      ...UNSCHEDULED,
      reason: 'rejected',
    }),
    'campaign that may not be scheduled again': unscheduledEmail({
      ...attempt,
      ...UNSCHEDULED,
      reason: undefined,
    }),
    'campaign that was sent, but not as agreed': scheduledEmail({
      ...attempt,
      ...NOT_AS_AGREED,
      sendsAt: AT,
    }),
  };
  return new Map(Object.entries(emails).map(([name, { html }]) => [`email: ${name}`, html]));
}
