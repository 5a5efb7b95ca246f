'use client';

import type { ReactNode } from 'react';
import { useHydratedValue } from './use-hydrated-value.ts';

interface RadioOptionProps<Value extends string> {
  readonly name: string;
  /** The id of the form that the radio belongs to, if it isn't the surrounding one. */
  readonly form?: string;
  readonly value: Value;
  readonly selected: Value;
  readonly onSelect: (value: Value) => void;
  readonly disabled?: boolean;
  readonly title: string;
  /** The radio input's class. */
  readonly className?: string;
  /** Explains the option. */
  readonly children: ReactNode;
}

/** One radio button in a group, with a description. The parent holds the selected value. */
export function RadioOption<Value extends string>({
  value,
  selected,
  onSelect,
  disabled,
  title,
  className = '',
  children,
  ...input
}: RadioOptionProps<Value>) {
  const radio = useHydratedValue<HTMLInputElement>(({ checked }) => {
    if (checked && selected !== value) onSelect(value);
  });
  return (
    <label className={`flex gap-2.5 py-1.5 ${disabled ? 'cursor-default!' : ''}`}>
      <input
        {...input}
        ref={radio}
        type="radio"
        value={value}
        checked={selected === value}
        disabled={disabled}
        onChange={() => onSelect(value)}
        className={`mt-1 size-4 shrink-0 ${className}`}
      />
      <span>
        {title}
        <span className="block text-sm text-muted">{children}</span>
      </span>
    </label>
  );
}
