import { Field, type FieldProps } from '#components/forms/field.tsx';
import { MAX_CODE_LENGTH } from '#lib/input-limits.ts';

/** A field for a code from an authenticator app, or for a recovery code. */
export function CodeField(props: Pick<FieldProps, 'label' | 'hint' | 'inputMode'>) {
  return (
    <Field
      {...props}
      name="code"
      autoComplete="one-time-code"
      autoCapitalize="off"
      spellCheck={false}
      maxLength={MAX_CODE_LENGTH}
      required
    />
  );
}

/** A code field for members who already have a second factor. @param hasApp false if they have only passkeys */
export function ProofCodeField({ hasApp }: { readonly hasApp: boolean }) {
  return hasApp ? (
    <CodeField label="Code" hint="Enter a code from your authenticator app, or a recovery code." />
  ) : (
    <CodeField label="Recovery code" hint="If you can’t use your passkey, enter a recovery code." />
  );
}
