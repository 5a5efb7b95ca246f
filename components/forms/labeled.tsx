import type { ReactNode } from 'react';
import { Problem } from './problem.tsx';

interface LabelledProps {
  /** The control's. What describes it hangs below: see describedBy. */
  readonly id: string;
  readonly label: ReactNode;
  /** What may be typed, said before anything goes wrong. */
  readonly hint?: ReactNode;
  readonly problem?: string | undefined;
  readonly className?: string | undefined;
  /** The control. */
  readonly children: ReactNode;
}

/** A control with its label and hint above, and the sentence about what is wrong below. */
export function Labeled({ id, label, hint, problem, className, children }: LabelledProps) {
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
      <Problem id={`${id}-problem`}>{problem}</Problem>
    </div>
  );
}

/** The value of the control's aria-describedby. */
export function describedBy({ id, hint, problem }: Pick<LabelledProps, 'id' | 'hint' | 'problem'>) {
  const parts = [hint !== undefined && `${id}-hint`, problem !== undefined && `${id}-problem`];
  return parts.filter(Boolean).join(' ') || undefined;
}
