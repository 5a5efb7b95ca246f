import { ActionForm, type FormAction } from '#components/forms/action-form.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { Submit } from '#components/forms/submit.tsx';
import { Card } from '#components/ui/card.tsx';

interface ApprovalSettingProps {
  readonly isRequired: boolean;
  readonly action: FormAction;
}

/** Whether the team pays and sends only what a guest has approved. */
export function ApprovalSetting({ isRequired, action }: ApprovalSettingProps) {
  return (
    <Card title="Approvals">
      <p className="font-[550]">
        {isRequired
          ? 'Nothing is paid or sent that no guest has approved.'
          : 'Campaigns may be paid and sent without a guest’s approval.'}
      </p>
      <p className="mt-1 text-muted">
        {isRequired
          ? 'An approval counts only for what is printed and whom it goes to as they were when it was given. It counts for everybody, and for programs that use the proxy.'
          : 'You can have every campaign wait until a guest has approved its proof through a link.'}
      </p>
      <ActionForm
        action={action}
        hidden={{ required: isRequired ? 'no' : 'yes' }}
        className="mt-3.5 grid justify-items-start gap-3"
      >
        <FormMessage />
        <Submit kind="plain">{isRequired ? 'Don’t wait for approvals' : 'Wait for approvals'}</Submit>
      </ActionForm>
    </Card>
  );
}
