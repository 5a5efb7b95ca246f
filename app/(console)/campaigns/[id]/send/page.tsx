import type { Metadata } from 'next';
import { SendPage } from '#components/send/send-page.tsx';
import { ServiceTrouble } from '#components/ui/service-trouble.tsx';
import { viewingZone } from '#lib/auth/viewing-zone.ts';
import { isInvoiced } from '#lib/data/invoicing.ts';
import { serviceNow } from '#lib/data/service.ts';
import { enter } from '../../../enter.ts';
import { readCampaign, readWaits } from '../read.ts';
import { sendAction, sendOnInvoiceAction } from './actions.ts';

export const metadata: Metadata = { title: 'Send' };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { member, id } = await enter(params, 'sendCampaign');
  const [read, waits, zone] = await Promise.all([readCampaign(id), readWaits(id), viewingZone()]);
  const again = `/campaigns/${id}/send`;
  if (!read.ok) return <ServiceTrouble failure={read.failure} again={again} />;
  const { order, ...view } = read.value;
  const invoiced = isInvoiced();
  // On the invoice nothing is sent without the order that is agreed to.
  if (invoiced && !order.ok) return <ServiceTrouble failure={order.failure} again={again} />;
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
