import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { CustomerPage } from '#components/customers/customer-page.tsx';
import { ServiceTrouble } from '#components/ui/service-trouble.tsx';
import { mayRun } from '#lib/auth/roles.ts';
import { viewingZone } from '#lib/auth/viewing-zone.ts';
import { hasJustChanged } from '#lib/data/activity.ts';
import { serviceNow } from '#lib/data/service.ts';
import { campaignsHref, readCampaignQuery } from '#lib/format/campaign-query.ts';
import { customerName } from '#lib/format/customer.ts';
import type { SearchParams } from '#lib/format/query.ts';
import { readCampaigns } from '../../campaigns/list.ts';
import { enter } from '../../enter.ts';
import { emailAction } from './actions.ts';
import { readCustomer } from './read.ts';

interface PageProps {
  readonly params: Promise<{ id: string }>;
  readonly searchParams: Promise<SearchParams>;
}

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { id } = await enter(params, 'getCustomer');
  const read = await readCustomer(id);
  return { title: customerName(id, read.ok ? read.value.email : undefined) };
}

export default async function Page({ params, searchParams }: PageProps) {
  const { member, id } = await enter(params, 'getCustomer');
  const [given, zone] = await Promise.all([searchParams, viewingZone()]);
  const query = readCampaignQuery(given, zone, id);
  if (query.hasBlanks) redirect(campaignsHref(query.typed));

  const [customer, campaigns] = await Promise.all([readCustomer(id), readCampaigns(query, zone)]);
  if (!customer.ok) return <ServiceTrouble failure={customer.failure} again={campaignsHref(query.typed)} />;
  return (
    <CustomerPage
      customer={customer.value}
      campaigns={campaigns}
      zone={zone}
      now={serviceNow()}
      isSaved={given.saved === 'email' && (await hasJustChanged({ customerId: id }))}
      changeEmail={mayRun(member.role, 'updateCustomer') ? emailAction : undefined}
    />
  );
}
