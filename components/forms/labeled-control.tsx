import type { ReactNode } from 'react';
import { FieldError } from './field-error.tsx';

interface LabeledControlProps {
  /** The control's id. The ids of the hint and the error message start with the control's id. */
  readonly id: string;
  readonly label: ReactNode;
  /** Help text between the label and the control. */
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A form control with a label and a hint above, and an error message below. */
export function LabeledControl({ id, label, hint, error, className, children }: LabeledControlProps) {
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block font-[550]">
        {label}
      </label>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="-mt-0.5 mb-1.5 text-sm text-muted">
          {hint}
        </p>
      )}
      {children}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  );
}

/** @returns the control's `aria-describedby` value */
export function describedBy({ id, hint, error }: Pick<LabeledControlProps, 'id' | 'hint' | 'error'>) {
  const parts = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`];
  return parts.filter(Boolean).join(' ') || undefined;
}
