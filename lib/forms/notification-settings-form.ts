/** The form in which a member chooses when to get emails about notifications. */
import { z } from 'zod';
import {
  type EmailChoice,
  type NotificationEvent,
  notificationRule,
  OPTIONAL_EVENTS,
} from '#lib/domain/notification.ts';

/** A time of day, such as "08:00", as minutes since midnight. */
const timeField = z.string('Enter a time, like 08:00.').transform((text, context) => {
  const [, hour, minute] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text.trim()) ?? [];
  if (hour !== undefined) return Number(hour) * 60 + Number(minute);
  context.addIssue('Enter a time, like 08:00.');
  return z.NEVER;
});

const choiceField = (event: NotificationEvent) =>
  z
    .enum(
      [...notificationRule(event).choices] as [EmailChoice, ...EmailChoice[]],
      'Choose an option from the list.',
    )
    .optional();

/**
 * Each optional event has a field. The form contains only events that the member's role allows the member to read
 * about.
 */
export const notificationSettingsForm = z.object({
  digest_time: timeField,
  ...(Object.fromEntries(OPTIONAL_EVENTS.map((event) => [event, choiceField(event)])) as Record<
    NotificationEvent,
    ReturnType<typeof choiceField>
  >),
});
