'use client';

import { type ReactNode, useId } from 'react';
import { useForm } from './action-form.tsx';

interface CheckboxProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly defaultChecked?: boolean;
}

/** A checkbox that submits "yes" if checked. An unchecked checkbox submits nothing. */
export function Checkbox({ name, label, hint, defaultChecked = false }: CheckboxProps) {
  const { state } = useForm();
  const id = useId();
  // After a rejected submission, `state.values` has no entry for an unchecked checkbox.
  const checked = state.values ? state.values[name] === 'yes' : defaultChecked;
  return (
    <div className="flex gap-2.5 py-1">
      <input
        type="checkbox"
        id={id}
        name={name}
        value="yes"
        defaultChecked={checked}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        className="mt-1 size-4 shrink-0"
      />
      <div className="min-w-0">
        <label htmlFor={id}>{label}</label>
        {hint !== undefined && (
          <p id={`${id}-hint`} className="text-sm text-muted">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
