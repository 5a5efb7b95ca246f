import { ActionForm, type FormAction } from '#components/forms/action-form.tsx';
import { ConfirmButton } from '#components/forms/confirm-button.tsx';
import { ConfirmDialog } from '#components/forms/confirm-dialog.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { SubmitButton } from '#components/forms/submit.tsx';
import type { ButtonKind } from '#components/ui/button.ts';
import type { ActionTarget, MemberAction } from '#lib/domain/member-actions.ts';
import { aRole, nameOf, ROLE_MAY } from '#lib/format/team.ts';

interface Deed {
  readonly label: string;
  readonly question: (name: string) => string;
  readonly explanation: string;
  readonly dismiss: string;
  readonly kind: ButtonKind;
  /** What is said afterwards. */
  readonly done: (name: string) => string;
}

const becoming = (role: 'viewer' | 'sender' | 'admin', explanation: string): Deed => ({
  label: `Make ${aRole(role)}`,
  question: (name) => `Make ${name} ${aRole(role)}?`,
  explanation,
  dismiss: 'Cancel',
  kind: 'plain',
  done: (name) => `${name} is now ${aRole(role)}.`,
});

/** What an admin can do about somebody else, each asked first. */
export const MEMBER_ACTION_TEXTS: Readonly<Record<MemberAction, Deed>> = {
  viewer: becoming(
    'viewer',
    'They’ll be able to view everything but change nothing. Takes effect on their next click, even in the middle of something.',
  ),
  sender: becoming(
    'sender',
    `They’ll be able to ${ROLE_MAY.sender}, but not edit or delete. Takes effect on their next click.`,
  ),
  admin: becoming('admin', `They’ll be able to ${ROLE_MAY.admin}. They can also change your role.`),
  disable: {
    label: 'Disable member',
    question: (name) => `Disable ${name}?`,
    explanation:
      'They’ll be signed out everywhere and can’t sign in until an admin enables them. Their activity is kept.',
    dismiss: 'Cancel',
    kind: 'danger',
    done: (name) => `${name} is disabled and signed out everywhere.`,
  },
  enable: {
    label: 'Enable member',
    question: (name) => `Enable ${name}?`,
    explanation: 'They can sign in again with the role they had.',
    dismiss: 'Cancel',
    kind: 'plain',
    done: (name) => `${name} can sign in again.`,
  },
  sign_out: {
    label: 'Sign out everywhere',
    question: (name) => `Sign ${name} out everywhere?`,
    explanation: 'This ends all their sessions on every device. They can sign in again.',
    dismiss: 'Cancel',
    kind: 'plain',
    done: (name) => `${name} is signed out everywhere.`,
  },
};

interface DeedProps {
  readonly deed: MemberAction;
  readonly member: ActionTarget;
  readonly action: FormAction;
}

const dialogId = (deed: MemberAction) => `${deed}-dialog`;

/** Its dialog has to be on the page too. */
export function MemberActionButton({ deed, member }: Omit<DeedProps, 'action'>) {
  const { label, kind } = MEMBER_ACTION_TEXTS[deed];
  return (
    <ConfirmButton href={`/team/${member.id}/${deed}`} dialogId={dialogId(deed)} kind={kind}>
      {label}
    </ConfirmButton>
  );
}

export function MemberActionDialog(props: DeedProps) {
  const { question, dismiss } = MEMBER_ACTION_TEXTS[props.deed];
  return (
    <ConfirmDialog id={dialogId(props.deed)} title={question(nameOf(props.member))} cancelLabel={dismiss}>
      <MemberActionForm {...props} />
    </ConfirmDialog>
  );
}

/** The answer "yes", in the dialog and on the page that stands for it without JavaScript. */
export function MemberActionForm({ deed, member, action }: DeedProps) {
  const { label, explanation } = MEMBER_ACTION_TEXTS[deed];
  return (
    <ActionForm action={action} hidden={{ id: member.id, deed }} className="grid gap-4">
      <p className="text-muted">{explanation}</p>
      <FormMessage />
      <SubmitButton>{label}</SubmitButton>
    </ActionForm>
  );
}
