import { ActionForm, type FormAction } from '#components/forms/action-form.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { SubmitButton } from '#components/forms/submit-button.tsx';
import { TextArea } from '#components/forms/text-area.tsx';
import { DecisionComment } from '#components/share-links/decision-comment.tsx';
import { Card } from '#components/ui/card.tsx';
import type { MemberDecision } from '#lib/domain/approval.ts';
import { type DateSettings, formatMoment } from '#lib/format/dates.ts';

interface MemberApprovalProps {
  readonly campaignId: number;
  /** Newest first. */
  readonly memberDecisions: readonly MemberDecision[];
  /**
   * The fingerprint of the content that the member can approve or request changes to, or null if they can't
   * make a decision.
   */
  readonly decidable: string | null;
  /** The id of the member's latest decision. */
  readonly ownDecisionId: string | undefined;
  readonly dateSettings: DateSettings;
  readonly now: number;
  readonly action: FormAction;
}

/** Shows members' decisions about a campaign, and a form for the signed-in member's own decision. */
export function MemberApproval({
  campaignId,
  memberDecisions,
  decidable,
  ownDecisionId,
  dateSettings,
  now,
  action,
}: MemberApprovalProps) {
  if (memberDecisions.length === 0 && decidable === null) return null;
  return (
    <Card title="Team approval" id="team-approval">
      <div className="grid gap-3.5">
        {memberDecisions.length > 0 && (
          <ol className="grid gap-3">
            {memberDecisions.map((decision) => (
              <li key={decision.id} className="min-w-0">
                <MemberDecisionDetails decision={decision} dateSettings={dateSettings} now={now} />
              </li>
            ))}
          </ol>
        )}
        {decidable !== null && (
          <ActionForm
            action={action}
            hidden={{ id: campaignId, fingerprint: decidable }}
            className="grid gap-3"
          >
            <FormMessage />
            <p className="text-sm text-muted">
              Your approval counts only if another member pays for or sends the campaign.
            </p>
            {/* The new key clears the field, so that a comment isn't submitted again with the next decision. */}
            <TextArea
              key={ownDecisionId}
              name="comment"
              label="Comment"
              hint="Required if you request changes."
              rows={2}
            />
            <div className="flex flex-wrap gap-2.5">
              {/* Pressing Enter activates a form's first submit button. This disabled button prevents accidental decisions. */}
              <button type="submit" disabled hidden />
              <SubmitButton name="decision" value="approved" className="grow">
                Approve
              </SubmitButton>
              <SubmitButton name="decision" value="changes" kind="plain" className="grow">
                Request changes
              </SubmitButton>
            </div>
          </ActionForm>
        )}
      </div>
    </Card>
  );
}

interface MemberDecisionDetailsProps extends Pick<MemberApprovalProps, 'dateSettings' | 'now'> {
  readonly decision: MemberDecision;
}

function MemberDecisionDetails({ decision, dateSettings, now }: MemberDecisionDetailsProps) {
  const { by, comment, at, isCurrent, mayApprove } = decision;
  const isApproved = decision.decision === 'approved';
  const isValid = isCurrent !== false && mayApprove;
  const note = isValid ? undefined : isCurrent === false ? 'no longer valid' : 'the member can’t approve';
  return (
    <>
      <p className={`font-[550] ${isValid ? (isApproved ? 'text-green' : 'text-amber') : 'text-muted'}`}>
        {isApproved ? 'Approved' : 'Changes requested'}
        {note !== undefined && <span className="font-normal text-muted"> · {note}</span>}
      </p>
      {comment !== null && <DecisionComment>{comment}</DecisionComment>}
      <p className="text-sm text-muted">
        <bdi>{by}</bdi>,{' '}
        <time dateTime={new Date(at).toISOString()}>{formatMoment(at, dateSettings, now)}</time>
      </p>
    </>
  );
}
