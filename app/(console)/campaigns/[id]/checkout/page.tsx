import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { CheckoutPage } from '#components/checkout/checkout-page.tsx';
import { ServiceUnavailable } from '#components/ui/service-unavailable.tsx';
import { readDateSettings } from '#lib/auth/date-settings.ts';
import { readCardEntry } from '#lib/data/card-entry.ts';
import { isInvoiced } from '#lib/data/invoicing.ts';
import { findScheduledRun } from '#lib/data/payment-run-views.ts';
import { isSandbox } from '#lib/data/service.ts';
import type { SearchParams } from '#lib/forms/query.ts';
import { readPresetParam } from '#lib/forms/send-days.ts';
import { consolePage } from '../../../console-page.tsx';
import { requirePageAccess } from '../../../page-access.ts';
import { loadCampaign, loadMissingApproval } from '../loader.ts';
import { payAction } from './actions.ts';

export const metadata: Metadata = { title: 'Check out' };

interface PageProps {
  readonly params: Promise<{ id: string }>;
  readonly searchParams: Promise<SearchParams>;
}

export default consolePage(async function Page({ params, searchParams }: PageProps) {
  const { member, id } = await requirePageAccess(params, 'payCampaign');
  if (isInvoiced()) redirect(`/campaigns/${id}/send`);
  const [loaded, missingApproval, dateSettings, sandbox, scheduledRun, query] = await Promise.all([
    loadCampaign(id),
    loadMissingApproval(id),
    readDateSettings(),
    isSandbox(),
    findScheduledRun(id),
    searchParams,
  ]);
  const retryHref = `/campaigns/${id}/checkout`;
  if (!loaded.ok) return <ServiceUnavailable failure={loaded.failure} retryHref={retryHref} />;
  const { order, ...campaignProps } = loaded.value;
  if (!order.ok) return <ServiceUnavailable failure={order.failure} retryHref={retryHref} />;
  return (
    <CheckoutPage
      {...campaignProps}
      {...order.value}
      missingApproval={missingApproval}
      senderCopy={readSenderCopy(query)}
      at={readPresetParam(query)}
      scheduledRun={scheduledRun}
      dateSettings={dateSettings}
      cardEntry={readCardEntry()}
      sandbox={sandbox}
      email={member.email}
      action={payAction}
    />
  );
});

function readSenderCopy({ sender_copy }: SearchParams): boolean | undefined {
  if (sender_copy === 'yes') return true;
  return sender_copy === 'no' ? false : undefined;
}
