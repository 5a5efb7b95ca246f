import type { Metadata } from 'next';
import { Overview } from '#components/overview/overview.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { ServiceTrouble } from '#components/ui/service-trouble.tsx';
import { mayRun } from '#lib/auth/roles.ts';
import { requireMember } from '#lib/auth/session.ts';
import { viewingZone } from '#lib/auth/viewing-zone.ts';
import { isInvoiced } from '#lib/data/invoicing.ts';
import { readOverview } from './overview.ts';

export const metadata: Metadata = { title: 'Overview' };

export default async function OverviewPage() {
  const { role } = await requireMember();
  const zone = await viewingZone();
  const overview = await readOverview(zone);
  return (
    <>
      <PageHead title="Overview" />
      {overview.ok ? (
        <Overview
          {...overview.value}
          invoiced={isInvoiced()}
          zone={zone}
          mayAct={mayRun(role, 'sendCampaign')}
        />
      ) : (
        <ServiceTrouble failure={overview.failure} again="/" level={2} />
      )}
    </>
  );
}
