import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { buttonClass } from '#components/ui/button.ts';
import { Card } from '#components/ui/card.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import { NewViewForm } from '#components/views/view-forms.tsx';
import { describeView } from '#components/views/views-page.tsx';
import { readDateSettings } from '#lib/auth/date-settings.ts';
import { requireMember } from '#lib/auth/session.ts';
import { serviceNow } from '#lib/data/service.ts';
import { isColumnId } from '#lib/domain/list-view.ts';
import { isAllowed } from '#lib/domain/permissions.ts';
import { formatGivenDay } from '#lib/format/dates.ts';
import { campaignsHref } from '#lib/forms/campaign-fields.ts';
import { readCampaignQuery } from '#lib/forms/campaign-query.ts';
import type { SearchParams } from '#lib/forms/query.ts';
import { viewQuery } from '#lib/forms/view-query.ts';
import { consolePage } from '../../console-page.tsx';
import { saveViewAction } from '../actions.ts';

export const metadata: Metadata = { title: 'New view' };

export default consolePage(async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { role } = await requireMember();
  const [params, dateSettings] = await Promise.all([searchParams, readDateSettings()]);
  const { typed, errors } = readCampaignQuery(params, dateSettings.zone);
  // The list shows which of its filters are invalid.
  if (Object.keys(errors).length > 0) redirect(campaignsHref(typed));
  return (
    <div className="max-w-lg">
      <PageHeader
        title="New view"
        crumbs={[
          { label: 'Campaigns', href: campaignsHref(typed) },
          { label: 'Views', href: '/views' },
        ]}
      />
      <Card>
        <p className="mb-4 wrap-anywhere text-muted">
          <bdi>{describeView(typed, (day) => formatGivenDay(day, dateSettings, serviceNow()))}</bdi>
        </p>
        <NewViewForm
          query={viewQuery(typed, (typed.columns ?? []).filter(isColumnId))}
          canSaveTeamViews={isAllowed(role, 'saveTeamViews')}
          action={saveViewAction}
        />
        <PageLink href={campaignsHref(typed)} className={buttonClass('quiet', 'mt-2 w-full')}>
          Cancel
        </PageLink>
      </Card>
    </div>
  );
});
