import { ActionForm, type FormAction } from '#components/forms/action-form.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { SubmitButton } from '#components/forms/submit-button.tsx';
import { TextArea } from '#components/forms/text-area.tsx';
import { type DateSettings, formatMoment } from '#lib/format/dates.ts';

export interface AskForApprovalProps {
  readonly campaignId: number;
  /** Whether the signed-in member can pay for and send campaigns. */
  readonly canAsk: boolean;
  /** The request for another member to approve the current content. Undefined if no member has asked. */
  readonly approvalRequest: { readonly by: string; readonly at: number } | undefined;
  readonly askAction: FormAction;
  readonly dateSettings: DateSettings;
  readonly now: number;
}

/** Asks the other members for approval, or says who already asked. */
export function AskForApproval({
  campaignId,
  canAsk,
  approvalRequest,
  askAction,
  dateSettings,
  now,
}: AskForApprovalProps) {
  if (!canAsk && !approvalRequest) return null;
  return (
    <ActionForm action={askAction} hidden={{ id: campaignId }} className="mt-3.5 grid gap-3">
      <FormMessage />
      {approvalRequest ? (
        <p className="text-sm text-muted">
          <bdi>{approvalRequest.by}</bdi> asked the team for approval{' '}
          <time dateTime={new Date(approvalRequest.at).toISOString()}>
            {formatMoment(approvalRequest.at, dateSettings, now)}
          </time>
          .
        </p>
      ) : (
        <>
          <TextArea name="comment" label="Message to your team (optional)" rows={2} />
          <SubmitButton kind="plain" className="w-full py-2.75">
            Ask for approval
          </SubmitButton>
        </>
      )}
    </ActionForm>
  );
}
