import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { FreshnessLine } from '#components/campaigns/freshness-line.tsx';
import { EmptyState } from '#components/lists/empty-state.tsx';
import { SpendingControls } from '#components/spending/spending-controls.tsx';
import { SpendingReportView } from '#components/spending/spending-report.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { ControlIcon } from '#components/ui/control-icon.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { ServiceUnavailable } from '#components/ui/service-unavailable.tsx';
import { readDateSettings } from '#lib/auth/date-settings.ts';
import { requireMember } from '#lib/auth/session.ts';
import { serviceNow } from '#lib/data/service.ts';
import { readSpending } from '#lib/data/spending.ts';
import { zoneLabel } from '#lib/format/dates.ts';
import { describeUnknownNames } from '#lib/format/unknown-names.ts';
import type { SearchParams } from '#lib/forms/query.ts';
import {
  monthIndex,
  readSpendingQuery,
  spendingExportHref,
  spendingHref,
} from '#lib/forms/spending-query.ts';

export const metadata: Metadata = { title: 'Spending' };

export default async function SpendingPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireMember();
  const [params, dateSettings] = await Promise.all([searchParams, readDateSettings()]);
  const { zone } = dateSettings;
  const now = serviceNow();
  const query = readSpendingQuery(params, zone, now);
  if (query.hasBlanks) redirect(spendingHref(query.typed));

  const isValid = Object.keys(query.errors).length === 0;
  const read = isValid ? await readSpending(query) : undefined;
  const listing = read?.ok ? read.value : undefined;
  const errors = listing?.kind === 'unknown_names' ? describeUnknownNames(listing.names) : query.errors;
  return (
    <>
      <PageHeader title="Spending">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <FreshnessLine freshness={listing?.freshness} dateSettings={dateSettings} />
          {listing?.kind === 'report' && query.grouping !== null && (
            <a href={spendingExportHref(query.typed)} className={buttonClass('plain', 'button-small')}>
              <ControlIcon name="download" className="size-4" />
              Export CSV
            </a>
          )}
        </div>
      </PageHeader>
      <SpendingControls query={{ ...query, errors }} />
      {read?.ok === false && (
        <ServiceUnavailable failure={read.failure} retryHref={spendingHref(query.typed)} headingLevel={2} />
      )}
      {listing?.kind === 'incomplete' && (
        <EmptyState icon="clock" title="Spending isn’t available yet">
          <p>
            {listing.freshness.state === 'off'
              ? 'Spending can be shown only when every campaign is indexed.'
              : 'Spending appears here when indexing is complete.'}
          </p>
        </EmptyState>
      )}
      {listing?.kind === 'too_many' && (
        <EmptyState icon="filter" title="Too many campaigns">
          <p>Too many campaigns match this customer and template. Choose a shorter period.</p>
        </EmptyState>
      )}
      {(listing === undefined || listing.kind === 'unknown_names') && read?.ok !== false && (
        <EmptyState icon="not-found" title="Check the filters">
          <p>{Object.values(errors).join(' ')}</p>
        </EmptyState>
      )}
      {listing?.kind === 'report' && (
        <SpendingReportView
          query={query}
          report={listing.report}
          dateSettings={dateSettings}
          currentMonth={monthIndex(now, zone)}
        />
      )}
      <p className="mt-4 text-sm text-muted">Months in {zoneLabel(zone)}.</p>
    </>
  );
}
