import type { ReactNode } from 'react';
import { FieldError } from './problem.tsx';

interface LabeledControlProps {
  /** The control's. What describes it hangs below: see describedBy. */
  readonly id: string;
  readonly label: ReactNode;
  /** What may be typed, said before anything goes wrong. */
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly className?: string | undefined;
  /** The control. */
  readonly children: ReactNode;
}

/** A control with its label and hint above, and the sentence about what is wrong below. */
export function LabeledControl({ id, label, hint, error: problem, className, children }: LabeledControlProps) {
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
      <FieldError id={`${id}-problem`}>{problem}</FieldError>
    </div>
  );
}

/** The value of the control's aria-describedby. */
export function describedBy({ id, hint, error: problem }: Pick<LabeledControlProps, 'id' | 'hint' | 'problem'>) {
  const parts = [hint !== undefined && `${id}-hint`, problem !== undefined && `${id}-problem`];
  return parts.filter(Boolean).join(' ') || undefined;
}
