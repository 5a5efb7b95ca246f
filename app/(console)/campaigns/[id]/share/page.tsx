import type { Metadata } from 'next';
import { CampaignHead } from '#components/campaign/campaign-head.tsx';
import { NothingToShow } from '#components/shares/nothing-to-show.tsx';
import { ShareForm } from '#components/shares/share-form.tsx';
import { ServiceTrouble } from '#components/ui/service-trouble.tsx';
import { campaignTitle } from '#lib/format/campaign.ts';
import { enter } from '../../../enter.ts';
import { readCampaign } from '../read.ts';
import { shareAction } from './actions.ts';

export const metadata: Metadata = { title: 'Share' };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await enter(params, 'shareCampaign');
  const read = await readCampaign(id);
  if (!read.ok) return <ServiceTrouble failure={read.failure} again={`/campaigns/${id}/share`} />;
  const { campaign, template, owner } = read.value;
  return (
    <div className="max-w-2xl">
      <CampaignHead
        id={id}
        template={template}
        owner={owner}
        title={`Share “${campaignTitle(id, template)}”`}
      />
      {campaign.proof === undefined ? (
        <NothingToShow campaignId={id} />
      ) : (
        <ShareForm campaignId={id} action={shareAction} />
      )}
    </div>
  );
}
