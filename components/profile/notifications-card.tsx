import { ActionForm, type FormAction } from '#components/forms/action-form.tsx';
import { Field } from '#components/forms/field.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { SelectField } from '#components/forms/select-field.tsx';
import { SubmitButton } from '#components/forms/submit-button.tsx';
import { Card } from '#components/ui/card.tsx';
import type { OwnNotificationSettings } from '#lib/data/notifications.ts';
import { isSecurityNotification, notificationRule } from '#lib/domain/notification.ts';
import { emailChoiceFor } from '#lib/domain/notification-settings.ts';
import { CHOICE_NAMES, EVENT_TEXTS } from '#lib/format/notification-event.ts';

interface NotificationsCardProps {
  readonly settings: OwnNotificationSettings;
  /** The name of the time zone in which times are shown, such as "Eastern Time". */
  readonly zoneLabel: string;
  readonly action: FormAction;
}

/** Lets the member choose when to get emails about each event. */
export function NotificationsCard({ settings, zoneLabel, action }: NotificationsCardProps) {
  const events = settings.events.filter((event) => !isSecurityNotification(event));
  return (
    <Card title="Notifications" id="notifications">
      {settings.hasEmail ? (
        <ActionForm action={action} className="grid gap-4">
          <p className="text-muted">
            Every notification is on your notifications page. Choose when you also get it by email. Emails
            about your sign-in, API tokens, and calendar feeds are always sent at once.
          </p>
          <div className="grid items-end gap-x-4 gap-y-3 sm:grid-cols-2">
            {events.map((event) => (
              <SelectField
                key={event}
                name={event}
                label={EVENT_TEXTS[event].name}
                defaultValue={emailChoiceFor(settings, event)}
              >
                {notificationRule(event).choices.map((choice) => (
                  <option key={choice} value={choice}>
                    {CHOICE_NAMES[choice]}
                  </option>
                ))}
              </SelectField>
            ))}
          </div>
          <Field
            name="digest_time"
            label="Time of the daily digest"
            hint={`In ${zoneLabel}.`}
            type="time"
            defaultValue={toTime(settings.digestMinute)}
            required
          />
          <FormMessage />
          <SubmitButton kind="plain" className="justify-self-start">
            Save notifications
          </SubmitButton>
        </ActionForm>
      ) : (
        <p className="text-muted">
          Notifications appear on your notifications page. Mailroom can’t email them, because no email server
          is set up.
        </p>
      )}
    </Card>
  );
}

/** Formats minutes since midnight as the value of a time field, such as "08:00". */
const toTime = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
