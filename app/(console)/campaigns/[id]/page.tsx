import type { Metadata } from 'next';
import { CampaignPage } from '#components/campaign/campaign-page.tsx';
import { UnavailableCampaign } from '#components/campaign/unavailable-campaign.tsx';
import { viewingZone } from '#lib/auth/viewing-zone.ts';
import { listActivity } from '#lib/data/activity.ts';
import { isInvoiced } from '#lib/data/invoicing.ts';
import { serviceNow } from '#lib/data/service.ts';
import { isAllowed } from '#lib/domain/permissions.ts';
import { numberedTitle } from '#lib/format/campaign.ts';
import { withErrorTitles } from '../../../page-error.tsx';
import { consolePage } from '../../console-page.tsx';
import { requirePageAccess } from '../../page-access.ts';
import {
  cancelCampaignAction,
  cloneCampaignAction,
  deleteCampaignAction,
  resolveAttemptAction,
} from './actions.ts';
import { loadAttempts, loadCampaign, loadCampaignSharing } from './loader.ts';
import { revokeAction } from './share/actions.ts';

const actions = {
  cancel: cancelCampaignAction,
  clone: cloneCampaignAction,
  delete: deleteCampaignAction,
  resolve: resolveAttemptAction,
  revoke: revokeAction,
};

interface PageProps {
  readonly params: Promise<{ id: string }>;
  readonly searchParams: Promise<{ recipients?: string }>;
}

export const generateMetadata = withErrorTitles(async ({ params }: PageProps): Promise<Metadata> => {
  const { id } = await requirePageAccess(params, 'getCampaign');
  const loaded = await loadCampaign(id);
  return { title: numberedTitle(id, loaded.ok ? loaded.value.template : undefined) };
});

export default consolePage(async function Page({ params, searchParams }: PageProps) {
  const { member, id } = await requirePageAccess(params, 'getCampaign');
  const [loaded, zone, { recipients }] = await Promise.all([loadCampaign(id), viewingZone(), searchParams]);
  // Activity is read after loadCampaign, because loadCampaign can resolve attempts with unknown outcomes and
  // add activity.
  const [activity, sharing] = await Promise.all([listActivity({ campaignId: id }), loadCampaignSharing(id)]);
  if (!loaded.ok) {
    const noteProps = {
      attempts: await loadAttempts(id),
      zone,
      now: serviceNow(),
      resolveAction: resolveAttemptAction,
    };
    return <UnavailableCampaign failure={loaded.failure} retryHref={`/campaigns/${id}`} {...noteProps} />;
  }
  return (
    <CampaignPage
      {...loaded.value}
      checkout={loaded.value.order.ok ? loaded.value.order.value.checkout : undefined}
      invoiced={isInvoiced()}
      zone={zone}
      now={serviceNow()}
      can={{
        act: isAllowed(member.role, 'sendCampaign'),
        clone: isAllowed(member.role, 'cloneCampaign'),
        delete: isAllowed(member.role, 'deleteCampaign'),
      }}
      sharing={sharing}
      actions={actions}
      activity={activity.ok ? activity.value.items : []}
      hasOlderActivity={activity.ok && activity.value.next !== undefined}
      showAllRecipients={recipients === 'all'}
    />
  );
});
