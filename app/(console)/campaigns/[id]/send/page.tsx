import type { Metadata } from 'next';
import { SendPage } from '#components/send/send-page.tsx';
import { ServiceUnavailable } from '#components/ui/service-unavailable.tsx';
import { viewingZone } from '#lib/auth/viewing-zone.ts';
import { isInvoiced } from '#lib/data/invoicing.ts';
import { serviceNow } from '#lib/data/service.ts';
import { requirePageAccess } from '../../../page-access.ts';
import { loadApprovalRequired, loadCampaign } from '../loader.ts';
import { sendAction, sendOnInvoiceAction } from './actions.ts';

export const metadata: Metadata = { title: 'Send' };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { member, id } = await requirePageAccess(params, 'sendCampaign');
  const [read, waits, zone] = await Promise.all([loadCampaign(id), loadApprovalRequired(id), viewingZone()]);
  const again = `/campaigns/${id}/send`;
  if (!read.ok) return <ServiceUnavailable failure={read.failure} retryHref={again} />;
  const { order, ...view } = read.value;
  const invoiced = isInvoiced();
  // On the invoice nothing is sent without the order that is agreed to.
  if (invoiced && !order.ok) return <ServiceUnavailable failure={order.failure} retryHref={again} />;
  return (
    <SendPage
      {...view}
      order={order.ok ? order.value : undefined}
      invoiced={invoiced}
      waitsForApproval={waits}
      email={member.email}
      zone={zone}
      now={serviceNow()}
      actions={{ send: sendAction, onInvoice: sendOnInvoiceAction }}
    />
  );
}
