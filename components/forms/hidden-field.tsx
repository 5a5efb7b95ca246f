'use client';

import { useForm } from './action-form.tsx';

interface HiddenFieldProps {
  readonly name: string;
  readonly value: string | number;
}

/** A hidden field whose value an action can replace, unlike the `hidden` fields of `ActionForm`. */
export function HiddenField({ name, value }: HiddenFieldProps) {
  const { state } = useForm();
  return <input type="hidden" name={name} value={state.values?.[name] ?? value} />;
}
