import type { Metadata } from 'next';
import { ReschedulePage } from '#components/reschedule/reschedule-page.tsx';
import { ServiceUnavailable } from '#components/ui/service-unavailable.tsx';
import { readDateSettings } from '#lib/auth/date-settings.ts';
import { isInvoiced } from '#lib/data/invoicing.ts';
import { serviceNow } from '#lib/data/service.ts';
import type { SearchParams } from '#lib/forms/query.ts';
import { readPresetParam } from '#lib/forms/send-days.ts';
import { consolePage } from '../../../console-page.tsx';
import { requirePageAccess } from '../../../page-access.ts';
import { loadCampaign, loadMissingApproval } from '../loader.ts';
import { rescheduleAction } from './actions.ts';

export const metadata: Metadata = { title: 'Reschedule' };

interface PageProps {
  readonly params: Promise<{ id: string }>;
  readonly searchParams: Promise<SearchParams>;
}

export default consolePage(async function Page({ params, searchParams }: PageProps) {
  const { id } = await requirePageAccess(params, 'rescheduleCampaign');
  const [loaded, missingApproval, dateSettings, query] = await Promise.all([
    loadCampaign(id),
    loadMissingApproval(id),
    readDateSettings(),
    searchParams,
  ]);
  if (!loaded.ok)
    return <ServiceUnavailable failure={loaded.failure} retryHref={`/campaigns/${id}/reschedule`} />;
  const { order, ...campaignProps } = loaded.value;
  return (
    <ReschedulePage
      {...campaignProps}
      checkout={order.ok ? order.value.checkout : undefined}
      invoiced={isInvoiced()}
      missingApproval={missingApproval}
      at={readPresetParam(query)}
      dateSettings={dateSettings}
      now={serviceNow()}
      action={rescheduleAction}
    />
  );
});
