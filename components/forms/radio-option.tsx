'use client';

import type { ReactNode } from 'react';
import { useHydratedValue } from './use-hydrated-value.ts';

interface RadioOptionProps<Value extends string> {
  readonly name: string;
  /** The id of the radio button's form. Defaults to the surrounding form. */
  readonly form?: string;
  readonly value: Value;
  readonly selected: Value;
  readonly onSelect: (value: Value) => void;
  readonly disabled?: boolean;
  /** True if this option must be marked as invalid, because the submitted value was rejected. */
  readonly isInvalid?: boolean;
  readonly title: string;
  /** CSS classes for the radio button. */
  readonly className?: string;
  /** The option's description. */
  readonly children: ReactNode;
}

/** A radio button with a title and a description. The parent component stores the group's selected value. */
export function RadioOption<Value extends string>({
  value,
  selected,
  onSelect,
  disabled,
  isInvalid,
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
        aria-invalid={isInvalid || undefined}
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
