import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { CampaignBrowser } from '#components/campaigns/campaign-browser.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { requireMember } from '#lib/auth/session.ts';
import { viewingZone } from '#lib/auth/viewing-zone.ts';
import { listCustomerEmails } from '#lib/data/names.ts';
import { campaignsHref, readCampaignQuery } from '#lib/forms/campaign-query.ts';
import type { SearchParams } from '#lib/forms/query.ts';
import { DeletedCampaignNote } from './deleted-campaign-note.tsx';
import { loadCampaigns } from './loader.ts';

export const metadata: Metadata = { title: 'Campaigns' };

export default async function CampaignsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireMember();
  const [params, zone] = await Promise.all([searchParams, viewingZone()]);
  const query = readCampaignQuery(params, zone);
  const isSingleCustomer = query.filters.customer_id !== undefined && query.errors.customer_id === undefined;
  if (query.hasBlanks || isSingleCustomer) redirect(campaignsHref(query.typed));

  const [browser, customerEmails] = await Promise.all([loadCampaigns(query, zone), listCustomerEmails()]);
  return (
    <>
      <PageHeader title="Campaigns" />
      <DeletedCampaignNote id={params.deleted} />
      <CampaignBrowser {...browser} customers={customerEmails} />
    </>
  );
}
