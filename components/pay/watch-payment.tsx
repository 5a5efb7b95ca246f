'use client';

import { getJson, useWatch } from '../live/use-watch.ts';

const SOON = { first: 1500, most: 10_000 };
const SELDOM = { first: 5000, most: 30_000 };

const OPEN: readonly string[] = ['confirming', 'not_paid', 'unreachable'];

const read = async (address: string) => (await getJson<{ state: string }>(address))?.state;

/** Looks again while a payment may still be confirmed. */
export function WatchPayment({ address, shown }: { address: string; shown: string }) {
  const isOpen = OPEN.includes(shown);
  useWatch(isOpen ? address : null, read, shown, shown === 'confirming' ? SOON : SELDOM);
  return null;
}
