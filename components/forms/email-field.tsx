import { Field, type FieldProps } from './field.tsx';

/** A required email address in a field named `email`, with the maximum length and no autocorrection. */
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
