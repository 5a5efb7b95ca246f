import type { Metadata } from 'next';
import { Overview } from '#components/overview/overview.tsx';
import { Unsettled } from '#components/overview/unsettled.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { ServiceTrouble } from '#components/ui/service-trouble.tsx';
import { mayRun } from '#lib/auth/roles.ts';
import { requireMember } from '#lib/auth/session.ts';
import { viewingZone } from '#lib/auth/viewing-zone.ts';
import { openAttempts } from '#lib/data/attempts.ts';
import { isInvoiced } from '#lib/data/invoicing.ts';
import { serviceNow } from '#lib/data/service.ts';
import { settleAction } from './campaigns/[id]/actions.ts';
import { readOverview } from './overview.ts';

export const metadata: Metadata = { title: 'Overview' };

export default async function OverviewPage() {
  const { role } = await requireMember();
  const zone = await viewingZone();
  const [overview, attempts] = await Promise.all([readOverview(zone), openAttempts()]);
  return (
    <>
      <PageHead title="Overview" />
      {overview.ok ? (
        <Overview
          {...overview.value}
          attempts={attempts}
          settle={settleAction}
          invoiced={isInvoiced()}
          zone={zone}
          mayAct={mayRun(role, 'sendCampaign')}
        />
      ) : (
        <div className="grid gap-4">
          {attempts.length > 0 && (
            <Unsettled attempts={attempts} settle={settleAction} zone={zone} now={serviceNow()} />
          )}
          <ServiceTrouble failure={overview.failure} again="/" level={2} />
        </div>
      )}
    </>
  );
}
