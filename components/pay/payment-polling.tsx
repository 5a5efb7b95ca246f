'use client';

import { CONFIRMING_PAYMENT, OPEN_PAYMENT } from '#components/live/polling-pace.ts';
import { fetchJson, GONE, usePolling } from '#components/live/use-polling.ts';

export interface PaymentPollingProps {
  readonly url: string;
  readonly shownState: string;
}

async function fetchPaymentState(url: string): Promise<string | undefined> {
  const payment = await fetchJson<{ state: string }>(url);
  return payment === GONE ? GONE : payment?.state;
}

/** Polls a payment, and refreshes the page when its state changes. */
export default function PaymentPolling({ url, shownState }: PaymentPollingProps) {
  const pace = shownState === 'confirming' ? CONFIRMING_PAYMENT : OPEN_PAYMENT;
  usePolling(url, fetchPaymentState, shownState, pace);
  return null;
}
