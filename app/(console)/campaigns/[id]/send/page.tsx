import type { Metadata } from 'next';
import { SendPage } from '#components/send/send-page.tsx';
import { ServiceUnavailable } from '#components/ui/service-unavailable.tsx';
import { readDateSettings } from '#lib/auth/date-settings.ts';
import { isInvoiced } from '#lib/data/invoicing.ts';
import { serviceNow } from '#lib/data/service.ts';
import type { SearchParams } from '#lib/forms/query.ts';
import { readPresetParam } from '#lib/forms/send-days.ts';
import { consolePage } from '../../../console-page.tsx';
import { requirePageAccess } from '../../../page-access.ts';
import { loadCampaign, loadMissingApproval } from '../loader.ts';
import { sendAction, sendOnInvoiceAction } from './actions.ts';

export const metadata: Metadata = { title: 'Send' };

interface PageProps {
  readonly params: Promise<{ id: string }>;
  readonly searchParams: Promise<SearchParams>;
}

export default consolePage(async function Page({ params, searchParams }: PageProps) {
  const { member, id } = await requirePageAccess(params, 'sendCampaign');
  const [loaded, missingApproval, dateSettings, query] = await Promise.all([
    loadCampaign(id),
    loadMissingApproval(id),
    readDateSettings(),
    searchParams,
  ]);
  const retryHref = `/campaigns/${id}/send`;
  if (!loaded.ok) return <ServiceUnavailable failure={loaded.failure} retryHref={retryHref} />;
  const { order, ...campaignProps } = loaded.value;
  const invoiced = isInvoiced();
  // The invoice form needs the order, because the member agrees to the order's price.
  if (invoiced && !order.ok) return <ServiceUnavailable failure={order.failure} retryHref={retryHref} />;
  return (
    <SendPage
      {...campaignProps}
      order={order.ok ? order.value : undefined}
      invoiced={invoiced}
      missingApproval={missingApproval}
      email={member.email}
      at={readPresetParam(query)}
      dateSettings={dateSettings}
      now={serviceNow()}
      actions={{ send: sendAction, onInvoice: sendOnInvoiceAction }}
    />
  );
});
