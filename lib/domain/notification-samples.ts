/** One sample of each notification, for the documentation and for the checks of emails and pages. */
import type { NotificationEvent } from './notification.ts';
import type { ContentOf } from './notification-content.ts';

const AT = Date.UTC(2026, 10, 20, 15);
const campaign = { id: 1042, name: 'Grand opening', isDeleted: false } as const;
const attempt = {
  operation: 'sendCampaign',
  by: 'ann@brightwater.example',
  amount: '$127.50',
  startedAt: AT,
} as const;

export const NOTIFICATION_SAMPLES: { readonly [E in NotificationEvent]: ContentOf<E> } = {
  'campaign.scheduled': {
    event: 'campaign.scheduled',
    campaign,
    attempt,
    mismatch: null,
    sendsAt: AT + 86_400_000,
    isCanceled: false,
  },
  'campaign.unscheduled': {
    event: 'campaign.unscheduled',
    campaign,
    attempt: { ...attempt, operation: 'rescheduleCampaign' },
    oldTime: '2026-11-24T15:00:00Z',
    newTime: '2026-11-26T15:00:00Z',
    reason: 'rejected',
    isScheduled: false,
  },
  'attempt.review_needed': { event: 'attempt.review_needed', campaign, attempt, isSettled: false },
  'guest.decided': {
    event: 'guest.decided',
    campaign,
    label: 'For Grace',
    decisions: [
      {
        decision: 'changes',
        name: 'Grace Miller',
        email: 'grace@miller.example',
        comment: 'Could the number be larger?',
        isVerified: true,
        at: AT,
      },
    ],
  },
  'approval.requested': {
    event: 'approval.requested',
    campaign,
    by: 'ann@brightwater.example',
    comment: 'It has to go out on Friday.',
    at: AT,
    isApproved: false,
  },
  'approvals.requested': {
    event: 'approvals.requested',
    id: 18,
    by: 'ann@brightwater.example',
    comment: 'They have to go out on Friday.',
    at: AT,
    campaigns: 26,
    recipients: 3_900,
    totals: [{ currency: '$', campaigns: 26, price: 331_500, unpriced: 0 }],
    first: [{ id: 1042, name: 'Grand opening', price: '$127.50', recipients: 150 }],
  },
  'campaign.due_unapproved': {
    event: 'campaign.due_unapproved',
    campaign,
    sendsAt: AT + 3_000_000,
    isDue: true,
  },
  'campaign.paid_unsent': { event: 'campaign.paid_unsent', campaign, since: AT, isUnsent: true },
  'payment_run.send_failed': {
    event: 'payment_run.send_failed',
    campaign,
    runId: 12,
    failure: { kind: 'refused', status: 409, code: 'order_changed' },
    isOver: false,
    at: AT,
  },
  'job.ended': {
    event: 'job.ended',
    id: 17,
    kind: 'schedule',
    done: 41,
    refused: 2,
    unknown: 1,
    unscheduled: 0,
    at: AT,
  },
  'job.stopped': {
    event: 'job.stopped',
    id: 17,
    kind: 'schedule',
    by: 'ann@brightwater.example',
    campaigns: 239,
    left: 198,
    isStopped: true,
    at: AT,
  },
  'service.key_rejected': { event: 'service.key_rejected', at: AT },
  'api_token.created': {
    event: 'api_token.created',
    id: '00000000-0000-4000-8000-000000000000',
    name: 'Nightly sync',
    ending: 'x7Qz',
    createdAt: AT,
    expiresAt: AT + 90 * 86_400_000,
  },
  'calendar_feed.created': {
    event: 'calendar_feed.created',
    name: 'Office calendar',
    customerId: null,
    createdAt: AT,
  },
  'passkey.added': { event: 'passkey.added', at: AT },
  'passkey.removed': { event: 'passkey.removed', at: AT },
  'app.added': { event: 'app.added', at: AT },
  'app.removed': { event: 'app.removed', at: AT },
  'recovery_code.used': { event: 'recovery_code.used', at: AT },
  'recovery_codes.replaced': { event: 'recovery_codes.replaced', at: AT },
  'factors.reset': { event: 'factors.reset', at: AT },
};
