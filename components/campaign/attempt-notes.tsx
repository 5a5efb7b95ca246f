import { ActionForm, type FormAction } from '#components/forms/action-form.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { SubmitButton } from '#components/forms/submit-button.tsx';
import { Note } from '#components/ui/note.tsx';
import {
  type Attempt,
  type AttemptOperation,
  isBlocking,
  isPending,
  isUnscheduled,
} from '#lib/domain/attempt.ts';
import { type DateSettings, formatClock, formatMoment } from '#lib/format/dates.ts';
import { ReadingComparison } from './reading-comparison.tsx';

/** Labels for attempts, worded so that they can start a sentence. */
export const ATTEMPT_LABELS: Readonly<Record<AttemptOperation, string>> = {
  payCampaign: 'Starting a payment',
  payAndSendCampaign: 'Paying and scheduling',
  sendCampaign: 'Sending',
  sendCampaignOnInvoice: 'Sending on invoice',
  cancelCampaign: 'Canceling',
  rescheduleCampaign: 'Rescheduling',
  cloneCampaign: 'Copying',
  deleteCampaign: 'Deleting',
};

/**
 * Returns true if an attempt is the newest attempt of its kind (blocking or non-blocking). A newer attempt of
 * the same kind makes an older outcome irrelevant.
 */
const isLatest = (attempts: readonly Attempt[], index: number) =>
  !attempts.slice(0, index).some((newer) => isBlocking(newer) === isBlocking(attempts[index] as Attempt));

export interface AttemptNotesProps {
  /**
   * All attempts, newest first. A note appears for each attempt that is open or has an unknown outcome. If a
   * member resolved the latest attempt, that attempt also has a note, unless `UnscheduledNote` covers it.
   */
  readonly attempts: readonly Attempt[];
  /** The campaign's status, or undefined if it couldn't be read. */
  readonly status: string | undefined;
  readonly dateSettings: DateSettings;
  readonly now: number;
  readonly resolveAction: FormAction;
}

/**
 * Shows a campaign's unfinished attempts, and any outcomes that members recorded. The notes are at the top of
 * the page, because other actions aren't safe until the attempts are resolved.
 */
export function AttemptNotes({ attempts, status, dateSettings, now, resolveAction }: AttemptNotesProps) {
  const shown = attempts.filter(
    (attempt, index) =>
      isPending(attempt) ||
      (attempt.settledBy === 'member' && !isUnscheduled(attempt) && isLatest(attempts, index)),
  );
  return shown.map((attempt) => {
    const { id, operation, state, amount, startedAt } = attempt;
    const noteProps = {
      attempt,
      label: `${ATTEMPT_LABELS[operation]}${amount === null ? '' : ` (${amount})`}`,
      startedAt: formatMoment(startedAt, dateSettings, now),
    };
    if (state === 'open') return <OpenNote key={id} {...noteProps} />;
    if (state === 'unknown')
      return (
        <UnknownNote key={id} {...noteProps} dateSettings={dateSettings} resolveAction={resolveAction} />
      );
    return (
      <ResolvedNote
        key={id}
        {...noteProps}
        status={status}
        settledAt={formatMoment(attempt.settledAt ?? undefined, dateSettings, now)}
      />
    );
  });
}

interface AttemptNoteProps {
  readonly attempt: Attempt;
  /** A label that includes the amount and can start a sentence. */
  readonly label: string;
  readonly startedAt: string;
}

function OpenNote({ attempt, label, startedAt }: AttemptNoteProps) {
  return (
    <Note title={`${label}: in progress`} role="status">
      <bdi>{attempt.by}</bdi> started this action {startedAt}. The outcome will appear here.
    </Note>
  );
}

function ResolvedNote({
  attempt,
  label,
  startedAt,
  settledAt,
  status,
}: AttemptNoteProps & { settledAt: string; status: string | undefined }) {
  const { operation, state, by, settledByMember } = attempt;
  // If the status hasn't changed, an action that a member marked as done may have failed. If the action did succeed, a
  // second attempt would repeat it.
  const changesStatus = operation !== 'payCampaign' && operation !== 'rescheduleCampaign';
  const isDoubtful = state === 'done' && changesStatus && status === attempt.before?.status;
  return (
    <Note
      tone={isDoubtful && isBlocking(attempt) ? 'amber' : undefined}
      title={`${label}: ${state === 'done' ? 'marked as done' : 'marked as failed'}`}
    >
      <bdi>{by}</bdi> tried this action {startedAt}, but the mail service’s response was lost. Outcome
      recorded by <bdi>{settledByMember ?? 'a member'}</bdi>, {settledAt}.
      {isDoubtful && isBlocking(attempt) && (
        <strong className="block font-semibold">
          The campaign’s status hasn’t changed. Check with the mail service before you try again. Otherwise,
          the same action could be performed twice.
        </strong>
      )}
    </Note>
  );
}

function UnknownNote({
  attempt,
  label,
  startedAt,
  dateSettings,
  resolveAction,
}: AttemptNoteProps & Pick<AttemptNotesProps, 'dateSettings' | 'resolveAction'>) {
  const { by, needsReview } = attempt;
  const isCanceled = attempt.reschedule?.part === 'send';
  return (
    <Note
      tone={needsReview || isCanceled ? 'red' : 'amber'}
      title={`${label}: ${needsReview ? 'needs review, outcome unknown' : 'outcome unknown'}`}
      role="status"
    >
      {isCanceled && (
        <strong className="block font-semibold">
          Sending was canceled, and the campaign might not have been scheduled again.
        </strong>
      )}
      <p>
        <bdi>{by}</bdi> tried this action {startedAt}, but the mail service’s response was lost.{' '}
        {isBlocking(attempt)
          ? 'We’re checking with the mail service. Don’t try again. Other actions are disabled until the outcome is known.'
          : 'We can’t tell whether the copy was made, and we won’t try again. Look for the copy in your drafts.'}
      </p>
      <AttemptReview attempt={attempt} dateSettings={dateSettings} resolveAction={resolveAction} />
    </Note>
  );
}

interface AttemptReviewProps {
  readonly attempt: Attempt;
  readonly dateSettings: DateSettings;
  readonly resolveAction: FormAction;
}

/**
 * Shows how the campaign has changed since an attempt with an unknown outcome, and a form for recording the
 * outcome.
 */
export function AttemptReview({ attempt, dateSettings, resolveAction }: AttemptReviewProps) {
  return (
    <>
      {isBlocking(attempt) && <ReadingComparison attempt={attempt} dateSettings={dateSettings} />}
      {attempt.canResolve && (
        <ResolutionForm attempt={attempt} dateSettings={dateSettings} resolveAction={resolveAction} />
      )}
    </>
  );
}

const RESOLUTIONS = { done: 'Mark as done', refused: 'Mark as failed' } as const;

/** The outcomes that a member can record for the part of a reschedule whose response was lost. */
const RESCHEDULE_RESOLUTIONS = {
  cancel: { done: 'Mark as canceled', refused: 'Mark as still scheduled' },
  send: { done: 'Mark as scheduled', refused: 'Mark as not scheduled' },
} as const;

function ResolutionForm({ attempt, dateSettings, resolveAction }: AttemptReviewProps) {
  const { id, campaignId, needsReview, isResolvable, resolvableAt } = attempt;
  const labels = attempt.reschedule ? RESCHEDULE_RESOLUTIONS[attempt.reschedule.part] : RESOLUTIONS;
  return (
    <ActionForm action={resolveAction} hidden={{ id: campaignId, attempt: id }} className="mt-2 grid gap-2">
      {/* Without JavaScript, submitting the form collapses the details, so the message is above them. */}
      <FormMessage />
      <details open={needsReview}>
        <summary className="font-[550] underline underline-offset-3">Record the outcome</summary>
        <p className="my-2">
          Check the mail service’s own records first. You can’t change a recorded outcome.
        </p>
        <div className="flex flex-wrap gap-2">
          {isResolvable && (
            <>
              <SubmitButton kind="plain" name="resolution" value="done">
                {labels.done}
              </SubmitButton>
              <SubmitButton kind="plain" name="resolution" value="refused">
                {labels.refused}
              </SubmitButton>
            </>
          )}
          {isBlocking(attempt) && (
            <SubmitButton kind="quiet" name="resolution" value="again">
              Check again
            </SubmitButton>
          )}
        </div>
        {!isResolvable && (
          <p className="mt-2">
            The mail service may still be processing the action. You can record the outcome after{' '}
            {formatClock(resolvableAt, dateSettings)}.
          </p>
        )}
      </details>
    </ActionForm>
  );
}
