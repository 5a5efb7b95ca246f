import { ActionForm, type FormAction } from '#components/forms/action-form.tsx';
import { Field } from '#components/forms/field.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { SubmitButton } from '#components/forms/submit-button.tsx';
import { Card } from '#components/ui/card.tsx';
import { GUEST_CODE_DIGITS, GUEST_CODE_MINUTES } from '#lib/domain/guest-review.ts';

interface CodeFormProps {
  readonly token: string;
  readonly email: string;
  readonly action: FormAction;
}

/** Asks the guest for the emailed code, which verifies the guest's email address. */
export function CodeForm({ token, email, action }: CodeFormProps) {
  return (
    <Card title="Confirm your email address" id="code">
      <ActionForm action={action} hidden={{ token }} className="grid gap-3.5">
        <FormMessage />
        <p>
          We emailed a {GUEST_CODE_DIGITS}-digit code to <bdi>{email}</bdi>. Your decision is shown as not
          verified until you enter the code.
        </p>
        <div className="grid gap-3.5 sm:max-w-60">
          <Field
            name="code"
            label="Code"
            hint={`The code works for ${GUEST_CODE_MINUTES} minutes.`}
            inputMode="numeric"
            autoComplete="one-time-code"
            required
          />
          <SubmitButton className="py-2.75">Confirm</SubmitButton>
        </div>
      </ActionForm>
    </Card>
  );
}
