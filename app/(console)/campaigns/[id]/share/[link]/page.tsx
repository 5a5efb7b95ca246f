import type { Metadata } from 'next';
import { CampaignHead } from '#components/campaign/campaign-head.tsx';
import { LinkInFull } from '#components/shares/link-in-full.tsx';
import { ServiceTrouble } from '#components/ui/service-trouble.tsx';
import { viewingZone } from '#lib/auth/viewing-zone.ts';
import { serviceNow } from '#lib/data/service.ts';
import { shareLink } from '#lib/data/shares.ts';
import { enter, unread } from '../../../../enter.ts';
import { readCampaign } from '../../read.ts';
import { revokeAction } from '../actions.ts';

export const metadata: Metadata = { title: 'Shared link' };

export default async function Page({ params }: { params: Promise<{ id: string; link: string }> }) {
  const { id } = await enter(params, 'shareCampaign');
  const { link: linkId } = await params;
  const again = `/campaigns/${id}/share/${linkId}`;
  const [read, zone] = await Promise.all([readCampaign(id), viewingZone()]);
  if (!read.ok) return <ServiceTrouble failure={read.failure} again={again} />;
  const { campaign, template, owner } = read.value;
  const found = await shareLink(campaign, linkId);
  if (!found.ok) return <ServiceTrouble failure={unread(found.failure).failure} again={again} />;
  return (
    <>
      <CampaignHead id={id} template={template} owner={owner} title={`Shared: ${found.value.link.label}`} />
      <LinkInFull campaignId={id} {...found.value} zone={zone} now={serviceNow()} revoke={revokeAction} />
    </>
  );
}
