'use client';

import { GONE, fetchJson, usePolling } from '#components/live/use-polling.ts';

const SOON = { first: 1500, most: 10_000 };
const SELDOM = { first: 5000, most: 30_000 };

const OPEN: readonly string[] = ['confirming', 'not_paid', 'unreachable'];

async function read(address: string): Promise<string | undefined> {
  const payment = await fetchJson<{ state: string }>(address);
  return payment === GONE ? GONE : payment?.state;
}

/** Looks again while a payment may still be confirmed. */
export function PaymentWatcher({ address, shown }: { address: string; shown: string }) {
  const isOpen = OPEN.includes(shown);
  usePolling(isOpen ? address : null, read, shown, shown === 'confirming' ? SOON : SELDOM);
  return null;
}
