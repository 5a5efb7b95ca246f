import type { Metadata } from 'next';
import { CampaignPage } from '#components/campaign/campaign-page.tsx';
import { UnavailableCampaign } from '#components/campaign/unavailable-campaign.tsx';
import { viewingZone } from '#lib/auth/viewing-zone.ts';
import { listActivity } from '#lib/data/activity.ts';
import { isInvoiced } from '#lib/data/invoicing.ts';
import { serviceNow } from '#lib/data/service.ts';
import { isAllowed } from '#lib/domain/permissions.ts';
import { numberedTitle } from '#lib/format/campaign.ts';
import { requirePageAccess } from '../../page-access.ts';
import {
  cancelCampaignAction,
  cloneCampaignAction,
  deleteCampaignAction,
  resolveAttemptAction,
} from './actions.ts';
import { loadAttempts, loadCampaign, loadSharing } from './loader.ts';
import { revokeAction } from './share/actions.ts';

const actions = {
  cancel: cancelCampaignAction,
  clone: cloneCampaignAction,
  delete: deleteCampaignAction,
  settle: resolveAttemptAction,
  revoke: revokeAction,
};

interface PageProps {
  readonly params: Promise<{ id: string }>;
  readonly searchParams: Promise<{ recipients?: string }>;
}

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { id } = await requirePageAccess(params, 'getCampaign');
  const read = await loadCampaign(id);
  return { title: numberedTitle(id, read.ok ? read.value.template : undefined) };
}

export default async function Page({ params, searchParams }: PageProps) {
  const { member, id } = await requirePageAccess(params, 'getCampaign');
  const [read, zone, { recipients }] = await Promise.all([loadCampaign(id), viewingZone(), searchParams]);
  // Only now: reading the campaign may have settled what was unknown.
  const [history, sharing] = await Promise.all([listActivity({ campaignId: id }), loadSharing(id)]);
  if (!read.ok) {
    const notes = { attempts: await loadAttempts(id), zone, now: serviceNow(), settle: resolveAttemptAction };
    return <UnavailableCampaign failure={read.failure} again={`/campaigns/${id}`} {...notes} />;
  }
  return (
    <CampaignPage
      {...read.value}
      checkout={read.value.order.ok ? read.value.order.value.checkout : undefined}
      invoiced={isInvoiced()}
      zone={zone}
      now={serviceNow()}
      may={{
        act: isAllowed(member.role, 'sendCampaign'),
        clone: isAllowed(member.role, 'cloneCampaign'),
        delete: isAllowed(member.role, 'deleteCampaign'),
      }}
      sharing={sharing}
      actions={actions}
      history={history.ok ? history.value.items : []}
      hasOlderHistory={history.ok && history.value.next !== undefined}
      showAllRecipients={recipients === 'all'}
    />
  );
}
