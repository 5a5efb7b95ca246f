'use client';

import type { ReactNode } from 'react';
import { ActionForm, type FormAction } from '#components/forms/action-form.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { SubmitButton } from '#components/forms/submit-button.tsx';
import { CheckedTimeField, useChosenTime } from '#components/send-time/checked-time-field.tsx';
import type { TimeFieldOptions } from '#components/send-time/time-field.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { Note } from '#components/ui/note.tsx';
import { PageLink } from '#components/ui/page-link.tsx';

/** The amounts that the member agrees to if the campaign is billed on the monthly invoice. */
interface Billed {
  readonly price: string;
  readonly already_paid: string;
  /** The amount that will be billed, or undefined if the order doesn't contain that amount. */
  readonly total: string | undefined;
}

interface RescheduleFormProps {
  readonly campaignId: number;
  readonly action: FormAction;
  /** The current send time, as text. */
  readonly current: string;
  readonly options: TimeFieldOptions;
  /** Undefined if the campaign is paid. */
  readonly billed: Billed | undefined;
  /** The mailpiece. */
  readonly children: ReactNode;
}

/** A form that changes a queued campaign's send time. */
export function RescheduleForm({ campaignId, action, billed, ...rest }: RescheduleFormProps) {
  const amounts = billed && { price: billed.price, already_paid: billed.already_paid };
  return (
    <ActionForm
      action={action}
      hidden={{ id: campaignId, ...amounts }}
      className="grid max-w-[1240px] grid-cols-[minmax(0,1fr)] items-start gap-4 wide:grid-cols-[minmax(0,1fr)_332px] wide:gap-x-5.5"
    >
      <RescheduleFormBody campaignId={campaignId} billed={billed} {...rest} />
    </ActionForm>
  );
}

function RescheduleFormBody({
  campaignId,
  current,
  options,
  billed,
  children,
}: Omit<RescheduleFormProps, 'action'>) {
  const time = useChosenTime(options);
  const { sendTime } = time;
  return (
    <>
      <section className="min-w-0 rounded-lg border border-line bg-card p-4.5 shadow-card">
        <h2 className="mb-3">New send time</h2>
        <p className="mb-3 text-muted">
          Currently <span className="tabular-nums">{current}</span>
        </p>
        <CheckedTimeField {...time} />
      </section>
      <aside className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 rounded-lg border border-line bg-card p-4.5 shadow-card">
        {children}
        <FormMessage />
        <SubmitButton name="when" value="at" className="py-2.75">
          {`Move to ${sendTime?.ok ? sendTime.local : 'the chosen time'}`}
        </SubmitButton>
        <PageLink href={`/campaigns/${campaignId}`} className={buttonClass('quiet')}>
          Keep the current time
        </PageLink>
        <Note>
          Mailroom cancels sending, and then schedules the campaign again. If the second step fails, the
          campaign becomes a draft, and Mailroom tells you and your admins.
          {billed && ' '}
          {billed &&
            (billed.total === undefined
              ? 'The campaign stays on the monthly invoice.'
              : `The campaign stays on the monthly invoice, for ${billed.total}.`)}
        </Note>
      </aside>
    </>
  );
}
