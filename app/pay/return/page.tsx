import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { notFound } from 'next/navigation';
import { PaymentResult } from '#components/pay/payment-result.tsx';
import { PaymentWatcher } from '#components/pay/payment-watcher.tsx';
import { PublicPage } from '#components/shell/public-page.tsx';
import { viewingZone } from '#lib/auth/viewing-zone.ts';
import { readPaymentReturn } from '#lib/data/payment-return.ts';
import { isSandbox } from '#lib/data/service.ts';

export const metadata: Metadata = { title: 'Payment' };

type SearchParams = Promise<{ state?: string | string[]; again?: string | string[] }>;

/** Where people come back from paying, with or without a session. It shows this one payment and nothing else. */
export default async function PayReturnPage({ searchParams }: { searchParams: SearchParams }) {
  const { state, again } = await searchParams;
  if (typeof state !== 'string') notFound();
  // Rather than looked at again: by a page that is open, or by the link on it.
  const isOpened = again === undefined && (await headers()).get('sec-fetch-dest') !== 'empty';
  const [payment, sandbox, zone] = await Promise.all([
    readPaymentReturn(state, isOpened),
    isSandbox(),
    viewingZone(),
  ]);
  if (payment.state === 'not_ours') notFound();
  const here = `/pay/return?${new URLSearchParams({ state })}`;
  return (
    <PublicPage sandbox={sandbox}>
      <PaymentResult payment={payment} zone={zone} here={`${here}&again=1`} />
      <PaymentWatcher address={`/api${here}`} shown={payment.state} />
    </PublicPage>
  );
}
