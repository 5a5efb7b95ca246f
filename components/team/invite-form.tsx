'use client';

import { ActionForm, type FormAction, useForm } from '#components/forms/action-form.tsx';
import { EmailField } from '#components/forms/email-field.tsx';
import { SubmitButton } from '#components/forms/submit.tsx';
import { NewLink } from './new-link.tsx';
import { RoleField } from './role-field.tsx';

interface InviteFormProps {
  readonly action: FormAction;
  /** Whether the link goes out by e-mail. */
  readonly mails: boolean;
}

export function InviteForm({ action, mails }: InviteFormProps) {
  return (
    <ActionForm action={action} className="grid gap-4">
      <p className="text-muted">
        {mails ? 'They’ll get a link by email.' : 'You’ll get a link to share.'} It works once, for one
        person, within seven days.
      </p>
      <NewLink />
      <Fields />
      <SubmitButton>{mails ? 'Send invitation' : 'Create link'}</SubmitButton>
    </ActionForm>
  );
}

/** Empty again after somebody was invited. */
function Fields() {
  const { state } = useForm();
  return (
    <div key={state.ok && state.message} className="grid gap-4">
      <EmailField label="Email" autoComplete="off" />
      <RoleField />
    </div>
  );
}
