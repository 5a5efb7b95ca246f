import type { Metadata } from 'next';
import {
  CAMPAIGN_ACTIONS,
  CampaignActionForm,
  type CampaignActionName,
  isCampaignAction,
} from '#components/campaign/campaign-actions.tsx';
import { paidAmount } from '#components/campaign/campaign-facts.ts';
import { CampaignHeader } from '#components/campaign/campaign-header.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { Card } from '#components/ui/card.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import { ServiceUnavailable } from '#components/ui/service-unavailable.tsx';
import type { CampaignOwner } from '#lib/data/names.ts';
import { isSandbox } from '#lib/data/service.ts';
import { numberedTitle } from '#lib/format/campaign.ts';
import { describePaymentBeforeDeletion } from '#lib/format/confirmation.ts';
import { pageNotFound } from '../../../../../page-error.tsx';
import { consolePage } from '../../../../console-page.tsx';
import { requirePageAccess } from '../../../../page-access.ts';
import { cancelCampaignAction, cloneCampaignAction, deleteCampaignAction } from '../../actions.ts';
import { loadCampaign } from '../../loader.ts';

export const metadata: Metadata = { title: 'Confirm' };

const SERVER_ACTIONS = {
  cancel: cancelCampaignAction,
  clone: cloneCampaignAction,
  delete: deleteCampaignAction,
} as const;
const OPERATIONS = { cancel: 'cancelCampaign', clone: 'cloneCampaign', delete: 'deleteCampaign' } as const;

/**
 * The confirmation page for browsers without JavaScript. Browsers with JavaScript show a dialog on the
 * campaign's page instead.
 */
export default consolePage(async function Page({
  params,
}: {
  params: Promise<{ id: string; action: string }>;
}) {
  const { action } = await params;
  if (!isCampaignAction(action)) pageNotFound();
  const { id } = await requirePageAccess(params, OPERATIONS[action]);
  const loaded = await loadCampaign(id);
  if (!loaded.ok)
    return <ServiceUnavailable failure={loaded.failure} retryHref={`/campaigns/${id}/confirm/${action}`} />;
  const { name, owner, order } = loaded.value;
  const paid = paidAmount(order.ok ? order.value.checkout : undefined);
  const warning = action === 'delete' ? describePaymentBeforeDeletion(paid, await isSandbox()) : undefined;
  return <ConfirmCard id={id} action={action} name={name} owner={owner} warning={warning} />;
});

interface ConfirmCardProps {
  readonly id: number;
  readonly action: CampaignActionName;
  readonly name: string | undefined;
  readonly owner: CampaignOwner | undefined;
  readonly warning: string | undefined;
}

function ConfirmCard({ id, action, name, owner, warning }: ConfirmCardProps) {
  return (
    <div className="max-w-lg">
      <CampaignHeader id={id} name={name} owner={owner} title={CAMPAIGN_ACTIONS[action].question} />
      <Card>
        <p className="mb-3 font-semibold">
          <bdi>{numberedTitle(id, name)}</bdi>
        </p>
        <CampaignActionForm name={action} campaignId={id} action={SERVER_ACTIONS[action]} warning={warning} />
        <PageLink href={`/campaigns/${id}`} className={buttonClass('quiet', 'mt-2 w-full')}>
          {CAMPAIGN_ACTIONS[action].dismiss}
        </PageLink>
      </Card>
    </div>
  );
}
