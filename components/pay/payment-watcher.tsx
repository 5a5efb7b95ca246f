'use client';

import { fetchJson, GONE } from '#components/live/fetch-json.ts';
import { Polling } from '#components/live/polling.tsx';
import { CONFIRMING_PAYMENT, OPEN_PAYMENT } from '#components/live/polling-pace.ts';

const PENDING_STATES: readonly string[] = ['confirming', 'not_paid', 'unreachable'];

async function fetchPaymentState(url: string): Promise<string | undefined> {
  const payment = await fetchJson<{ state: string }>(url);
  return payment === GONE ? GONE : payment?.state;
}

/** Polls the payment's state while the payment can still be confirmed. */
export function PaymentWatcher({ url, shownState }: { url: string; shownState: string }) {
  if (!PENDING_STATES.includes(shownState)) return null;
  const pace = shownState === 'confirming' ? CONFIRMING_PAYMENT : OPEN_PAYMENT;
  return <Polling url={url} load={fetchPaymentState} shownValue={shownState} pace={pace} />;
}
