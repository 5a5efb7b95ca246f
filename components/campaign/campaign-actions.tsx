import { ActionForm, type FormAction } from '#components/forms/action-form.tsx';
import { ConfirmButton } from '#components/forms/confirm-button.tsx';
import { ConfirmDialog } from '#components/forms/confirm-dialog.tsx';
import { Field } from '#components/forms/field.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { SubmitButton } from '#components/forms/submit.tsx';
import type { ButtonKind } from '#components/ui/button.ts';

/** What can be done to a campaign and not be taken back, so that it is asked first. */
export const CAMPAIGN_ACTIONS = {
  cancel: {
    label: 'Cancel sending',
    question: 'Cancel sending?',
    explanation:
      'The campaign won’t go to production and becomes a draft again. Any payment is kept, and you can send it later.',
    confirm: 'Cancel sending',
    dismiss: 'Keep scheduled',
    kind: 'plain',
  },
  clone: {
    label: 'Make a copy',
    question: 'Make a copy?',
    explanation:
      'The mail service creates a new draft with the same design, recipients, and sender. You pay for it separately.',
    confirm: 'Make a copy',
    dismiss: 'Cancel',
    kind: 'plain',
  },
  delete: {
    label: 'Delete draft',
    question: 'Delete draft?',
    explanation:
      'This deletes the draft for everyone. You can’t undo it. If it was paid for, the mail service decides what happens to the payment. The sandbox turns it into customer credit.',
    confirm: 'Delete draft',
    dismiss: 'Cancel',
    kind: 'danger',
  },
} as const satisfies Record<string, ConfirmedAction>;

interface ConfirmedAction {
  readonly label: string;
  readonly question: string;
  readonly explanation: string;
  readonly confirm: string;
  readonly dismiss: string;
  readonly kind: ButtonKind;
}
export type CampaignActionName = keyof typeof CAMPAIGN_ACTIONS;

export function isCampaignAction(name: string): name is CampaignActionName {
  return Object.hasOwn(CAMPAIGN_ACTIONS, name);
}

interface CampaignActionProps {
  readonly deed: CampaignActionName;
  readonly campaignId: number;
  readonly action: FormAction;
}

const dialogId = (deed: CampaignActionName) => `${deed}-dialog`;

/** The button on the campaign's page. Its dialog has to be on the page too. */
export function CampaignActionButton({ deed, campaignId }: { deed: CampaignActionName; campaignId: number }) {
  const { label, kind } = CAMPAIGN_ACTIONS[deed];
  return (
    <ConfirmButton href={`/campaigns/${campaignId}/confirm/${deed}`} dialogId={dialogId(deed)} kind={kind}>
      {label}
    </ConfirmButton>
  );
}

export function CampaignActionDialog(props: CampaignActionProps) {
  const { question, dismiss } = CAMPAIGN_ACTIONS[props.deed];
  return (
    <ConfirmDialog id={dialogId(props.deed)} title={question} cancelLabel={dismiss}>
      <CampaignActionForm {...props} />
    </ConfirmDialog>
  );
}

/** The answer "yes", in the dialog and on the page that stands for it without JavaScript. */
export function CampaignActionForm({ deed, campaignId, action }: CampaignActionProps) {
  const { explanation, confirm } = CAMPAIGN_ACTIONS[deed];
  return (
    <ActionForm action={action} hidden={{ id: campaignId }} className="grid gap-4">
      <p className="text-muted">{explanation}</p>
      {deed === 'cancel' && (
        <Field
          name="reason"
          label="Reason (optional)"
          hint="Shown to your team in the activity."
          maxLength={500}
          autoComplete="off"
        />
      )}
      <FormMessage />
      <SubmitButton>{confirm}</SubmitButton>
    </ActionForm>
  );
}
