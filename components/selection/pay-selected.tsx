import { buttonClass } from '#components/ui/button.ts';
import { formatCount } from '#lib/format/text.ts';
import { NEW_RUN_PATH } from './new-run-path.ts';

interface PaySelectedProps {
  /** The number of selected drafts with something left to pay. Undefined until it is known. */
  readonly payable: number | undefined;
  /** The number of selected campaigns. */
  readonly count: number;
  /** Whether no other action has its own button, in which case paying is the main action. */
  readonly isMain: boolean;
}

/**
 * Links to a payment run with the selected drafts. On phones, other actions come first, so the button is in
 * the “More” menu.
 */
export function PaySelected({ payable, count, isMain }: PaySelectedProps) {
  const className = `button-small whitespace-nowrap ${isMain ? '' : '@max-list:hidden'}`;
  return (
    <button
      type="submit"
      formAction={NEW_RUN_PATH}
      className={buttonClass(isMain ? 'primary' : 'plain', className)}
    >
      Pay {formatCount(payable ?? count)}
      {payable !== undefined && payable < count && (
        <span className="-ml-1 @max-list:hidden">{` of ${formatCount(count)}`}</span>
      )}
    </button>
  );
}
