import { Field, type FieldProps } from './field.tsx';

/** A required field named `email` for an email address. Limits the length and turns off autocorrection. */
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
