import { ActionForm, type FormAction } from '#components/forms/action-form.tsx';
import { ConfirmButton } from '#components/forms/confirm-button.tsx';
import { ConfirmDialog } from '#components/forms/confirm-dialog.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { SubmitButton } from '#components/forms/submit-button.tsx';
import { type ButtonKind, confirmButtonKind } from '#components/ui/button.ts';
import type { ActionTarget, MemberAction, MemberLinks } from '#lib/domain/member-actions.ts';
import { memberName, ROLE_PERMISSIONS, roleWithArticle } from '#lib/format/team.ts';
import { LinksToRevoke } from './member-links.tsx';

interface MemberActionText {
  readonly label: string;
  readonly question: (name: string) => string;
  readonly explanation: string;
  readonly dismiss: string;
  readonly kind: ButtonKind;
  /** Returns the message shown after the action. */
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

/** Text for each action that an admin can take on another member. Every action requires confirmation. */
export const MEMBER_ACTION_TEXTS: Readonly<Record<MemberAction, MemberActionText>> = {
  viewer: roleChange(
    'viewer',
    'Viewers can view campaigns, customers, templates, and activity, but can’t change them. The new role takes effect immediately, even if the member is in the middle of a task. API tokens that can do more than the new role allows will be revoked.',
  ),
  sender: roleChange(
    'sender',
    `Senders can ${ROLE_PERMISSIONS.sender}. Senders can’t edit or delete anything. The new role takes effect immediately. API tokens that can do more than the new role allows will be revoked.`,
  ),
  admin: roleChange('admin', `Admins can ${ROLE_PERMISSIONS.admin}. A new admin can also change your role.`),
  disable: {
    label: 'Disable member',
    question: (name) => `Disable ${name}?`,
    explanation:
      'The member will be signed out everywhere and won’t be able to sign in until an admin enables the account. The member’s API tokens will be permanently revoked, and the member’s personal views will be deleted. The member’s activity and team views are kept.',
    dismiss: 'Cancel',
    kind: 'danger',
    done: (name) => `${name} has been disabled and signed out everywhere.`,
  },
  enable: {
    label: 'Enable member',
    question: (name) => `Enable ${name}?`,
    explanation: 'The member will be able to sign in again and will have the same role as before.',
    dismiss: 'Cancel',
    kind: 'plain',
    done: (name) => `${name} can sign in again.`,
  },
  sign_out: {
    label: 'Sign out everywhere',
    question: (name) => `Sign ${name} out everywhere?`,
    explanation: 'All of the member’s sessions will end. The member can sign in again.',
    dismiss: 'Cancel',
    kind: 'plain',
    done: (name) => `${name} has been signed out everywhere.`,
  },
  reset_factors: {
    label: 'Reset second factor',
    question: (name) => `Reset ${name}’s second factor?`,
    explanation:
      'The member’s passkeys, authenticator app, and recovery codes will stop working, and all sessions will end. Until the member adds a new second factor, the password is enough to sign in. Before you continue, make sure that the request really comes from the member, for example by calling them.',
    dismiss: 'Cancel',
    kind: 'danger',
    done: (name) => `${name}’s second factor has been reset. The member has been signed out everywhere.`,
  },
};

interface MemberActionProps {
  readonly action: MemberAction;
  readonly member: ActionTarget;
  readonly memberLinks: MemberLinks;
  readonly memberAction: FormAction;
}

const dialogId = (action: MemberAction) => `${action}-dialog`;

/** Opens the action's `MemberActionDialog`, which must be on the same page. */
export function MemberActionButton({ action, member }: Pick<MemberActionProps, 'action' | 'member'>) {
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

/** The confirmation form for the dialog or, without JavaScript, for a separate page. */
export function MemberActionForm({ action, member, memberLinks, memberAction }: MemberActionProps) {
  const { label, explanation, kind } = MEMBER_ACTION_TEXTS[action];
  return (
    <ActionForm
      action={memberAction}
      hidden={{ id: member.id, member_action: action }}
      className="grid gap-4"
    >
      <p className="text-muted">{explanation}</p>
      <LinksToRevoke action={action} member={member} memberLinks={memberLinks} />
      <FormMessage />
      <SubmitButton kind={confirmButtonKind(kind)}>{label}</SubmitButton>
    </ActionForm>
  );
}
