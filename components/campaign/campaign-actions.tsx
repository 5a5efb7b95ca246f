import { ActionForm, type FormAction } from '#components/forms/action-form.tsx';
import { ConfirmButton } from '#components/forms/confirm-button.tsx';
import { ConfirmDialog } from '#components/forms/confirm-dialog.tsx';
import { Field } from '#components/forms/field.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { SubmitButton } from '#components/forms/submit-button.tsx';
import { type ButtonKind, confirmButtonKind } from '#components/ui/button.ts';
import { Note } from '#components/ui/note.tsx';
import { MAX_REASON_LENGTH } from '#lib/input-limits.ts';

/** Campaign actions that members have to confirm. */
export const CAMPAIGN_ACTIONS = {
  cancel: {
    label: 'Cancel sending',
    question: 'Cancel sending?',
    explanation:
      'The campaign won’t go into production and will become a draft again. You can still send the campaign later, and any payment already made counts toward its price.',
    confirm: 'Cancel sending',
    dismiss: 'Keep scheduled',
    kind: 'plain',
  },
  clone: {
    label: 'Make a copy',
    question: 'Make a copy?',
    explanation:
      'The mail service creates a new draft with the same design, recipients, and sender. You’ll pay for the copy separately.',
    confirm: 'Make a copy',
    dismiss: 'Cancel',
    kind: 'plain',
  },
  delete: {
    label: 'Delete draft',
    question: 'Delete draft?',
    explanation: 'The draft will be deleted for everyone. You can’t undo this.',
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
  readonly name: CampaignActionName;
  readonly campaignId: number;
  readonly action: FormAction;
  /** A warning about this campaign, such as what happens to its payment. */
  readonly warning?: string | undefined;
}

const dialogId = (name: CampaignActionName) => `${name}-dialog`;

interface CampaignActionButtonProps extends Pick<CampaignActionProps, 'name' | 'campaignId'> {
  /** True if the action is the page's main action. */
  readonly isMain?: boolean;
}

/**
 * A button that opens the action's confirmation dialog. The page must also render the action's
 * `CampaignActionDialog`.
 */
export function CampaignActionButton({ name, campaignId, isMain }: CampaignActionButtonProps) {
  const { label, kind } = CAMPAIGN_ACTIONS[name];
  return (
    <ConfirmButton
      href={`/campaigns/${campaignId}/confirm/${name}`}
      dialogId={dialogId(name)}
      kind={isMain ? 'primary' : kind}
    >
      {label}
    </ConfirmButton>
  );
}

export function CampaignActionDialog(props: CampaignActionProps) {
  const { question, dismiss } = CAMPAIGN_ACTIONS[props.name];
  return (
    <ConfirmDialog id={dialogId(props.name)} title={question} cancelLabel={dismiss}>
      <CampaignActionForm {...props} />
    </ConfirmDialog>
  );
}

/** The confirmation form, shown in a dialog or, without JavaScript, on a separate page. */
export function CampaignActionForm({ name, campaignId, action, warning }: CampaignActionProps) {
  const { explanation, confirm, kind } = CAMPAIGN_ACTIONS[name];
  return (
    <ActionForm action={action} hidden={{ id: campaignId }} className="grid gap-4">
      <p className="text-muted">{explanation}</p>
      {warning !== undefined && <Note tone="amber">{warning}</Note>}
      {name === 'cancel' && (
        <Field
          name="reason"
          label="Reason (optional)"
          hint="Your team can see the reason in the campaign’s activity."
          maxLength={MAX_REASON_LENGTH}
          autoComplete="off"
        />
      )}
      <FormMessage />
      <SubmitButton kind={confirmButtonKind(kind)}>{confirm}</SubmitButton>
    </ActionForm>
  );
}
