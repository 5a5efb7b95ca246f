import { MAX_EMAIL_LENGTH } from '#lib/input-limits.ts';
import { Field, type FieldProps } from './field.tsx';

/** A required field for an email address, without spell checking or automatic capitalization. */
export function EmailField(props: Omit<FieldProps, 'name' | 'type'>) {
  return (
    <Field
      name="email"
      type="email"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={MAX_EMAIL_LENGTH}
      required
      {...props}
    />
  );
}
