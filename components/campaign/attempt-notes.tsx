import type { Attempt, AttemptOperation } from '#lib/attempts/attempt.ts';
import { formatClock, formatMoment } from '#lib/format/dates.ts';
import { ActionForm, type FormAction } from '../forms/action-form.tsx';
import { FormMessage } from '../forms/form-message.tsx';
import { Submit } from '../forms/submit.tsx';
import { Note } from '../ui/note.tsx';
import { BeforeAndNow } from './before-and-now.tsx';

/** What was tried, as the beginning of a sentence. */
export const TRIED: Readonly<Record<AttemptOperation, string>> = {
  payCampaign: 'Starting a payment',
  payAndSendCampaign: 'Paying and sending',
  sendCampaign: 'Sending',
  sendCampaignOnInvoice: 'Sending on the monthly invoice',
  cancelCampaign: 'Cancelling',
  cloneCampaign: 'Making a copy',
  deleteCampaign: 'Deleting',
};

/** A copy more or less stands in nobody's way; money and mail do. */
const isInTheWay = ({ operation }: Attempt) => operation !== 'cloneCampaign';

/** Whether something begun on the campaign has to end before anything else is paid or sent. */
export const isBusy = (attempts: readonly Attempt[]): boolean =>
  attempts.some(
    (attempt) => (attempt.state === 'open' || attempt.state === 'unknown') && isInTheWay(attempt),
  );

interface AttemptNotesProps {
  /** Of these the open and unknown ones are shown, and those that a person decided on. */
  readonly attempts: readonly Attempt[];
  readonly zone: string;
  readonly now: number;
  /** Undefined for who may not settle what is unknown. */
  readonly settle: FormAction | undefined;
}

/**
 * What was begun on a campaign and isn't known to have ended: said first, because nothing else is safe to do before. And
 * what is known from a person only, with whose word it is.
 */
export function AttemptNotes({ attempts, zone, now, settle }: AttemptNotesProps) {
  const shown = attempts.filter(
    ({ state, settledBy }) => state === 'open' || state === 'unknown' || settledBy === 'person',
  );
  return shown.map((attempt) => {
    const { id, campaignId, operation, state, by, amount, startedAt } = attempt;
    const what = `${TRIED[operation]}${amount === null ? '' : ` (${amount})`}`;
    const when = formatMoment(startedAt, zone, now);
    if (state === 'open') {
      return (
        <Note key={id} title={`${what} is under way`} role="status">
          <bdi>{by}</bdi> began it {when}. This page says how it ended as soon as that is known.
        </Note>
      );
    }
    if (state !== 'unknown') {
      return (
        <Note key={id} title={`${what} ${state === 'done' ? 'went through' : 'didn’t go through'}`}>
          <bdi>{by}</bdi> tried it {when}, and the service’s answer got lost. How it ended is the word of{' '}
          <bdi>{attempt.settledByMember ?? 'a member'}</bdi>,{' '}
          {formatMoment(attempt.settledAt ?? undefined, zone, now)}.
        </Note>
      );
    }
    return (
      <Note
        key={id}
        tone={attempt.needsPerson ? 'red' : 'amber'}
        title={
          attempt.needsPerson
            ? `${what}: somebody has to find out whether it worked`
            : `${what}: nobody knows yet whether it worked`
        }
        role="status"
      >
        <p>
          <bdi>{by}</bdi> tried it {when}, and the service’s answer got lost. It is not tried again: the
          campaign is read back until it shows.
          {isInTheWay(attempt) && ' Until then nothing else can be done here.'}
        </p>
        <BeforeAndNow attempt={attempt} zone={zone} />
        {settle !== undefined && (
          <details className="mt-2" open={attempt.needsPerson}>
            <summary className="font-[550] underline underline-offset-3">I know what happened</summary>
            <ActionForm action={settle} hidden={{ id: campaignId, attempt: id }} className="mt-2 grid gap-2">
              <p>Look at the service’s own records first. What you say here can’t be taken back.</p>
              <FormMessage />
              <div className="flex flex-wrap gap-2">
                <Submit kind="plain" name="word" value="done">
                  It went through
                </Submit>
                {attempt.refusable && (
                  <Submit kind="plain" name="word" value="refused">
                    It didn’t
                  </Submit>
                )}
                <Submit kind="quiet" name="word" value="again">
                  Check again
                </Submit>
              </div>
              {!attempt.refusable && (
                <p>
                  The call may still be at work in the service. From {formatClock(attempt.refusableAt, zone)}{' '}
                  on you can say that it didn’t go through.
                </p>
              )}
            </ActionForm>
          </details>
        )}
      </Note>
    );
  });
}
