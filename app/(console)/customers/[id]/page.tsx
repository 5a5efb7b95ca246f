import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { CustomerPage } from '#components/customers/customer-page.tsx';
import { ServiceUnavailable } from '#components/ui/service-unavailable.tsx';
import { readDateSettings } from '#lib/auth/date-settings.ts';
import { isInvoiced } from '#lib/data/invoicing.ts';
import { serviceNow } from '#lib/data/service.ts';
import { isAllowed } from '#lib/domain/permissions.ts';
import { customerName } from '#lib/format/customer.ts';
import { campaignsHref } from '#lib/forms/campaign-fields.ts';
import { readCampaignQuery } from '#lib/forms/campaign-query.ts';
import { readKeptSelection } from '#lib/forms/job-selection.ts';
import { readOpenMenu } from '#lib/forms/list-menu.ts';
import type { SearchParams } from '#lib/forms/query.ts';
import { withErrorTitles } from '../../../page-error.tsx';
import { loadCampaigns } from '../../campaigns/loader.ts';
import { findConfirmedChange } from '../../confirmation.ts';
import { consolePage } from '../../console-page.tsx';
import { requirePageAccess } from '../../page-access.ts';
import { changeEmailAction } from './actions.ts';
import { loadCustomer } from './loader.ts';

interface PageProps {
  readonly params: Promise<{ id: string }>;
  readonly searchParams: Promise<SearchParams>;
}

export const generateMetadata = withErrorTitles(async ({ params }: PageProps): Promise<Metadata> => {
  const { id } = await requirePageAccess(params, 'getCustomer');
  const customer = await loadCustomer(id);
  return { title: customerName(id, customer.ok ? customer.value.email : undefined) };
});

export default consolePage(async function Page({ params, searchParams }: PageProps) {
  const { member, id } = await requirePageAccess(params, 'getCustomer');
  const [given, dateSettings] = await Promise.all([searchParams, readDateSettings()]);
  const query = readCampaignQuery(given, dateSettings.zone, id);
  if (query.hasBlanks) redirect(campaignsHref(query.typed));

  const [customer, campaigns, change] = await Promise.all([
    loadCustomer(id),
    loadCampaigns(query, dateSettings, readKeptSelection(given)),
    findConfirmedChange('customerId', given),
  ]);
  if (!customer.ok)
    return <ServiceUnavailable failure={customer.failure} retryHref={campaignsHref(query.typed)} />;
  return (
    <CustomerPage
      customer={customer.value}
      campaigns={{ ...campaigns, openMenu: readOpenMenu(given) }}
      dateSettings={dateSettings}
      now={serviceNow()}
      canPay={isAllowed(member.role, 'payCampaign') && !isInvoiced()}
      isEmailSaved={change?.operation === 'updateCustomer' && change.subjectId === id}
      changeEmailAction={isAllowed(member.role, 'updateCustomer') ? changeEmailAction : undefined}
    />
  );
});
