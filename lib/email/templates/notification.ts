/** Renders the email for any notification. */
import type { NotificationContent } from '#lib/domain/notification-content.ts';
import { numberedTitle } from '#lib/format/campaign.ts';
import type { DateSettings } from '#lib/format/dates.ts';
import { describeLatestMove } from '#lib/format/scheduled-notification.ts';
import { newTokenEmail } from './api-token.ts';
import { approvalRequestsEmail } from './approval-requests.ts';
import { newFeedEmail } from './calendar-feed.ts';
import type { RenderedEmail } from './content.ts';
import { factorChangeEmail } from './factor-change.ts';
import { guestDecisionsEmail } from './guest-decisions.ts';
import { jobEndedEmail } from './job-ended.ts';
import { jobStoppedEmail } from './job-stopped.ts';
import { keyRejectedEmail } from './key-rejected.ts';
import {
  approvalRequestEmail,
  dueUnapprovedEmail,
  needsReviewEmail,
  paidUnsentEmail,
  runSendFailedEmail,
  scheduledEmail,
  unscheduledEmail,
} from './notifications.ts';

interface EmailContext {
  /** The console's URL, without a slash at the end. */
  readonly origin: string;
  /** The recipient's time zone and locale. */
  readonly dateSettings: DateSettings;
}

export function notificationEmail(
  content: NotificationContent,
  { origin, dateSettings }: EmailContext,
): RenderedEmail {
  if ('campaign' in content) {
    const { id, name, isDeleted } = content.campaign;
    const link = `${origin}/campaigns/${id}`;
    const context = { title: numberedTitle(id, name), link, dateSettings, isDeleted };
    switch (content.event) {
      case 'campaign.scheduled': {
        const { attempt, mismatch, sendsAt, reading } = content;
        const move = describeLatestMove(content, dateSettings);
        return scheduledEmail({ ...context, ...attempt, mismatch, sendsAt, move, campaign: reading });
      }
      case 'campaign.unscheduled':
        return unscheduledEmail({ ...content, ...content.attempt, ...context });
      case 'attempt.review_needed':
        return needsReviewEmail({ ...context, ...content.attempt });
      case 'guest.decided':
        return guestDecisionsEmail({ ...content, ...context });
      case 'approval.requested':
        return approvalRequestEmail({ ...content, ...context });
      case 'campaign.due_unapproved':
        return dueUnapprovedEmail({ ...content, ...context });
      case 'campaign.paid_unsent':
        return paidUnsentEmail({ ...content, ...context });
      case 'payment_run.send_failed':
        return runSendFailedEmail({ ...content, ...context });
    }
  }
  switch (content.event) {
    case 'service.key_rejected':
      return keyRejectedEmail({ ...content, link: `${origin}/`, dateSettings });
    case 'approvals.requested':
      return approvalRequestsEmail({ ...content, origin, dateSettings });
    case 'job.ended':
      return jobEndedEmail({ ...content, origin, dateSettings });
    case 'job.stopped':
      return jobStoppedEmail({ ...content, origin, dateSettings });
    case 'api_token.created':
      return newTokenEmail({ ...content, link: `${origin}/tokens/${content.id}`, dateSettings });
    case 'calendar_feed.created':
      return newFeedEmail({ ...content, link: `${origin}/calendar/feeds`, dateSettings });
    default:
      return factorChangeEmail({
        change: content.event,
        at: content.at,
        link: `${origin}/profile`,
        dateSettings,
      });
  }
}
