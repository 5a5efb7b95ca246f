'use client';

import { ActionForm, type FormAction } from '#components/forms/action-form.tsx';
import { ConfirmDialog } from '#components/forms/confirm-dialog.tsx';
import { EmailField } from '#components/forms/email-field.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { SubmitButton } from '#components/forms/submit-button.tsx';
import type { Customer } from '#lib/contract/resources.ts';
import { CANCEL_LABEL, CHANGE_EMAIL_TITLE, DIALOG_ID } from './change-email-names.ts';

export interface ChangeEmailFormProps {
  readonly customer: Pick<Customer, 'id' | 'email'>;
  readonly action: FormAction;
}

export default function ChangeEmailDialog(props: ChangeEmailFormProps) {
  return (
    <ConfirmDialog id={DIALOG_ID} title={CHANGE_EMAIL_TITLE} cancelLabel={CANCEL_LABEL}>
      <ChangeEmailForm {...props} />
    </ConfirmDialog>
  );
}

/**
 * The form for changing a customer's email address, shown in a dialog or, without JavaScript, on a separate
 * page.
 */
export function ChangeEmailForm({ customer: { id, email }, action }: ChangeEmailFormProps) {
  return (
    <ActionForm action={action} hidden={{ id, previousEmail: email ?? '' }} className="grid gap-4">
      <p className="text-muted">
        The mail service identifies the customer by this address, so the address must be unique.
      </p>
      <FormMessage />
      <EmailField label="Email" autoComplete="off" defaultValue={email} />
      <SubmitButton>Save email</SubmitButton>
    </ActionForm>
  );
}
