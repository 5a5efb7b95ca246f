import { ActionForm, type FormAction } from '#components/forms/action-form.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { SubmitButton } from '#components/forms/submit-button.tsx';
import { ActionItem } from '#components/lists/action-item.tsx';
import { Card } from '#components/ui/card.tsx';
import type { OwnSession } from '#lib/domain/session.ts';
import { type DateSettings, formatMoment } from '#lib/format/dates.ts';
import { deviceName } from '#lib/format/device.ts';
import { OTHER_SESSIONS } from '#lib/forms/member-fields.ts';

export interface SessionsCardProps {
  /** The member's active sessions, starting with the current session. */
  readonly sessions: readonly OwnSession[];
  readonly endSessionsAction: FormAction;
  readonly dateSettings: DateSettings;
  readonly now: number;
}

/**
 * Lists the member's own sessions. One form contains all the buttons, so that the form's message stays visible
 * after the row of an ended session disappears.
 */
export function SessionsCard({ sessions, endSessionsAction, dateSettings, now }: SessionsCardProps) {
  return (
    <Card title="Sessions">
      <ActionForm action={endSessionsAction} className="grid gap-3">
        <p className="text-muted">
          You’re signed in on these browsers and devices. If you don’t recognize a device, sign it out and
          change your password.
        </p>
        <FormMessage />
        <ul className="border-t border-line">
          {sessions.map((session) => (
            <SessionItem key={session.id} session={session} dateSettings={dateSettings} now={now} />
          ))}
        </ul>
        {sessions.some(({ isCurrent }) => !isCurrent) && (
          <SubmitButton kind="plain" name="session" value={OTHER_SESSIONS} className="justify-self-start">
            Sign out everywhere else
          </SubmitButton>
        )}
      </ActionForm>
    </Card>
  );
}

type SessionItemProps = Pick<SessionsCardProps, 'dateSettings' | 'now'> & { readonly session: OwnSession };

function SessionItem({ session, dateSettings, now }: SessionItemProps) {
  const { id, device, address, lastUsedAt, isCurrent } = session;
  const name = deviceName(device);
  return (
    <ActionItem
      action={
        <SubmitButton kind="quiet" name="session" value={id} className="text-sm">
          Sign out<span className="sr-only"> {isCurrent ? 'of this device' : name}</span>
        </SubmitButton>
      }
    >
      <span className="font-[550]">{name}</span>
      {isCurrent && <span className="text-muted"> · This device</span>}
      <p className="flex flex-wrap gap-x-3 text-sm text-muted tabular-nums">
        <span>Last used {formatMoment(lastUsedAt, dateSettings, now)}</span>
        {address !== null && <span>{address}</span>}
      </p>
    </ActionItem>
  );
}
