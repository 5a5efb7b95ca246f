import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { CampaignList } from '#components/campaigns/campaign-list.tsx';
import { Filters } from '#components/campaigns/filters.tsx';
import { StatusTabs } from '#components/campaigns/status-tabs.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { requireMember } from '#lib/auth/session.ts';
import { viewingZone } from '#lib/auth/viewing-zone.ts';
import { countCampaigns } from '#lib/data/campaigns.ts';
import { customers } from '#lib/data/names.ts';
import { campaignsHref, readCampaignQuery, type SearchParams } from '#lib/format/campaign-query.ts';
import { DeletedNote } from './deleted-note.tsx';
import { readList } from './list.ts';

export const metadata: Metadata = { title: 'Campaigns' };

export default async function CampaignsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireMember();
  const [params, zone] = await Promise.all([searchParams, viewingZone()]);
  const query = readCampaignQuery(params, zone);
  if (query.hasBlanks) redirect(campaignsHref(query.typed));

  const canAsk = Object.keys(query.errors).length === 0;
  const [list, counts, people] = await Promise.all([
    canAsk ? readList(query, zone) : undefined,
    canAsk ? countCampaigns(query.filters) : undefined,
    customers(),
  ]);
  return (
    <>
      <PageHead title="Campaigns" />
      <DeletedNote id={params.deleted} />
      <StatusTabs typed={query.typed} counts={counts?.ok ? counts.value : {}} />
      <Filters query={query} customers={people} />
      <CampaignList query={query} list={list} />
    </>
  );
}
