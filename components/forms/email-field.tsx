import { Field, type FieldProps } from './field.tsx';

/** An e-mail address that has to be there, in a field named `email`: as long as one may be, and never mended by a phone. */
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
