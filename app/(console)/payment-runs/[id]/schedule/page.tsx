import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { SchedulePage } from '#components/payment-runs/schedule-page.tsx';
import { timeFieldOptions } from '#components/send-time/time-field-options.ts';
import { readDateSettings } from '#lib/auth/date-settings.ts';
import { readPaymentRun } from '#lib/data/payment-run-views.ts';
import { serviceNow } from '#lib/data/service.ts';
import { parseTimestamp } from '#lib/domain/timestamp.ts';
import { toFieldValue } from '#lib/forms/send-time.ts';
import { pageForbidden, pageNotFound } from '../../../../page-error.tsx';
import { consolePage } from '../../../console-page.tsx';
import { requirePageAccess } from '../../../page-access.ts';
import { saveRunScheduleAction } from '../actions.ts';

export const metadata: Metadata = { title: 'Send date of payment run' };

interface PageProps {
  readonly params: Promise<{ id: string }>;
}

export default consolePage(async function Page({ params }: PageProps) {
  const { id } = await requirePageAccess(params, 'payCampaign');
  const [run, dateSettings] = await Promise.all([readPaymentRun(id), readDateSettings()]);
  if (!run.ok) return run.failure.kind === 'missing' ? pageNotFound() : pageForbidden();
  if (!run.value.isOwn || !run.value.canPay) redirect(`/payment-runs/${id}/receipt`);
  const at = parseTimestamp(run.value.sendDate ?? undefined);
  return (
    <SchedulePage
      run={run.value}
      at={at === undefined ? '' : toFieldValue(at, dateSettings.zone)}
      options={timeFieldOptions(dateSettings, serviceNow())}
      action={saveRunScheduleAction}
    />
  );
});
