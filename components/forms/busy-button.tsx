import type { ComponentProps } from 'react';
import { type ButtonKind, buttonClass } from '#components/ui/button.ts';

interface BusyButtonProps extends ComponentProps<'button'> {
  readonly kind: ButtonKind;
  /** While true, the button ignores clicks. */
  readonly isBusy: boolean;
  /** Whether the button shows that it is busy. False if another button in the form was pressed. */
  readonly isPressed?: boolean;
}

/** A submit button that shows that its task is in progress. The button stays focusable while it is busy. */
export function BusyButton({
  kind,
  isBusy,
  isPressed = true,
  onClick,
  className,
  children,
  ...button
}: BusyButtonProps) {
  return (
    <button
      {...button}
      type="submit"
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
      className={buttonClass(kind, className)}
    >
      {children}
      <span role="status" className="sr-only">
        {isBusy && isPressed && 'Please wait'}
      </span>
      {isBusy && isPressed && <span aria-hidden="true" className="spinner" />}
    </button>
  );
}
