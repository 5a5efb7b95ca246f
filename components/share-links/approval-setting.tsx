import { ActionForm, type FormAction } from '#components/forms/action-form.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { SubmitButton } from '#components/forms/submit-button.tsx';
import { Card } from '#components/ui/card.tsx';

interface ApprovalSettingProps {
  readonly isRequired: boolean;
  readonly action: FormAction;
}

export function ApprovalSetting({ isRequired, action }: ApprovalSettingProps) {
  return (
    <Card title="Approvals">
      <p className="font-[550]">
        {isRequired
          ? 'Campaigns can’t be paid for or sent until a guest approves the proof.'
          : 'Campaigns can be paid for and sent without a guest’s approval.'}
      </p>
      <p className="mt-1 text-muted">
        {isRequired
          ? 'An approval covers one proof and its recipients. Any change voids the approval. This setting applies to all members and to API requests.'
          : 'You can require a guest’s approval before a campaign is paid for or sent.'}
      </p>
      <ActionForm
        action={action}
        hidden={{ required: isRequired ? 'no' : 'yes' }}
        className="mt-3.5 grid justify-items-start gap-3"
      >
        <FormMessage />
        <SubmitButton kind="plain">
          {isRequired ? 'Stop requiring approval' : 'Require approval'}
        </SubmitButton>
      </ActionForm>
    </Card>
  );
}
