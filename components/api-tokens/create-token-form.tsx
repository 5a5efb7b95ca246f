import { ActionForm, type FormAction } from '#components/forms/action-form.tsx';
import { DaysField } from '#components/forms/days-field.tsx';
import { Field } from '#components/forms/field.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { SubmitButton } from '#components/forms/submit-button.tsx';
import { TextArea } from '#components/forms/text-area.tsx';
import { MAX_TOKEN_NAME_LENGTH } from '#lib/input-limits.ts';
import { ClearedFields, NewToken } from './new-token.tsx';
import { ScopeFields, type ScopeOption } from './scope-fields.tsx';

interface CreateTokenFormProps {
  readonly action: FormAction;
  /** The scopes that the member's role allows. */
  readonly scopes: readonly ScopeOption[];
  readonly days: { readonly default: number; readonly max: number };
}

export function CreateTokenForm({ action, scopes, days }: CreateTokenFormProps) {
  return (
    <ActionForm action={action} className="grid gap-4">
      <ClearedFields>
        <Field
          name="name"
          label="Name"
          hint="Enter the name of the program that uses the token. The name appears in the activity log."
          maxLength={MAX_TOKEN_NAME_LENGTH}
          autoComplete="off"
          required
        />
        <DaysField noun="token" days={days} />
        <ScopeFields scopes={scopes} />
        <Field
          name="customer"
          label="Limit to customer # (optional)"
          hint="A token that is limited to one customer can’t access templates or other customers’ data."
          inputMode="numeric"
          autoComplete="off"
        />
        <TextArea
          name="addresses"
          label="Limit to IP addresses (optional)"
          hint="Enter IP addresses or networks, such as 203.0.113.7 or 10.0.0.0/24, separated by commas or spaces."
          rows={2}
          autoComplete="off"
          spellCheck={false}
        />
      </ClearedFields>
      <FormMessage />
      {/* The new token appears next to the button, so that it's visible on phones, too. */}
      <NewToken />
      <SubmitButton className="justify-self-start">Create token</SubmitButton>
    </ActionForm>
  );
}
