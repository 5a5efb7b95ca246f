import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { Campaigns } from '#components/campaigns/campaigns.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { requireMember } from '#lib/auth/session.ts';
import { viewingZone } from '#lib/auth/viewing-zone.ts';
import { customers } from '#lib/data/names.ts';
import { campaignsHref, readCampaignQuery } from '#lib/format/campaign-query.ts';
import type { SearchParams } from '#lib/format/query.ts';
import { DeletedNote } from './deleted-note.tsx';
import { readCampaigns } from './list.ts';

export const metadata: Metadata = { title: 'Campaigns' };

export default async function CampaignsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireMember();
  const [params, zone] = await Promise.all([searchParams, viewingZone()]);
  const query = readCampaignQuery(params, zone);
  const isOfOneCustomer = query.filters.customer_id !== undefined && query.errors.customer_id === undefined;
  if (query.hasBlanks || isOfOneCustomer) redirect(campaignsHref(query.typed));

  const [campaigns, people] = await Promise.all([readCampaigns(query, zone), customers()]);
  return (
    <>
      <PageHead title="Campaigns" />
      <DeletedNote id={params.deleted} />
      <Campaigns {...campaigns} customers={people} />
    </>
  );
}
