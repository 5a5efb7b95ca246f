import { ActionForm, type FormAction } from '../forms/action-form.tsx';
import { ConfirmButton } from '../forms/confirm-button.tsx';
import { ConfirmDialog } from '../forms/confirm-dialog.tsx';
import { Field } from '../forms/field.tsx';
import { FormMessage } from '../forms/form-message.tsx';
import { Submit } from '../forms/submit.tsx';
import type { ButtonKind } from '../ui/button.ts';

/** What can be done to a campaign and not be taken back, so that it is asked first. */
export const DEEDS = {
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
export type DeedName = keyof typeof DEEDS;

export function isDeed(name: string): name is DeedName {
  return Object.hasOwn(DEEDS, name);
}

interface DeedProps {
  readonly deed: DeedName;
  readonly campaignId: number;
  readonly action: FormAction;
}

const dialogId = (deed: DeedName) => `${deed}-dialog`;

/** The button on the campaign's page. Its dialog has to be on the page too. */
export function DeedButton({ deed, campaignId }: { deed: DeedName; campaignId: number }) {
  const { label, kind } = DEEDS[deed];
  return (
    <ConfirmButton href={`/campaigns/${campaignId}/confirm/${deed}`} dialog={dialogId(deed)} kind={kind}>
      {label}
    </ConfirmButton>
  );
}

export function DeedDialog(props: DeedProps) {
  const { question, dismiss } = DEEDS[props.deed];
  return (
    <ConfirmDialog id={dialogId(props.deed)} question={question} dismiss={dismiss}>
      <DeedForm {...props} />
    </ConfirmDialog>
  );
}

/** The answer "yes", in the dialog and on the page that stands for it without JavaScript. */
export function DeedForm({ deed, campaignId, action }: DeedProps) {
  const { explanation, confirm } = DEEDS[deed];
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
