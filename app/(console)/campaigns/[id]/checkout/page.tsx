import type { Metadata } from 'next';
import { forbidden } from 'next/navigation';
import { CampaignHead } from '#components/campaign/campaign-head.tsx';
import { CheckoutForm } from '#components/checkout/checkout-form.tsx';
import { NotPayable } from '#components/checkout/not-payable.tsx';
import { OrderPiece } from '#components/checkout/order-piece.tsx';
import { timeFrame } from '#components/send/time-frame.ts';
import { ServiceTrouble } from '#components/ui/service-trouble.tsx';
import { mayRun } from '#lib/auth/roles.ts';
import { requireMember } from '#lib/auth/session.ts';
import { viewingZone } from '#lib/auth/viewing-zone.ts';
import { isSandbox, serviceNow } from '#lib/data/service.ts';
import { campaignTitle } from '#lib/format/campaign.ts';
import { formatClock } from '#lib/format/dates.ts';
import { campaignId, readCampaign } from '../read.ts';
import { payAction } from './actions.ts';

export const metadata: Metadata = { title: 'Check out' };

interface PageProps {
  readonly params: Promise<{ id: string }>;
  readonly searchParams: Promise<{ sender_copy?: string | string[] }>;
}

export default async function CheckoutPage({ params, searchParams }: PageProps) {
  const { role, email } = await requireMember();
  const id = campaignId((await params).id);
  if (!mayRun(role, 'payCampaign')) forbidden();
  const again = `/campaigns/${id}/checkout`;
  const [read, zone, sandbox, { sender_copy }] = await Promise.all([
    readCampaign(id),
    viewingZone(),
    isSandbox(),
    searchParams,
  ]);
  if (!read.ok) return <ServiceTrouble failure={read.failure} again={again} />;
  const { campaign, template, owner, order, attempts } = read.value;
  if (!order.ok) return <ServiceTrouble failure={order.failure} again={again} />;
  const { checkout, readAt } = order.value;
  const isAsked = sender_copy === 'yes' || sender_copy === 'no';
  return (
    <>
      <CampaignHead
        id={id}
        template={template}
        owner={owner}
        title={`Check out “${campaignTitle(id, template)}”`}
      />
      <NotPayable campaign={campaign} checkout={checkout} attempts={attempts}>
        <CheckoutForm
          campaignId={id}
          checkout={checkout}
          senderCopy={isAsked ? sender_copy === 'yes' : checkout.send_copy_to_sender}
          action={payAction}
          sandbox={sandbox}
          email={email}
          frame={timeFrame(zone, serviceNow())}
          readAt={formatClock(readAt, zone)}
        >
          <OrderPiece campaign={campaign} />
        </CheckoutForm>
      </NotPayable>
    </>
  );
}
