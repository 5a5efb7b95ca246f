'use client';

import { CONFIRMING_PAYMENT, OPEN_PAYMENT } from '#components/live/polling-pace.ts';
import { fetchJson, GONE, usePolling } from '#components/live/use-polling.ts';

const PENDING_STATES: readonly string[] = ['confirming', 'not_paid', 'unreachable'];

async function fetchPaymentState(url: string): Promise<string | undefined> {
  const payment = await fetchJson<{ state: string }>(url);
  return payment === GONE ? GONE : payment?.state;
}

/** Polls the payment's state while the payment can still be confirmed. */
export function PaymentWatcher({ url, shownState }: { url: string; shownState: string }) {
  const isPending = PENDING_STATES.includes(shownState);
  usePolling(
    isPending ? url : null,
    fetchPaymentState,
    shownState,
    shownState === 'confirming' ? CONFIRMING_PAYMENT : OPEN_PAYMENT,
  );
  return null;
}
