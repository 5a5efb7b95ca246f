import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import {
  CAMPAIGN_ACTIONS,
  CampaignActionForm,
  type CampaignActionName,
  isCampaignAction,
} from '#components/campaign/campaign-actions.tsx';
import { CampaignHeader } from '#components/campaign/campaign-header.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { Card } from '#components/ui/card.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import { ServiceUnavailable } from '#components/ui/service-unavailable.tsx';
import { requirePageAccess } from '../../../../page-access.ts';
import { cancelCampaignAction, cloneCampaignAction, deleteCampaignAction } from '../../actions.ts';
import { loadCampaign } from '../../loader.ts';

export const metadata: Metadata = { title: 'Confirm' };

const ACTIONS = {
  cancel: cancelCampaignAction,
  clone: cloneCampaignAction,
  delete: deleteCampaignAction,
} as const;
const OPERATIONS = { cancel: 'cancelCampaign', clone: 'cloneCampaign', delete: 'deleteCampaign' } as const;

/** The question that a dialog asks where there is JavaScript. */
export default async function Page({ params }: { params: Promise<{ id: string; action: string }> }) {
  const { action: deed } = await params;
  if (!isCampaignAction(deed)) notFound();
  const { id } = await requirePageAccess(params, OPERATIONS[deed]);
  const read = await loadCampaign(id);
  if (!read.ok)
    return <ServiceUnavailable failure={read.failure} retryHref={`/campaigns/${id}/confirm/${deed}`} />;
  return <Question id={id} deed={deed} template={read.value.template} owner={read.value.owner} />;
}

interface QuestionProps {
  readonly id: number;
  readonly deed: CampaignActionName;
  readonly template: string | undefined;
  readonly owner: { readonly customerId: number; readonly email: string | undefined } | undefined;
}

function Question({ id, deed, template, owner }: QuestionProps) {
  return (
    <div className="max-w-lg">
      <CampaignHeader id={id} template={template} owner={owner} title={CAMPAIGN_ACTIONS[deed].question} />
      <Card>
        <CampaignActionForm deed={deed} campaignId={id} action={ACTIONS[deed]} />
        <PageLink href={`/campaigns/${id}`} className={buttonClass('quiet', 'mt-2 w-full')}>
          {CAMPAIGN_ACTIONS[deed].dismiss}
        </PageLink>
      </Card>
    </div>
  );
}
