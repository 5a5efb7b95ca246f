import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { EmptyState, EmptyStateLink } from '#components/lists/empty-state.tsx';
import { PagedList } from '#components/lists/paged-list.tsx';
import { RunList } from '#components/payment-runs/run-list.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { readDateSettings } from '#lib/auth/date-settings.ts';
import { requireMember } from '#lib/auth/session.ts';
import { isInvoiced } from '#lib/data/invoicing.ts';
import { listPaymentRuns } from '#lib/data/payment-run-views.ts';
import { ok } from '#lib/domain/outcome.ts';
import { isAllowed } from '#lib/domain/permissions.ts';
import { zoneLabel } from '#lib/format/dates.ts';
import { pagingHref, readPagingQuery } from '#lib/forms/paging.ts';
import type { SearchParams } from '#lib/forms/query.ts';
import { worklistHref } from '#lib/forms/worklists.ts';

export const metadata: Metadata = { title: 'Payment runs' };

const PATH = '/payment-runs';

export default async function PaymentRunsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { role } = await requireMember();
  const [params, dateSettings] = await Promise.all([searchParams, readDateSettings()]);
  const query = readPagingQuery(params);
  if (query.hasBlanks) redirect(pagingHref(PATH, query.typed));
  const isQueryValid = Object.keys(query.errors).length === 0;
  const { page = 1, per_page: perPage } = query.filters;
  const list = isQueryValid ? await listPaymentRuns({ page, perPage }) : undefined;
  const paged = list?.ok
    ? ok({
        items: list.value.runs,
        current_page: page,
        total_count: list.value.total,
        total_pages: Math.max(1, Math.ceil(list.value.total / perPage)),
      })
    : list;
  const canPay = isAllowed(role, 'payCampaign') && !isInvoiced();
  const empty = (
    <EmptyState icon="credit" title="No payment runs yet">
      <p>
        {canPay
          ? 'A payment run takes you through several drafts and their payment pages, one after another.'
          : 'Members start a payment run to pay for several drafts, one after another.'}
      </p>
      {canPay && <EmptyStateLink href={worklistHref('ready')}>Choose drafts to pay for</EmptyStateLink>}
    </EmptyState>
  );
  return (
    <>
      <PageHeader title="Payment runs" crumbs={[{ label: 'Campaigns', href: '/campaigns' }]} />
      <PagedList
        path={PATH}
        query={query}
        list={paged}
        zoneLabel={zoneLabel(dateSettings.zone)}
        empty={empty}
      >
        {(runs) => <RunList runs={runs} dateSettings={dateSettings} now={Date.now()} />}
      </PagedList>
    </>
  );
}
