import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { CampaignHead } from '#components/campaign/campaign-head.tsx';
import { DEEDS, DeedForm, type DeedName, isDeed } from '#components/campaign/deeds.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { Card } from '#components/ui/card.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import { ServiceTrouble } from '#components/ui/service-trouble.tsx';
import { enter } from '../../../../enter.ts';
import { cancelAction, cloneAction, deleteAction } from '../../actions.ts';
import { readCampaign } from '../../read.ts';

export const metadata: Metadata = { title: 'Are you sure?' };

const ACTIONS = { cancel: cancelAction, clone: cloneAction, delete: deleteAction } as const;
const OPERATIONS = { cancel: 'cancelCampaign', clone: 'cloneCampaign', delete: 'deleteCampaign' } as const;

/** The question that a dialog asks where there is JavaScript. */
export default async function Page({ params }: { params: Promise<{ id: string; deed: string }> }) {
  const { deed } = await params;
  if (!isDeed(deed)) notFound();
  const { id } = await enter(params, OPERATIONS[deed]);
  const read = await readCampaign(id);
  if (!read.ok) return <ServiceTrouble failure={read.failure} again={`/campaigns/${id}/confirm/${deed}`} />;
  return <Question id={id} deed={deed} template={read.value.template} owner={read.value.owner} />;
}

interface QuestionProps {
  readonly id: number;
  readonly deed: DeedName;
  readonly template: string | undefined;
  readonly owner: { readonly customerId: number; readonly email: string | undefined } | undefined;
}

function Question({ id, deed, template, owner }: QuestionProps) {
  return (
    <div className="max-w-lg">
      <CampaignHead id={id} template={template} owner={owner} title={DEEDS[deed].question} />
      <Card>
        <DeedForm deed={deed} campaignId={id} action={ACTIONS[deed]} />
        <PageLink href={`/campaigns/${id}`} className={buttonClass('quiet', 'mt-2 w-full')}>
          {DEEDS[deed].dismiss}
        </PageLink>
      </Card>
    </div>
  );
}
