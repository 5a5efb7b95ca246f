import type { Metadata } from 'next';
import { FreshnessLine } from '#components/campaigns/freshness-line.tsx';
import { Overview } from '#components/overview/overview.tsx';
import { UnknownAttempts } from '#components/overview/unknown-attempts.tsx';
import { UnscheduledCampaigns } from '#components/overview/unscheduled-campaigns.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import { ServiceUnavailable } from '#components/ui/service-unavailable.tsx';
import { readDateSettings } from '#lib/auth/date-settings.ts';
import { requireMember } from '#lib/auth/session.ts';
import { listOpenAttempts, listUnscheduled } from '#lib/data/attempts.ts';
import { isInvoiced } from '#lib/data/invoicing.ts';
import { listOpenRuns } from '#lib/data/payment-run-views.ts';
import { serviceNow } from '#lib/data/service.ts';
import { isAllowed } from '#lib/domain/permissions.ts';
import { formatDayName } from '#lib/format/calendar.ts';
import { dateAt } from '#lib/forms/calendar-span.ts';
import { resolveAttemptAction } from './campaigns/[id]/actions.ts';
import { consolePage } from './console-page.tsx';
import { loadOverview } from './loader.ts';

export const metadata: Metadata = { title: 'Overview' };

export default consolePage(async function OverviewPage() {
  const { role } = await requireMember();
  const dateSettings = await readDateSettings();
  const [overview, attempts, unscheduled, openRuns] = await Promise.all([
    loadOverview(dateSettings.zone),
    listOpenAttempts(),
    listUnscheduled(),
    listOpenRuns(),
  ]);
  const canAct = isAllowed(role, 'sendCampaign');
  return (
    <>
      <PageHeader title="Overview">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
          <span className="max-sm:hidden">
            {formatDayName(dateAt(serviceNow(), dateSettings.zone), dateSettings.locale)}
          </span>
          {overview.ok && <FreshnessLine freshness={overview.value.freshness} dateSettings={dateSettings} />}
          <PageLink
            href="/jobs"
            className="min-h-6 underline decoration-edge underline-offset-3 hover:decoration-current"
          >
            Jobs
          </PageLink>
        </div>
      </PageHeader>
      {overview.ok ? (
        <Overview
          {...overview.value}
          attempts={attempts}
          unscheduled={unscheduled}
          openRuns={openRuns}
          resolveAction={resolveAttemptAction}
          invoiced={isInvoiced()}
          dateSettings={dateSettings}
          canAct={canAct}
          canApprove={isAllowed(role, 'approve')}
        />
      ) : (
        <div className="grid gap-4">
          {attempts.length > 0 && (
            <UnknownAttempts
              attempts={attempts}
              resolveAction={resolveAttemptAction}
              allHref={undefined}
              dateSettings={dateSettings}
              now={serviceNow()}
            />
          )}
          <UnscheduledCampaigns
            attempts={unscheduled}
            dateSettings={dateSettings}
            now={serviceNow()}
            canAct={canAct}
          />
          <ServiceUnavailable failure={overview.failure} retryHref="/" headingLevel={2} />
        </div>
      )}
    </>
  );
});
