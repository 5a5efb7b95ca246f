import { ActionForm, type FormAction } from '#components/forms/action-form.tsx';
import { ConfirmButton } from '#components/forms/confirm-button.tsx';
import { ConfirmDialog } from '#components/forms/confirm-dialog.tsx';
import { EmailField } from '#components/forms/email-field.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { Submit } from '#components/forms/submit.tsx';
import type { Customer } from '#lib/contract/resources.ts';

const DIALOG = 'email-dialog';
export const QUESTION = 'Change the e-mail address';
export const DISMISS = 'Leave it as it is';

/** Its dialog has to be on the page too. */
export function EmailButton({ customerId }: { customerId: number }) {
  return (
    <ConfirmButton href={`/customers/${customerId}/email`} dialog={DIALOG} kind="plain">
      Change e-mail
    </ConfirmButton>
  );
}

interface EmailFormProps {
  readonly customer: Customer;
  readonly action: FormAction;
}

export function EmailDialog(props: EmailFormProps) {
  return (
    <ConfirmDialog id={DIALOG} question={QUESTION} dismiss={DISMISS}>
      <EmailForm {...props} />
    </ConfirmDialog>
  );
}

/** In the dialog, and on the page that stands for it without JavaScript. */
export function EmailForm({ customer: { id, email }, action }: EmailFormProps) {
  return (
    <ActionForm action={action} hidden={{ id, seen: email ?? '' }} className="grid gap-4">
      <p className="text-muted">
        The service knows the customer by this address. No two customers can have the same one.
      </p>
      <FormMessage />
      <EmailField label="E-mail" autoComplete="off" defaultValue={email} />
      <Submit>Save</Submit>
    </ActionForm>
  );
}
