import type { Metadata } from 'next';
import { CampaignHeader } from '#components/campaign/campaign-header.tsx';
import { LinkDetails } from '#components/share-links/link-details.tsx';
import { ServiceUnavailable } from '#components/ui/service-unavailable.tsx';
import { readDateSettings } from '#lib/auth/date-settings.ts';
import { serviceNow } from '#lib/data/service.ts';
import { readCampaignShareLink } from '#lib/data/share-links.ts';
import { consolePage } from '../../../../console-page.tsx';
import { notFoundOrForbidden, requirePageAccess } from '../../../../page-access.ts';
import { loadCampaign } from '../../loader.ts';
import { revokeAction } from '../actions.ts';

export const metadata: Metadata = { title: 'Share link' };

export default consolePage(async function Page({
  params,
}: {
  params: Promise<{ id: string; link: string }>;
}) {
  const { id } = await requirePageAccess(params, 'shareCampaign');
  const { link: linkId } = await params;
  const retryHref = `/campaigns/${id}/share/${linkId}`;
  const [loaded, dateSettings] = await Promise.all([loadCampaign(id), readDateSettings()]);
  if (!loaded.ok) return <ServiceUnavailable failure={loaded.failure} retryHref={retryHref} />;
  const { campaign, name, owner } = loaded.value;
  const found = await readCampaignShareLink(campaign, linkId);
  if (!found.ok)
    return <ServiceUnavailable failure={notFoundOrForbidden(found.failure).failure} retryHref={retryHref} />;
  return (
    <>
      <CampaignHeader id={id} name={name} owner={owner} title={`Share link: ${found.value.link.label}`} />
      <LinkDetails
        campaignId={id}
        {...found.value}
        dateSettings={dateSettings}
        now={serviceNow()}
        revoke={revokeAction}
      />
    </>
  );
});
