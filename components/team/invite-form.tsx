'use client';

import { ActionForm, type FormAction, useForm } from '#components/forms/action-form.tsx';
import { EmailField } from '#components/forms/email-field.tsx';
import { Submit } from '#components/forms/submit.tsx';
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
        {mails ? 'They get a link by e-mail' : 'You get a link to pass on'}: it makes one person a member,
        once, within seven days.
      </p>
      <NewLink />
      <Fields />
      <Submit>{mails ? 'Send the invitation' : 'Make the link'}</Submit>
    </ActionForm>
  );
}

/** Empty again after somebody was invited. */
function Fields() {
  const { state } = useForm();
  return (
    <div key={state.ok && state.message} className="grid gap-4">
      <EmailField label="E-mail" autoComplete="off" />
      <RoleField />
    </div>
  );
}
