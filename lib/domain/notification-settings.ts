/** A member's choices for notification emails. */
import { type EmailChoice, type NotificationEvent, notificationRule } from './notification.ts';

/** The default time of day for digests: 8:00 AM, in minutes since midnight. */
const DEFAULT_DIGEST_MINUTE = 8 * 60;

export interface NotificationSettings {
  /** The events for which the member made a choice. May contain events that no longer exist. */
  readonly emails: Readonly<Record<string, EmailChoice>>;
  /** When the member gets the daily digest, in minutes since midnight in the member's time zone. */
  readonly digestMinute: number;
  /** The browser's time zone when the member made the choices. Used if the member's profile has no time zone. */
  readonly zone: string | null;
}

export const DEFAULT_SETTINGS: NotificationSettings = {
  emails: {},
  digestMinute: DEFAULT_DIGEST_MINUTE,
  zone: null,
};

/** Returns when the member gets emails about the event. A stored choice that the event doesn't offer is ignored. */
export function emailChoiceFor(
  { emails }: Pick<NotificationSettings, 'emails'>,
  event: NotificationEvent,
): EmailChoice {
  const { choices } = notificationRule(event);
  const chosen = Object.hasOwn(emails, event) ? emails[event] : undefined;
  return choices.find((choice) => choice === chosen) ?? choices[0] ?? 'now';
}
