import { ActionForm, type FormAction } from '#components/forms/action-form.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { Submit } from '#components/forms/submit.tsx';
import { Note } from '#components/ui/note.tsx';
import type { Attempt, AttemptOperation } from '#lib/domain/attempt.ts';
import { formatClock, formatMoment } from '#lib/format/dates.ts';
import { ReadingComparison } from './reading-comparison.tsx';

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
  attempts.some((attempt) => isPending(attempt) && isInTheWay(attempt));

const isPending = ({ state }: Attempt) => state === 'open' || state === 'unknown';

/** Nothing of its kind was tried later: what is known since then says more than a word of long ago. */
const isLatest = (attempts: readonly Attempt[], at: number) =>
  !attempts.slice(0, at).some((later) => isInTheWay(later) === isInTheWay(attempts[at] as Attempt));

export interface AttemptNotesProps {
  /** Newest first. Of these the open and unknown ones are shown, and what a person decided on last. */
  readonly attempts: readonly Attempt[];
  /** The campaign's, where it could be read. */
  readonly status: string | undefined;
  readonly zone: string;
  readonly now: number;
  readonly settle: FormAction;
}

/**
 * What was begun on a campaign and isn't known to have ended: said first, because nothing else is safe to do before. And
 * what is known from a person only, with whose word it is.
 */
export function AttemptNotes({ attempts, status, zone, now, settle }: AttemptNotesProps) {
  const shown = attempts.filter(
    (attempt, at) => isPending(attempt) || (attempt.settledBy === 'person' && isLatest(attempts, at)),
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
      <DecidedNote
        key={id}
        {...told}
        status={status}
        settledAt={formatMoment(attempt.settledAt ?? undefined, zone, now)}
      />
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

function DecidedNote({
  attempt,
  what,
  when,
  settledAt,
  status,
}: ToldProps & { settledAt: string; status: string | undefined }) {
  const { operation, state, by, settledByMember } = attempt;
  // Whoever does it again may do it twice.
  const isDoubtful = state === 'done' && operation !== 'payCampaign' && status === attempt.before?.status;
  return (
    <Note
      tone={isDoubtful && isInTheWay(attempt) ? 'amber' : undefined}
      title={`${what} ${state === 'done' ? 'went through' : 'didn’t go through'}, somebody said`}
    >
      <bdi>{by}</bdi> tried it {when}, and the service’s answer got lost. How it ended is the word of{' '}
      <bdi>{settledByMember ?? 'a member'}</bdi>, {settledAt}.
      {isDoubtful && isInTheWay(attempt) && (
        <strong className="block font-semibold">
          Yet the service shows it as it was before. Ask the service before you do it again: it may be done
          twice.
        </strong>
      )}
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
  const { by, needsReview: needsPerson } = attempt;
  return (
    <Note
      tone={needsPerson ? 'red' : 'amber'}
      title={`${what}: ${needsPerson ? 'somebody has to find out' : 'nobody knows yet'} whether it worked`}
      role="status"
    >
      <p>
        <bdi>{by}</bdi> tried it {when}, and the service’s answer got lost. It is not tried again:{' '}
        {isInTheWay(attempt)
          ? 'the campaign is read back until it shows. Until then nothing else can be done here.'
          : 'no reading tells whether there is a copy. Look for it among the drafts.'}
      </p>
      <Settling attempt={attempt} zone={zone} settle={settle} />
    </Note>
  );
}

interface SettlingProps {
  readonly attempt: Attempt;
  readonly zone: string;
  readonly settle: FormAction;
}

/** What a person decides an unknown attempt by, and where they say how it ended. */
export function Settling({ attempt, zone, settle }: SettlingProps) {
  return (
    <>
      {isInTheWay(attempt) && <ReadingComparison attempt={attempt} zone={zone} />}
      {attempt.canResolve && <SettleForm attempt={attempt} zone={zone} settle={settle} />}
    </>
  );
}

function SettleForm({ attempt, zone, settle }: SettlingProps) {
  const {
    id,
    campaignId,
    needsReview: needsPerson,
    isResolvable: decidable,
    resolvableAt: decidableAt,
  } = attempt;
  return (
    <details className="mt-2" open={needsPerson}>
      <summary className="font-[550] underline underline-offset-3">I know what happened</summary>
      <ActionForm action={settle} hidden={{ id: campaignId, attempt: id }} className="mt-2 grid gap-2">
        <p>Look at the service’s own records first. What you say here can’t be taken back.</p>
        <FormMessage />
        <div className="flex flex-wrap gap-2">
          {decidable && (
            <>
              <Submit kind="plain" name="word" value="done">
                It went through
              </Submit>
              <Submit kind="plain" name="word" value="refused">
                It didn’t
              </Submit>
            </>
          )}
          {isInTheWay(attempt) && (
            <Submit kind="quiet" name="word" value="again">
              Check again
            </Submit>
          )}
        </div>
        {!decidable && (
          <p>
            The call may still be at work in the service. From {formatClock(decidableAt, zone)} on you can say
            how it ended.
          </p>
        )}
      </ActionForm>
    </details>
  );
}
