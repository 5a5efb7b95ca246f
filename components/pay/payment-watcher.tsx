'use client';

import { AfterLoad, lazyPart } from '#components/live/after-load.tsx';
import type { PaymentPollingProps } from './payment-polling.tsx';

const PaymentPolling = lazyPart(() => import('./payment-polling.tsx'));

const PENDING_STATES: readonly string[] = ['confirming', 'not_paid', 'unreachable'];

/** Keeps the page up to date while the payment can still be confirmed. */
export function PaymentWatcher(props: PaymentPollingProps) {
  return (
    PENDING_STATES.includes(props.shownState) && (
      <AfterLoad>
        <PaymentPolling {...props} />
      </AfterLoad>
    )
  );
}
