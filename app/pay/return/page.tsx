import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { PaymentResult } from '#components/pay/payment-result.tsx';
import { PaymentWatcher } from '#components/pay/payment-watcher.tsx';
import { PublicPage } from '#components/shell/public-page.tsx';
import { readDateSettings } from '#lib/auth/date-settings.ts';
import { readPaymentReturn } from '#lib/data/payment-return.ts';
import { isSandbox } from '#lib/data/service.ts';
import { setPageStatus } from '#lib/http/page-status.ts';
import { BrowserZone } from '../../browser-zone.tsx';
import { pageNotFound } from '../../page-error.tsx';
import { publicPage } from '../../public-page.tsx';

export const metadata: Metadata = { title: 'Payment' };

type SearchParams = Promise<{ state?: string | string[]; again?: string | string[] }>;

/**
 * The page that payers return to after a payment. Payers don't need a session. The page shows only one
 * payment.
 */
export default publicPage(async function PayReturnPage({ searchParams }: { searchParams: SearchParams }) {
  const { state, again } = await searchParams;
  if (typeof state !== 'string') pageNotFound();
  // A background refresh or a click on "Check again" doesn't count as a return from the payment page.
  const isFirstVisit = again === undefined && (await headers()).get('sec-fetch-dest') !== 'empty';
  const [payment, sandbox, dateSettings] = await Promise.all([
    readPaymentReturn(state, isFirstVisit),
    isSandbox(),
    readDateSettings(),
  ]);
  if (payment.state === 'not_ours') pageNotFound();
  if (payment.state === 'unreachable') await setPageStatus(503);
  // A payment in a payment run leads back to the run, which shows the next campaign.
  if (payment.runId !== undefined && payment.state !== 'unreachable')
    redirect(`/payment-runs/${payment.runId}`);
  const path = `/pay/return?${new URLSearchParams({ state })}`;
  return (
    <PublicPage sandbox={sandbox}>
      <PaymentResult payment={payment} dateSettings={dateSettings} recheckHref={`${path}&again=1`} />
      <PaymentWatcher url={`/api${path}`} shownState={payment.state} />
      <BrowserZone showsTimes />
    </PublicPage>
  );
});
