import type { Metadata } from 'next';
import { Overview } from '#components/overview/overview.tsx';
import { UnknownAttempts } from '#components/overview/unknown-attempts.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { ServiceUnavailable } from '#components/ui/service-unavailable.tsx';
import { readDateSettings } from '#lib/auth/date-settings.ts';
import { requireMember } from '#lib/auth/session.ts';
import { listOpenAttempts } from '#lib/data/attempts.ts';
import { isInvoiced } from '#lib/data/invoicing.ts';
import { serviceNow } from '#lib/data/service.ts';
import { isAllowed } from '#lib/domain/permissions.ts';
import { resolveAttemptAction } from './campaigns/[id]/actions.ts';
import { consolePage } from './console-page.tsx';
import { loadOverview } from './loader.ts';

export const metadata: Metadata = { title: 'Overview' };

export default consolePage(async function OverviewPage() {
  const { id, role } = await requireMember();
  const dateSettings = await readDateSettings();
  const [overview, attempts] = await Promise.all([loadOverview(dateSettings.zone, id), listOpenAttempts()]);
  return (
    <>
      <PageHeader title="Overview" />
      {overview.ok ? (
        <Overview
          {...overview.value}
          attempts={attempts}
          resolveAction={resolveAttemptAction}
          invoiced={isInvoiced()}
          dateSettings={dateSettings}
          canAct={isAllowed(role, 'sendCampaign')}
          canApprove={isAllowed(role, 'approve')}
        />
      ) : (
        <div className="grid gap-4">
          {attempts.length > 0 && (
            <UnknownAttempts
              attempts={attempts}
              resolveAction={resolveAttemptAction}
              dateSettings={dateSettings}
              now={serviceNow()}
            />
          )}
          <ServiceUnavailable failure={overview.failure} retryHref="/" headingLevel={2} />
        </div>
      )}
    </>
  );
});
