import { Field } from '#components/forms/field.tsx';

interface CodeFieldProps {
  readonly label: string;
  readonly hint?: string;
}

/** A field for the code of an authenticator app, or for a recovery code. */
export function CodeField({ label, hint }: CodeFieldProps) {
  return (
    <Field
      name="code"
      label={label}
      hint={hint}
      autoComplete="one-time-code"
      autoCapitalize="off"
      spellCheck={false}
      maxLength={MAX_CODE_LENGTH}
      required
    />
  );
}

const MAX_CODE_LENGTH = 40;
