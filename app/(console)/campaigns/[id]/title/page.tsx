import type { Metadata } from 'next';
import { CampaignHeader } from '#components/campaign/campaign-header.tsx';
import { TitleForm } from '#components/campaign/title-and-note.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { Card } from '#components/ui/card.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import { ServiceUnavailable } from '#components/ui/service-unavailable.tsx';
import { consolePage } from '../../../console-page.tsx';
import { requirePageAccess } from '../../../page-access.ts';
import { loadCampaign } from '../loader.ts';
import { saveTitleAction } from './actions.ts';

export const metadata: Metadata = { title: 'Title and note' };

export default consolePage(async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await requirePageAccess(params, 'editTitleAndNote');
  const loaded = await loadCampaign(id);
  if (!loaded.ok) return <ServiceUnavailable failure={loaded.failure} retryHref={`/campaigns/${id}/title`} />;
  const { name, given, template, owner } = loaded.value;
  return (
    <div className="max-w-lg">
      <CampaignHeader id={id} name={name} owner={owner} title="Title and note" />
      <Card>
        <TitleForm campaignId={id} given={given} template={template} action={saveTitleAction} />
        <PageLink href={`/campaigns/${id}`} className={buttonClass('quiet', 'mt-2 w-full')}>
          Cancel
        </PageLink>
      </Card>
    </div>
  );
});
