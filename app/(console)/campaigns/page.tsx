import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { CampaignBrowser, ListActions } from '#components/campaigns/campaign-browser.tsx';
import { Confirmation } from '#components/ui/confirmation.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { readDateSettings } from '#lib/auth/date-settings.ts';
import { requireMember } from '#lib/auth/session.ts';
import { isSandbox } from '#lib/data/service.ts';
import { confirmDeletion } from '#lib/format/confirmation.ts';
import { campaignsHref } from '#lib/forms/campaign-fields.ts';
import { readCampaignQuery } from '#lib/forms/campaign-query.ts';
import type { SearchParams } from '#lib/forms/query.ts';
import { findConfirmedChange } from '../confirmation.ts';
import { loadCampaigns } from './loader.ts';

export const metadata: Metadata = { title: 'Campaigns' };

export default async function CampaignsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireMember();
  const [params, dateSettings] = await Promise.all([searchParams, readDateSettings()]);
  const query = readCampaignQuery(params, dateSettings.zone);
  const isSingleCustomer = query.filters.customer_id !== undefined && query.errors.customer_id === undefined;
  if (query.hasBlanks || isSingleCustomer) redirect(campaignsHref(query.typed));

  const [browser, change, sandbox] = await Promise.all([
    loadCampaigns(query, dateSettings),
    findConfirmedChange('campaignId', params),
    isSandbox(),
  ]);
  return (
    <>
      <PageHeader title="Campaigns">
        <ListActions {...browser} />
      </PageHeader>
      {change?.operation === 'deleteCampaign' && (
        <Confirmation>{confirmDeletion(change.subjectId, change.before, sandbox)}</Confirmation>
      )}
      <CampaignBrowser {...browser} />
    </>
  );
}
