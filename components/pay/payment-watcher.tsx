'use client';

import { fetchJson, GONE, usePolling } from '#components/live/use-polling.ts';

const FAST_PACE = { firstMs: 1500, maxMs: 10_000 };
const SLOW_PACE = { firstMs: 5000, maxMs: 30_000 };

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
    shownState === 'confirming' ? FAST_PACE : SLOW_PACE,
  );
  return null;
}
