import { Field, type FieldProps } from './field.tsx';

/** A required field for an email address, without spell checking or automatic capitalization. */
export function EmailField(props: Omit<FieldProps, 'name' | 'type'>) {
  return (
    <Field
      name="email"
      type="email"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={254}
      required
      {...props}
    />
  );
}
