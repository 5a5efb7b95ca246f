import { Field } from './field.tsx';

interface DaysFieldProps {
  /** The name of the thing that expires, such as "link". */
  readonly noun: string;
  readonly days: { readonly default: number; readonly max: number };
}

/** A field for the number of days until a link or a token expires. */
export function DaysField({ noun, days }: DaysFieldProps) {
  return (
    <Field
      name="days"
      label={`Days until the ${noun} expires`}
      hint={`From 1 to ${days.max} days. You can revoke the ${noun} anytime.`}
      type="number"
      min={1}
      max={days.max}
      inputMode="numeric"
      defaultValue={days.default}
      required
    />
  );
}
