'use client';

import type { ReactNode } from 'react';
import { useHydratedValue } from './use-hydrated-value.ts';

interface RadioOptionProps<Value extends string> {
  readonly name: string;
  /** Of a form that it belongs to instead of the one around it. */
  readonly form?: string;
  readonly value: Value;
  readonly selected: Value;
  readonly onSelect: (value: Value) => void;
  readonly disabled?: boolean;
  readonly title: string;
  /** Of the radio itself. */
  readonly className?: string;
  /** What choosing it comes to. */
  readonly children: ReactNode;
}

/** One of several ways to go on, with a sentence about it. Whoever shows them keeps which is chosen. */
export function RadioOption<Value extends string>({
  value,
  selected: chosen,
  onSelect: onChoose,
  disabled,
  title,
  className = '',
  children,
  ...input
}: RadioOptionProps<Value>) {
  const radio = useHydratedValue<HTMLInputElement>(({ checked }) => {
    if (checked && chosen !== value) onChoose(value);
  });
  return (
    <label className={`flex gap-2.5 py-1.5 ${disabled ? 'cursor-default!' : ''}`}>
      <input
        {...input}
        ref={radio}
        type="radio"
        value={value}
        checked={chosen === value}
        disabled={disabled}
        onChange={() => onChoose(value)}
        className={`mt-1 size-4 shrink-0 ${className}`}
      />
      <span>
        {title}
        <span className="block text-sm text-muted">{children}</span>
      </span>
    </label>
  );
}
