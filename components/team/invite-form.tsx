'use client';

import { ActionForm, type FormAction, useForm } from '#components/forms/action-form.tsx';
import { EmailField } from '#components/forms/email-field.tsx';
import { SubmitButton } from '#components/forms/submit-button.tsx';
import { INVITATION_DAYS } from '#lib/domain/invitation.ts';
import type { FormState } from '#lib/forms/form-state.ts';
import { InvitationLinkResult } from './invitation-link-result.tsx';
import { RoleField } from './role-field.tsx';

interface InviteFormProps {
  readonly action: FormAction;
  /** True if invitations are emailed. Otherwise, the form shows the invitation's link. */
  readonly sendsEmail: boolean;
  readonly initialState: FormState;
}

export function InviteForm({ action, sendsEmail, initialState }: InviteFormProps) {
  return (
    <ActionForm action={action} initialState={initialState} className="grid gap-4">
      <p className="text-muted">
        {sendsEmail ? 'The new member will get a link by email.' : 'You’ll get a link to share.'} The link can
        be used once and expires in {INVITATION_DAYS} days.
      </p>
      <InvitationLinkResult />
      <Fields />
      <SubmitButton>{sendsEmail ? 'Send invitation' : 'Create link'}</SubmitButton>
    </ActionForm>
  );
}

/** The fields are cleared after each successful invitation. */
function Fields() {
  const { state } = useForm();
  return (
    <div key={state.ok && state.message} className="grid gap-4">
      <EmailField label="Email" autoComplete="off" />
      <RoleField />
    </div>
  );
}
