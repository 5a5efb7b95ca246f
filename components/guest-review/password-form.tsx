import { ActionForm, type FormAction } from '#components/forms/action-form.tsx';
import { Field } from '#components/forms/field.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { SubmitButton } from '#components/forms/submit-button.tsx';
import { PublicPage } from '#components/shell/public-page.tsx';

interface PasswordFormProps {
  readonly token: string;
  readonly sandbox: boolean;
  readonly action: FormAction;
}

/**
 * Shown instead of the review page until the guest enters the password. The form reveals nothing about the
 * campaign.
 */
export function PasswordForm({ token, sandbox, action }: PasswordFormProps) {
  return (
    <PublicPage sandbox={sandbox}>
      <h1 className="text-center">Review a proof</h1>
      <p className="mt-2 mb-5 text-center text-muted text-pretty">
        Enter the password to open the proof. If you don’t have the password, ask the person who sent you the
        link.
      </p>
      <ActionForm action={action} hidden={{ token }} className="grid gap-4">
        <FormMessage />
        <Field name="password" label="Password" type="password" autoComplete="off" required />
        <SubmitButton className="mt-1 py-2.75">Open proof</SubmitButton>
      </ActionForm>
    </PublicPage>
  );
}
