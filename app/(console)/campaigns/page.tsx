import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { CampaignBrowser, ListActions } from '#components/campaigns/campaign-browser.tsx';
import type { ListViews } from '#components/campaigns/view-menu.tsx';
import { Confirmation } from '#components/ui/confirmation.tsx';
import { Note } from '#components/ui/note.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { readDateSettings } from '#lib/auth/date-settings.ts';
import { requireMember } from '#lib/auth/session.ts';
import { isInvoiced } from '#lib/data/invoicing.ts';
import { isSandbox } from '#lib/data/service.ts';
import { isAllowed } from '#lib/domain/permissions.ts';
import { confirmDeletion } from '#lib/format/confirmation.ts';
import { campaignsHref, queryEntries } from '#lib/forms/campaign-fields.ts';
import { readCampaignQuery } from '#lib/forms/campaign-query.ts';
import { keptSelectionHref, readKeptSelection } from '#lib/forms/job-selection.ts';
import { readOpenMenu } from '#lib/forms/list-menu.ts';
import type { SearchParams } from '#lib/forms/query.ts';
import { differsFromView, isOnlyView, readStoredQuery, viewQuery } from '#lib/forms/view-query.ts';
import { findConfirmedChange } from '../confirmation.ts';
import { loadSavedViews } from '../saved-views.ts';
import { updateViewAction } from '../views/actions.ts';
import { loadCampaigns } from './loader.ts';

export const metadata: Metadata = { title: 'Campaigns' };

export default async function CampaignsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { role } = await requireMember();
  const [params, dateSettings] = await Promise.all([searchParams, readDateSettings()]);
  const otherPage = keptSelectionHref(params, dateSettings.zone);
  if (otherPage !== undefined) redirect(otherPage);
  const query = readCampaignQuery(params, dateSettings.zone);
  const isSingleCustomer = query.filters.customer_id !== undefined && query.errors.customer_id === undefined;
  if (query.hasBlanks || isSingleCustomer) redirect(campaignsHref(query.typed));
  const { views } = await loadSavedViews();
  const current = views.find(({ id }) => id === query.typed.view);
  if (current && isOnlyView(query.typed)) {
    const stored = readStoredQuery(current.query, dateSettings.zone);
    if (queryEntries(stored).length > 0) redirect(campaignsHref({ ...stored, view: current.id }));
  }

  const [browser, change, sandbox] = await Promise.all([
    loadCampaigns(query, dateSettings, readKeptSelection(params)),
    findConfirmedChange('campaignId', params),
    isSandbox(),
  ]);
  const { columns } = browser.view;
  const isInvalid = Object.keys(browser.query.errors).length > 0;
  const saved: ListViews = {
    views,
    current,
    isChanged: current !== undefined && differsFromView(current, query.typed, columns, dateSettings.zone),
    query: isInvalid ? undefined : viewQuery(query.typed, columns),
    updateAction: updateViewAction,
  };
  return (
    <>
      <PageHeader
        title={current?.name ?? 'Campaigns'}
        crumbs={current && [{ label: 'Campaigns', href: '/campaigns' }]}
      >
        <ListActions {...browser} canPay={isAllowed(role, 'payCampaign') && !isInvoiced()} />
      </PageHeader>
      {query.typed.view !== undefined && !current && (
        <div className="mb-3">
          <Note tone="amber">This view was deleted, or it’s another member’s personal view.</Note>
        </div>
      )}
      {change?.operation === 'deleteCampaign' && (
        <Confirmation>{confirmDeletion(change.subjectId, change.before, sandbox)}</Confirmation>
      )}
      <CampaignBrowser {...browser} saved={saved} openMenu={readOpenMenu(params)} />
    </>
  );
}
