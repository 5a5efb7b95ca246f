/** Notifications in one or two sentences, for the notifications page and for digests. */
import type { NotificationEvent } from '#lib/domain/notification.ts';
import type { NotificationContent, NotifiedCampaign } from '#lib/domain/notification-content.ts';
import { ACTIVITY_NAMES } from './activity.ts';
import { numberedTitle } from './campaign.ts';
import { type DateSettings, formatFull } from './dates.ts';
import { FACTOR_CHANGE_TEXTS } from './factor-change.ts';
import { describeJob } from './job.ts';
import { EVENT_TEXTS } from './notification-event.ts';
import { describeSendFailure } from './payment-run.ts';
import { UNSCHEDULED_REASONS } from './reschedule.ts';
import { describeScheduled } from './scheduled-notification.ts';
import { formatCount, formatList, formatPlural } from './text.ts';

export interface NotificationText {
  readonly title: string;
  readonly text: string;
  /** The path of the page to open. Null if that page no longer exists. */
  readonly path: string | null;
}

/**
 * Describes a notification.
 * @param content the notification's current content. Undefined if the notification's subject no longer exists.
 */
export function describeNotification(
  event: NotificationEvent,
  content: NotificationContent | undefined,
  dateSettings: DateSettings,
): NotificationText {
  if (!content) return { title: EVENT_TEXTS[event].name, text: 'No longer available.', path: null };
  if ('campaign' in content) return describeCampaignEvent(content, dateSettings);
  switch (content.event) {
    case 'service.key_rejected':
      return {
        title: KEY_REJECTED.title,
        text: KEY_REJECTED.advice,
        path: '/activity',
      };
    case 'job.ended':
      return describeEndedJob(content);
    case 'job.stopped':
      return describeStoppedJob(content);
    case 'approvals.requested':
      return describeRequests(content);
    case 'api_token.created':
      return {
        title: 'An API token was created for your account',
        text: `${content.name} (…${content.ending}). If this wasn’t you, revoke the token and change your password.`,
        path: `/tokens/${content.id}`,
      };
    case 'calendar_feed.created':
      return {
        title: 'A calendar feed was created for your account',
        text: `${content.name}. If this wasn’t you, delete the feed and change your password.`,
        path: '/calendar/feeds',
      };
    default: {
      const [title, text] = FACTOR_CHANGE_TEXTS[content.event];
      return { title, text, path: '/profile' };
    }
  }
}

export const KEY_REJECTED = {
  title: 'The mail service rejected the API key',
  advice:
    'Until the key works again, campaigns can’t be paid for or sent, and may be out of date. Check DIRECTMAIL_API_KEY, or contact the mail service.',
} as const;

/** Says how many campaigns in a job ended in each state. */
export function describeEndedJob({
  id,
  kind,
  done,
  refused,
  unknown,
  unscheduled,
}: Extract<NotificationContent, { readonly event: 'job.ended' }>): NotificationText {
  const counts = [
    `${formatCount(done)} done`,
    ...(refused > 0 ? [`${formatCount(refused)} refused`] : []),
    ...(unknown > 0 ? [`${formatCount(unknown)} with an unknown outcome`] : []),
  ];
  return {
    title: `Finished: ${describeJob(kind, done + refused + unknown)}`,
    text: `${formatList(counts)}.${unscheduled > 0 ? ` ${describeUnscheduled(unscheduled)}` : ''}`,
    path: `/jobs/${id}`,
  };
}

/** Says how many of a job's campaigns weren't started when the job's creator lost permission. */
export function describeStoppedJob({
  id,
  kind,
  by,
  campaigns,
  left,
  isStopped,
}: Extract<NotificationContent, { readonly event: 'job.stopped' }>): NotificationText {
  return {
    title: `Stopped: ${describeJob(kind, campaigns)}`,
    text: isStopped
      ? `${formatPlural(left, 'campaign')} left. ${by} no longer has permission to do this.`
      : 'The job has continued since then.',
    path: `/jobs/${id}`,
  };
}
const describeUnscheduled = (campaigns: number): string =>
  campaigns === 1
    ? '1 campaign was canceled and hasn’t been scheduled again.'
    : `${formatCount(campaigns)} campaigns were canceled and haven’t been scheduled again.`;

/** Says how many of a job's drafts are waiting for approval. */
export function describeRequests({
  id,
  by,
  comment,
  campaigns,
}: Extract<NotificationContent, { readonly event: 'approvals.requested' }>): NotificationText {
  return {
    title:
      campaigns === 0
        ? `${by} asked you to approve campaigns`
        : `${by} asks you to approve ${formatPlural(campaigns, 'campaign')}`,
    text: campaigns === 0 ? 'None of them is waiting anymore.' : (comment ?? ''),
    path: `/jobs/${id}/approve`,
  };
}

const DELETED = 'The campaign was deleted.';
const UNCONFIRMED = 'We couldn’t confirm that it’s scheduled. Check the campaign.';

type CampaignContent = Extract<NotificationContent, { readonly campaign: NotifiedCampaign }>;

function describeCampaignEvent(content: CampaignContent, dateSettings: DateSettings): NotificationText {
  const { id, name, isDeleted } = content.campaign;
  const title = numberedTitle(id, name);
  const { lead, text } = describeOccasion(content, title, dateSettings);
  return {
    title: lead,
    text: isDeleted ? DELETED : text,
    path: isDeleted ? null : `/campaigns/${id}`,
  };
}

function describeOccasion(
  content: CampaignContent,
  title: string,
  dateSettings: DateSettings,
): { readonly lead: string; readonly text: string } {
  switch (content.event) {
    case 'campaign.scheduled':
      return describeScheduled(content, title, dateSettings);
    case 'campaign.unscheduled': {
      const { reason, isScheduled } = content;
      if (isScheduled)
        return { lead: `${title} was canceled`, text: 'It has been scheduled again since then.' };
      return {
        lead: `${title} was canceled and hasn’t been scheduled again`,
        text: reason === undefined ? UNCONFIRMED : UNSCHEDULED_REASONS[reason],
      };
    }
    case 'attempt.review_needed': {
      const { operation, by } = content.attempt;
      const action = `${ACTIVITY_NAMES[operation]}, started by ${by}`;
      return content.isSettled
        ? { lead: `${title} needed review`, text: `${action}. The outcome is known now.` }
        : { lead: `${title} needs review`, text: `${action}. The outcome is unknown.` };
    }
    case 'guest.decided':
      return describeDecisions(content, title);
    case 'approval.requested':
      return {
        lead: `${content.by} asks you to approve ${title}`,
        text: content.isApproved ? 'A member has approved it.' : (content.comment ?? ''),
      };
    case 'campaign.due_unapproved':
      return {
        lead: `${title} goes out without approval`,
        text: content.isDue
          ? `Production starts on ${formatFull(content.sendsAt, dateSettings)}. Until then, the campaign can be canceled.`
          : 'No longer applies.',
      };
    case 'campaign.paid_unsent':
      return {
        lead: `${title} is paid, but not sent`,
        text: content.isUnsent
          ? `Paid since ${formatFull(content.since, dateSettings)}, but not scheduled.`
          : 'No longer applies.',
      };
    case 'payment_run.send_failed':
      return {
        lead: `${title} is paid, but couldn’t be scheduled`,
        text: content.isOver ? 'No longer applies.' : describeSendFailure(content.failure),
      };
  }
}

function describeDecisions(
  { decisions, label }: Extract<CampaignContent, { readonly event: 'guest.decided' }>,
  title: string,
) {
  const latest = decisions.at(-1);
  const isApproval = latest?.decision === 'approved';
  const lead =
    decisions.length > 1
      ? `${formatPlural(decisions.length, 'decision')} about ${title}`
      : isApproval
        ? `${title} was approved`
        : `Changes requested for ${title}`;
  const comment = latest?.comment?.trim() ? `: “${latest.comment.trim()}”` : '.';
  const verified = latest?.isVerified ? '' : ' (not verified)';
  const who = decisions.length > 1 ? 'Latest: ' : '';
  return {
    lead,
    text: `${who}${latest?.name ?? ''}${verified} ${isApproval ? 'approved the proof' : 'requested changes'} through “${label}”${comment}`,
  };
}
