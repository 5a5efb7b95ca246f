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
    const { id, operation, state, amount, startedAt } = attempt;
    const told = {
      attempt,
      what: `${TRIED[operation]}${amount === null ? '' : ` (${amount})`}`,
      when: formatMoment(startedAt, zone, now),
    };
    if (state === 'open') return <OpenNote key={id} {...told} />;
    if (state === 'unknown') return <UnknownNote key={id} {...told} zone={zone} settle={settle} />;
    return (
      <DecidedNote key={id} {...told} settledAt={formatMoment(attempt.settledAt ?? undefined, zone, now)} />
    );
  });
}

interface ToldProps {
  readonly attempt: Attempt;
  /** As the beginning of a sentence, with the amount. */
  readonly what: string;
  readonly when: string;
}

function OpenNote({ attempt, what, when }: ToldProps) {
  return (
    <Note title={`${what} is under way`} role="status">
      <bdi>{attempt.by}</bdi> began it {when}. This page says how it ended as soon as that is known.
    </Note>
  );
}

function DecidedNote({ attempt, what, when, settledAt }: ToldProps & { settledAt: string }) {
  const { state, by, settledByMember } = attempt;
  return (
    <Note title={`${what} ${state === 'done' ? 'went through' : 'didn’t go through'}`}>
      <bdi>{by}</bdi> tried it {when}, and the service’s answer got lost. How it ended is the word of{' '}
      <bdi>{settledByMember ?? 'a member'}</bdi>, {settledAt}.
    </Note>
  );
}

function UnknownNote({
  attempt,
  what,
  when,
  zone,
  settle,
}: ToldProps & Pick<AttemptNotesProps, 'zone' | 'settle'>) {
  const { by, needsPerson } = attempt;
  return (
    <Note
      tone={needsPerson ? 'red' : 'amber'}
      title={`${what}: ${needsPerson ? 'somebody has to find out' : 'nobody knows yet'} whether it worked`}
      role="status"
    >
      <p>
        <bdi>{by}</bdi> tried it {when}, and the service’s answer got lost. It is not tried again: the
        campaign is read back until it shows.
        {isInTheWay(attempt) && ' Until then nothing else can be done here.'}
      </p>
      <BeforeAndNow attempt={attempt} zone={zone} />
      {settle !== undefined && <SettleForm attempt={attempt} zone={zone} settle={settle} />}
    </Note>
  );
}

interface SettleFormProps {
  readonly attempt: Attempt;
  readonly zone: string;
  readonly settle: FormAction;
}

/** Where a person says how it ended. */
function SettleForm({ attempt, zone, settle }: SettleFormProps) {
  const { id, campaignId, needsPerson, refusable, refusableAt } = attempt;
  return (
    <details className="mt-2" open={needsPerson}>
      <summary className="font-[550] underline underline-offset-3">I know what happened</summary>
      <ActionForm action={settle} hidden={{ id: campaignId, attempt: id }} className="mt-2 grid gap-2">
        <p>Look at the service’s own records first. What you say here can’t be taken back.</p>
        <FormMessage />
        <div className="flex flex-wrap gap-2">
          <Submit kind="plain" name="word" value="done">
            It went through
          </Submit>
          {refusable && (
            <Submit kind="plain" name="word" value="refused">
              It didn’t
            </Submit>
          )}
          <Submit kind="quiet" name="word" value="again">
            Check again
          </Submit>
        </div>
        {!refusable && (
          <p>
            The call may still be at work in the service. From {formatClock(refusableAt, zone)} on you can say
            that it didn’t go through.
          </p>
        )}
      </ActionForm>
    </details>
  );
}
