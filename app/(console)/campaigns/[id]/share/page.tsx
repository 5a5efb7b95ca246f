import type { Metadata } from 'next';
import { CampaignHeader } from '#components/campaign/campaign-header.tsx';
import { NoProofYet } from '#components/share-links/no-proof-yet.tsx';
import { ShareForm } from '#components/share-links/share-form.tsx';
import { ServiceUnavailable } from '#components/ui/service-unavailable.tsx';
import { campaignTitle } from '#lib/format/campaign.ts';
import { consolePage } from '../../../console-page.tsx';
import { requirePageAccess } from '../../../page-access.ts';
import { loadCampaign } from '../loader.ts';
import { shareAction } from './actions.ts';

export const metadata: Metadata = { title: 'Share' };

export default consolePage(async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await requirePageAccess(params, 'shareCampaign');
  const loaded = await loadCampaign(id);
  if (!loaded.ok) return <ServiceUnavailable failure={loaded.failure} retryHref={`/campaigns/${id}/share`} />;
  const { campaign, name, owner } = loaded.value;
  return (
    <div className="max-w-2xl">
      <CampaignHeader id={id} name={name} owner={owner} title={`Share “${campaignTitle(id, name)}”`} />
      {campaign.proof === undefined ? (
        <NoProofYet campaignId={id} />
      ) : (
        <ShareForm campaignId={id} action={shareAction} />
      )}
    </div>
  );
});
