import type { Metadata } from 'next';
import { RunReceipt } from '#components/payment-runs/receipt.tsx';
import { ReceiptHeader } from '#components/payment-runs/receipt-header.tsx';
import { readDateSettings } from '#lib/auth/date-settings.ts';
import { readPaymentRun } from '#lib/data/payment-run-views.ts';
import { serviceNow } from '#lib/data/service.ts';
import { pageForbidden, pageNotFound } from '../../../../page-error.tsx';
import { consolePage } from '../../../console-page.tsx';
import { requirePageAccess } from '../../../page-access.ts';
import { resumeRunAction, takeOverRunAction } from '../actions.ts';

export const metadata: Metadata = { title: 'Payment run receipt' };

interface PageProps {
  readonly params: Promise<{ id: string }>;
}

export default consolePage(async function Page({ params }: PageProps) {
  const { id } = await requirePageAccess(params, 'listCampaigns');
  const [run, dateSettings] = await Promise.all([readPaymentRun(id), readDateSettings()]);
  if (!run.ok) return run.failure.kind === 'missing' ? pageNotFound() : pageForbidden();
  return (
    <RunReceipt
      run={run.value}
      dateSettings={dateSettings}
      now={serviceNow()}
      header={
        <ReceiptHeader run={run.value} resumeAction={resumeRunAction} takeOverAction={takeOverRunAction} />
      }
    />
  );
});
