import type { Metadata } from 'next';
import { CampaignHead } from '#components/campaign/campaign-head.tsx';
import { OrderPiece } from '#components/checkout/order-piece.tsx';
import { NotNow } from '#components/send/not-now.tsx';
import { SendForm } from '#components/send/send-form.tsx';
import { timeFrame } from '#components/send/time-frame.ts';
import { ServiceTrouble } from '#components/ui/service-trouble.tsx';
import { viewingZone } from '#lib/auth/viewing-zone.ts';
import { serviceNow } from '#lib/data/service.ts';
import { campaignTitle } from '#lib/format/campaign.ts';
import { nextStep } from '#lib/format/next-step.ts';
import { enter } from '../../../enter.ts';
import { readCampaign } from '../read.ts';
import { sendAction } from './actions.ts';

export const metadata: Metadata = { title: 'Send' };

export default async function SendPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await enter(params, 'sendCampaign');
  const [read, zone] = await Promise.all([readCampaign(id), viewingZone()]);
  if (!read.ok) return <ServiceTrouble failure={read.failure} again={`/campaigns/${id}/send`} />;
  const { campaign, template, owner, order, attempts } = read.value;
  const now = serviceNow();
  const next = nextStep(campaign, order.ok ? order.value.checkout : undefined, now);
  return (
    <>
      <CampaignHead
        id={id}
        template={template}
        owner={owner}
        title={`Send “${campaignTitle(id, template)}”`}
      />
      <NotNow id={id} next={next} attempts={attempts}>
        <SendForm campaignId={id} action={sendAction} frame={timeFrame(zone, now)}>
          <OrderPiece campaign={campaign} />
        </SendForm>
      </NotNow>
    </>
  );
}
