import { ActionForm, type FormAction } from '#components/forms/action-form.tsx';
import { ConfirmButton } from '#components/forms/confirm-button.tsx';
import { ConfirmDialog } from '#components/forms/confirm-dialog.tsx';
import { Field } from '#components/forms/field.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { Submit } from '#components/forms/submit.tsx';
import type { ButtonKind } from '#components/ui/button.ts';

/** What can be done to a campaign and not be taken back, so that it is asked first. */
export const CAMPAIGN_ACTIONS = {
  cancel: {
    label: 'Cancel sending',
    question: 'Cancel sending?',
    explanation:
      'It won’t go to production. It becomes a draft again; what was paid stays paid, and you can send it later.',
    confirm: 'Cancel sending',
    dismiss: 'Let it go out',
    kind: 'plain',
  },
  clone: {
    label: 'Make a copy',
    question: 'Make a copy?',
    explanation:
      'The service makes a new draft with the same design, recipients and sender. It has to be paid for by itself.',
    confirm: 'Make a copy',
    dismiss: 'Don’t copy',
    kind: 'plain',
  },
  delete: {
    label: 'Delete draft',
    question: 'Delete this draft?',
    explanation:
      'It is gone for good, for everyone. If anything was paid for it, the service decides what becomes of that; the embedded one makes it the customer’s credit.',
    confirm: 'Delete for good',
    dismiss: 'Keep it',
    kind: 'danger',
  },
} as const satisfies Record<string, Deed>;

interface Deed {
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

interface DeedProps {
  readonly deed: CampaignActionName;
  readonly campaignId: number;
  readonly action: FormAction;
}

const dialogId = (deed: CampaignActionName) => `${deed}-dialog`;

/** The button on the campaign's page. Its dialog has to be on the page too. */
export function CampaignActionButton({ deed, campaignId }: { deed: CampaignActionName; campaignId: number }) {
  const { label, kind } = CAMPAIGN_ACTIONS[deed];
  return (
    <ConfirmButton href={`/campaigns/${campaignId}/confirm/${deed}`} dialog={dialogId(deed)} kind={kind}>
      {label}
    </ConfirmButton>
  );
}

export function CampaignActionDialog(props: DeedProps) {
  const { question, dismiss } = CAMPAIGN_ACTIONS[props.deed];
  return (
    <ConfirmDialog id={dialogId(props.deed)} question={question} dismiss={dismiss}>
      <CampaignActionForm {...props} />
    </ConfirmDialog>
  );
}

/** The answer "yes", in the dialog and on the page that stands for it without JavaScript. */
export function CampaignActionForm({ deed, campaignId, action }: DeedProps) {
  const { explanation, confirm } = CAMPAIGN_ACTIONS[deed];
  return (
    <ActionForm action={action} hidden={{ id: campaignId }} className="grid gap-4">
      <p className="text-muted">{explanation}</p>
      {deed === 'cancel' && (
        <Field
          name="reason"
          label="Why?"
          hint="For the team; it is kept with the campaign. You may leave it out when time is short."
          maxLength={500}
          autoComplete="off"
        />
      )}
      <FormMessage />
      <Submit>{confirm}</Submit>
    </ActionForm>
  );
}
