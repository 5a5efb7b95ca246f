import { ActionForm, type FormAction } from '#components/forms/action-form.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { SubmitButton } from '#components/forms/submit.tsx';
import { Note } from '#components/ui/note.tsx';
import type { Attempt, AttemptOperation } from '#lib/domain/attempt.ts';
import { formatClock, formatMoment } from '#lib/format/dates.ts';
import { ReadingComparison } from './reading-comparison.tsx';

/** What was tried, as the beginning of a sentence. */
export const ATTEMPT_LABELS: Readonly<Record<AttemptOperation, string>> = {
  payCampaign: 'Starting a payment',
  payAndSendCampaign: 'Paying and scheduling',
  sendCampaign: 'Sending',
  sendCampaignOnInvoice: 'Sending on invoice',
  cancelCampaign: 'Canceling',
  cloneCampaign: 'Copying',
  deleteCampaign: 'Deleting',
};

/** A copy more or less stands in nobody's way; money and mail do. */
const isBlocking = ({ operation }: Attempt) => operation !== 'cloneCampaign';

/** Whether something begun on the campaign has to end before anything else is paid or sent. */
export const hasBlockingAttempt = (attempts: readonly Attempt[]): boolean =>
  attempts.some((attempt) => isPending(attempt) && isBlocking(attempt));

const isPending = ({ state }: Attempt) => state === 'open' || state === 'unknown';

/** Nothing of its kind was tried later: what is known since then says more than a word of long ago. */
const isLatest = (attempts: readonly Attempt[], at: number) =>
  !attempts.slice(0, at).some((later) => isBlocking(later) === isBlocking(attempts[at] as Attempt));

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
      what: `${ATTEMPT_LABELS[operation]}${amount === null ? '' : ` (${amount})`}`,
      when: formatMoment(startedAt, zone, now),
    };
    if (state === 'open') return <OpenNote key={id} {...told} />;
    if (state === 'unknown') return <UnknownNote key={id} {...told} zone={zone} settle={settle} />;
    return (
      <ResolvedNote
        key={id}
        {...told}
        status={status}
        settledAt={formatMoment(attempt.settledAt ?? undefined, zone, now)}
      />
    );
  });
}

interface AttemptNoteProps {
  readonly attempt: Attempt;
  /** As the beginning of a sentence, with the amount. */
  readonly what: string;
  readonly when: string;
}

function OpenNote({ attempt, what, when }: AttemptNoteProps) {
  return (
    <Note title={`${what} is in progress`} role="status">
      <bdi>{attempt.by}</bdi> started this {when}. The outcome will appear here.
    </Note>
  );
}

function ResolvedNote({
  attempt,
  what,
  when,
  settledAt,
  status,
}: AttemptNoteProps & { settledAt: string; status: string | undefined }) {
  const { operation, state, by, settledByMember } = attempt;
  // Whoever does it again may do it twice.
  const isDoubtful = state === 'done' && operation !== 'payCampaign' && status === attempt.before?.status;
  return (
    <Note
      tone={isDoubtful && isBlocking(attempt) ? 'amber' : undefined}
      title={`${what}: ${state === 'done' ? 'marked as done' : 'marked as failed'}`}
    >
      <bdi>{by}</bdi> tried this {when}, but the mail service’s response was lost. Outcome recorded by{' '}
      <bdi>{settledByMember ?? 'a member'}</bdi>, {settledAt}.
      {isDoubtful && isBlocking(attempt) && (
        <strong className="block font-semibold">
          The campaign still looks the same as before. Check with the mail service before you try again, or it
          may happen twice.
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
}: AttemptNoteProps & Pick<AttemptNotesProps, 'zone' | 'settle'>) {
  const { by, needsReview: needsPerson } = attempt;
  return (
    <Note
      tone={needsPerson ? 'red' : 'amber'}
      title={`${what}: ${needsPerson ? 'needs review, outcome unknown' : 'outcome unknown'}`}
      role="status"
    >
      <p>
        <bdi>{by}</bdi> tried this {when}, but the mail service’s response was lost.{' '}
        {isBlocking(attempt)
          ? 'We’re checking with the mail service. Don’t try again. Other actions are disabled until the outcome is known.'
          : 'We can’t tell whether the copy was made, and we won’t try again. Look for it in your drafts.'}
      </p>
      <AttemptReview attempt={attempt} zone={zone} settle={settle} />
    </Note>
  );
}

interface AttemptReviewProps {
  readonly attempt: Attempt;
  readonly zone: string;
  readonly settle: FormAction;
}

/** What a person decides an unknown attempt by, and where they say how it ended. */
export function AttemptReview({ attempt, zone, settle }: AttemptReviewProps) {
  return (
    <>
      {isBlocking(attempt) && <ReadingComparison attempt={attempt} zone={zone} />}
      {attempt.canResolve && <ResolutionForm attempt={attempt} zone={zone} settle={settle} />}
    </>
  );
}

function ResolutionForm({ attempt, zone, settle }: AttemptReviewProps) {
  const {
    id,
    campaignId,
    needsReview: needsPerson,
    isResolvable: decidable,
    resolvableAt: decidableAt,
  } = attempt;
  return (
    <details className="mt-2" open={needsPerson}>
      <summary className="font-[550] underline underline-offset-3">Record the outcome</summary>
      <ActionForm action={settle} hidden={{ id: campaignId, attempt: id }} className="mt-2 grid gap-2">
        <p>Check the mail service’s own records first. You can’t undo this.</p>
        <FormMessage />
        <div className="flex flex-wrap gap-2">
          {decidable && (
            <>
              <SubmitButton kind="plain" name="word" value="done">
                Mark as done
              </SubmitButton>
              <SubmitButton kind="plain" name="word" value="refused">
                Mark as failed
              </SubmitButton>
            </>
          )}
          {isBlocking(attempt) && (
            <SubmitButton kind="quiet" name="word" value="again">
              Check again
            </SubmitButton>
          )}
        </div>
        {!decidable && (
          <p>
            The mail service may still be working on this. You can record the outcome after{' '}
            {formatClock(decidableAt, zone)}.
          </p>
        )}
      </ActionForm>
    </details>
  );
}
