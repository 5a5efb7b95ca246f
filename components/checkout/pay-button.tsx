import { SubmitButton } from '#components/forms/submit-button.tsx';
import type { PaymentMethod } from './checkout-choices.ts';

interface PayButtonProps {
  /** The amount to pay. Undefined if credits cover the order. */
  readonly due: string | undefined;
  readonly method: PaymentMethod;
  readonly canUseCard: boolean;
}

/**
 * A button whose label includes the amount. If paying also schedules the campaign, the label also includes
 * "and schedule". Without JavaScript, CSS shows the matching label. If the browser doesn't support `:has()`,
 * the label always includes "and schedule".
 */
export function PayButton({ due, method, canUseCard }: PayButtonProps) {
  if (due === undefined)
    return <SubmitButton className="py-2.75">Pay with credits and schedule</SubmitButton>;
  return (
    <SubmitButton className="py-2.75">
      <span>
        Pay {due}
        {canUseCard && (
          <span
            className={`group-has-[[value=link]:checked]/order:hidden ${method === 'card' ? '' : 'scripted:hidden'}`}
          >
            {' '}
            and schedule
          </span>
        )}
      </span>
    </SubmitButton>
  );
}
