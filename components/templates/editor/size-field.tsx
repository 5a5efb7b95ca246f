'use client';

import { useId } from 'react';
import { TEMPLATE_SIZES } from '#lib/contract/limits.ts';
import { sizeLabel } from '#lib/format/size.ts';
import { useForm } from '../../forms/action-form.tsx';
import { CONTROL } from '../../forms/control.ts';
import { Problem } from '../../forms/problem.tsx';

interface SizeFieldProps {
  /** Empty while none is chosen. */
  readonly size: string;
  readonly onChange: (size: string) => void;
}

export function SizeField({ size, onChange }: SizeFieldProps) {
  const { state } = useForm();
  const id = useId();
  const problem = state.fields?.size;
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-[550]">
        Size
      </label>
      <select
        id={id}
        name="size"
        value={size}
        onChange={(event) => onChange(event.currentTarget.value)}
        aria-invalid={problem !== undefined}
        aria-describedby={problem && `${id}-problem`}
        className={CONTROL}
      >
        {size === '' && <option value="">Choose a size</option>}
        {TEMPLATE_SIZES.map((value) => (
          <option key={value} value={value}>
            {sizeLabel(value)}
          </option>
        ))}
      </select>
      <Problem id={`${id}-problem`}>{problem}</Problem>
    </div>
  );
}
