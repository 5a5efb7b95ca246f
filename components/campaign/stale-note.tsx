import { ActionForm, type FormAction } from '#components/forms/action-form.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { SubmitButton } from '#components/forms/submit-button.tsx';
import { Note } from '#components/ui/note.tsx';
import type { StaleReading } from '#lib/domain/stale-reading.ts';
import { type DateSettings, formatClock, formatMoment } from '#lib/format/dates.ts';
import { ATTEMPT_LABELS } from './attempt-notes.tsx';

interface StaleNoteProps {
  readonly stale: StaleReading;
  readonly dateSettings: DateSettings;
  readonly now: number;
  readonly acceptAction: FormAction;
}

/**
 * Explains that the page offers no payment or mailing actions, because the mail service returned data from
 * before a successful action. After ten minutes, a member can accept what the mail service shows.
 */
export function StaleNote(props: StaleNoteProps) {
  return props.stale.isSuspected ? <ConfirmingNote /> : <BehindNote {...props} />;
}

function ConfirmingNote() {
  return (
    <Note tone="amber" title="Confirming the payment" role="status">
      The payer has returned from the payment page, but the mail service doesn’t show the payment yet. To
      prevent a double payment, you can’t pay for, send, or delete the campaign while Mailroom checks for the
      payment. The check takes less than a minute.
    </Note>
  );
}

function BehindNote({ stale, dateSettings, now, acceptAction }: StaleNoteProps) {
  const { operation, amount, by, settledAt, canAccept, isAcceptable, acceptableAt } = stale;
  return (
    <Note tone="amber" title="The mail service hasn’t caught up yet" role="status">
      <p>
        {ATTEMPT_LABELS[operation]}
        {amount !== null && ` (${amount})`} succeeded {formatMoment(settledAt, dateSettings, now)} (
        <bdi>{by}</bdi>), but the mail service still shows the earlier values. To prevent duplicates, you
        can’t pay for, send, cancel, or delete the campaign until the mail service catches up.
      </p>
      {canAccept && isAcceptable && <AcceptForm stale={stale} acceptAction={acceptAction} />}
      {canAccept && !isAcceptable && (
        <p className="mt-2">
          Catching up usually takes a few seconds. If the mail service hasn’t caught up by{' '}
          {formatClock(acceptableAt, dateSettings)}, you can continue with the values shown here.
        </p>
      )}
    </Note>
  );
}

function AcceptForm({ stale, acceptAction }: Pick<StaleNoteProps, 'stale' | 'acceptAction'>) {
  return (
    <ActionForm
      action={acceptAction}
      hidden={{ id: stale.campaignId, attempt: stale.attemptId }}
      className="mt-2 grid gap-2"
    >
      <FormMessage />
      <p>
        Was the campaign changed outside Mailroom? Check the mail service’s own records. If the values shown
        here are correct, you can continue.
      </p>
      <div>
        <SubmitButton kind="plain">Continue with these values</SubmitButton>
      </div>
    </ActionForm>
  );
}
