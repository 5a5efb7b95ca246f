import { ActionForm, type FormAction } from '#components/forms/action-form.tsx';
import { ConfirmButton } from '#components/forms/confirm-button.tsx';
import { ConfirmDialog } from '#components/forms/confirm-dialog.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { SubmitButton } from '#components/forms/submit-button.tsx';
import type { ButtonKind } from '#components/ui/button.ts';
import type { ActionTarget, MemberAction } from '#lib/domain/member-actions.ts';
import { memberName, ROLE_PERMISSIONS, roleWithArticle } from '#lib/format/team.ts';

interface MemberActionText {
  readonly label: string;
  readonly question: (name: string) => string;
  readonly explanation: string;
  readonly dismiss: string;
  readonly kind: ButtonKind;
  /** Returns the confirmation shown after the action. */
  readonly done: (name: string) => string;
}

const roleChange = (role: 'viewer' | 'sender' | 'admin', explanation: string): MemberActionText => ({
  label: `Make ${roleWithArticle(role)}`,
  question: (name) => `Make ${name} ${roleWithArticle(role)}?`,
  explanation,
  dismiss: 'Cancel',
  kind: 'plain',
  done: (name) => `${name} is now ${roleWithArticle(role)}.`,
});

/** Texts for the actions that an admin can take on another member. Each action asks for confirmation. */
export const MEMBER_ACTION_TEXTS: Readonly<Record<MemberAction, MemberActionText>> = {
  viewer: roleChange(
    'viewer',
    'They’ll be able to view everything but not change anything. This takes effect on their next click, even if they’re in the middle of a task.',
  ),
  sender: roleChange(
    'sender',
    `They’ll be able to ${ROLE_PERMISSIONS.sender}, but not edit or delete. This takes effect on their next click.`,
  ),
  admin: roleChange('admin', `They’ll be able to ${ROLE_PERMISSIONS.admin}. They can also change your role.`),
  disable: {
    label: 'Disable member',
    question: (name) => `Disable ${name}?`,
    explanation:
      'They’ll be signed out everywhere and won’t be able to sign in until an admin enables them. Their activity is kept.',
    dismiss: 'Cancel',
    kind: 'danger',
    done: (name) => `${name} has been disabled and signed out everywhere.`,
  },
  enable: {
    label: 'Enable member',
    question: (name) => `Enable ${name}?`,
    explanation: 'They’ll be able to sign in again with their previous role.',
    dismiss: 'Cancel',
    kind: 'plain',
    done: (name) => `${name} can sign in again.`,
  },
  sign_out: {
    label: 'Sign out everywhere',
    question: (name) => `Sign ${name} out everywhere?`,
    explanation: 'This ends their sessions on all devices. They can sign in again.',
    dismiss: 'Cancel',
    kind: 'plain',
    done: (name) => `${name} has been signed out everywhere.`,
  },
};

interface MemberActionProps {
  readonly action: MemberAction;
  readonly member: ActionTarget;
  readonly memberAction: FormAction;
}

const dialogId = (action: MemberAction) => `${action}-dialog`;

/** Opens the action's `MemberActionDialog`, which must be on the same page. */
export function MemberActionButton({ action, member }: Omit<MemberActionProps, 'memberAction'>) {
  const { label, kind } = MEMBER_ACTION_TEXTS[action];
  return (
    <ConfirmButton href={`/team/${member.id}/${action}`} dialogId={dialogId(action)} kind={kind}>
      {label}
    </ConfirmButton>
  );
}

export function MemberActionDialog(props: MemberActionProps) {
  const { question, dismiss } = MEMBER_ACTION_TEXTS[props.action];
  return (
    <ConfirmDialog
      id={dialogId(props.action)}
      title={question(memberName(props.member))}
      cancelLabel={dismiss}
    >
      <MemberActionForm {...props} />
    </ConfirmDialog>
  );
}

/** The confirmation form, in the dialog and on the page that replaces it without JavaScript. */
export function MemberActionForm({ action, member, memberAction }: MemberActionProps) {
  const { label, explanation } = MEMBER_ACTION_TEXTS[action];
  return (
    <ActionForm
      action={memberAction}
      hidden={{ id: member.id, member_action: action }}
      className="grid gap-4"
    >
      <p className="text-muted">{explanation}</p>
      <FormMessage />
      <SubmitButton>{label}</SubmitButton>
    </ActionForm>
  );
}
