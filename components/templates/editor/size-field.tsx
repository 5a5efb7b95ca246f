'use client';

import { SelectField } from '#components/forms/select-field.tsx';
import { useHydratedValue } from '#components/forms/use-hydrated-value.ts';
import { TEMPLATE_SIZES } from '#lib/contract/sizes.ts';
import { sizeLabel } from '#lib/format/size.ts';

interface SizeFieldProps {
  /** Empty if the template's size is unknown. */
  readonly size: string;
  readonly onChange: (size: string) => void;
}

export function SizeField({ size, onChange }: SizeFieldProps) {
  const field = useHydratedValue<HTMLSelectElement>(({ value }) => {
    if (value !== size) onChange(value);
  });
  return (
    <SelectField
      ref={field}
      name="size"
      label="Size"
      value={size}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      {size === '' && <option value="">Choose a size</option>}
      {TEMPLATE_SIZES.map((value) => (
        <option key={value} value={value}>
          {sizeLabel(value)}
        </option>
      ))}
    </SelectField>
  );
}
