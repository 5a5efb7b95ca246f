import { ActionForm, type FormAction } from '#components/forms/action-form.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { SubmitButton } from '#components/forms/submit-button.tsx';
import type { TimeFieldOptions } from '#components/send-time/time-field.tsx';
import { Card } from '#components/ui/card.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import type { PaymentRun } from '#lib/domain/payment-run.ts';
import { formatPlural } from '#lib/format/text.ts';
import { RUN_CRUMBS } from './run-page.tsx';
import { RunTimeField } from './run-time-field.tsx';

interface SchedulePageProps {
  readonly run: PaymentRun;
  /** The saved send date as a local time, or blank. */
  readonly at: string;
  readonly options: TimeFieldOptions;
  readonly action: FormAction;
}

/** The page for changing when a run's campaigns are sent. */
export function SchedulePage({ run: { id, sendDate, items }, at, options, action }: SchedulePageProps) {
  const scheduled = items.filter(({ send }) => send?.state === 'scheduled').length;
  const unscheduled = items.filter(({ state, send }) => state === 'paid' && send === undefined).length;
  const failed = items.filter(({ send }) => send?.state === 'not_scheduled');
  const retried = failed.filter(({ send }) => send?.canRetry).length;
  return (
    <>
      <PageHeader
        title="Schedule each campaign when paid"
        crumbs={[...RUN_CRUMBS, { label: `#${id}`, href: `/payment-runs/${id}` }]}
      />
      <Card className="max-w-2xl">
        <ActionForm action={action} hidden={{ run: id }} className="grid gap-4">
          <p className="text-muted">
            Mailroom schedules each campaign as soon as the mail service confirms its payment, even if you’ve
            closed this page. Until the send date, you can cancel each campaign.
          </p>
          {scheduled > 0 && (
            <p className="text-muted">
              {formatPlural(scheduled, 'campaign')} already scheduled won’t change.
            </p>
          )}
          {unscheduled > 0 && (
            <p className="text-muted">
              {formatPlural(unscheduled, 'campaign')} already paid for in this run will be scheduled now.
            </p>
          )}
          {failed.length > 0 && (
            <p className="text-muted">
              {retried > 0 && `We’ll retry ${formatPlural(retried, 'campaign')} that couldn’t be scheduled. `}
              {retried < failed.length &&
                'Campaigns that the mail service rejected must be scheduled one by one.'}
            </p>
          )}
          <RunTimeField label="Send date" options={options} savedAt={at} required />
          <FormMessage />
          <div className="flex flex-wrap gap-2">
            <SubmitButton>Save send date</SubmitButton>
            {sendDate !== null && (
              <SubmitButton kind="plain" name="clear" value="yes">
                Don’t schedule
              </SubmitButton>
            )}
          </div>
        </ActionForm>
      </Card>
    </>
  );
}
