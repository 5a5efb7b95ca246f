'use client';

import { useState } from 'react';
import { useForm } from '#components/forms/action-form.tsx';
import { Checkbox } from '#components/forms/checkbox.tsx';
import { Field } from '#components/forms/field.tsx';
import { RadioGroup } from '#components/forms/radio-group.tsx';
import { TimeField, type TimeFieldOptions } from '#components/send-time/time-field.tsx';
import { useSendTime } from '#components/send-time/use-send-time.ts';
import type { ScheduleDefaults } from '#lib/forms/job-options.ts';
import type { Fold, SendTime } from '#lib/forms/send-time.ts';

export interface PlanOptions {
  readonly timeOptions: TimeFieldOptions;
  readonly defaults: ScheduleDefaults;
  /**
   * The suggested time, resolved in advance so that the field shows it in UTC immediately. Showing it later would move
   * the button.
   */
  readonly suggested: SendTime;
  /** Whether campaigns can be spread over days. A single campaign can't. */
  readonly canSpread: boolean;
}

export interface ScheduleOptions extends PlanOptions {
  /** Whether drafts are billed on the monthly invoice. */
  readonly invoiced: boolean;
}

const MODES = [
  {
    value: 'once',
    title: 'All at the same time',
    description: 'You can cancel each campaign until then.',
  },
  {
    value: 'spread',
    title: 'Spread over days',
    description: 'A fixed number of campaigns each day, in the list’s order.',
  },
] as const;

const PAYMENTS = [
  {
    value: 'invoice',
    title: 'On the monthly invoice',
    description: 'Campaigns that are already paid for are left out.',
  },
  {
    value: 'paid',
    title: 'Already paid for',
    description: 'Campaigns that aren’t paid for are left out.',
  },
] as const;

/** Chooses when campaigns are sent, and how drafts are paid for. */
export function ScheduleFields({ invoiced, ...plan }: ScheduleOptions) {
  return (
    <div className="grid gap-4">
      <PlanFields {...plan} />
      {invoiced ? (
        <RadioGroup name="payment" legend="Payment" options={PAYMENTS} defaultValue="invoice" />
      ) : (
        <input type="hidden" name="payment" value="paid" />
      )}
    </div>
  );
}

/** Fields for choosing when campaigns are sent. CSS hides the fields of the option that isn't chosen. */
export function PlanFields({ timeOptions, defaults, suggested, canSpread }: PlanOptions) {
  const { state } = useForm();
  // A refused form keeps the option that was submitted.
  const showsModes = canSpread || state.values?.mode === 'spread';
  const [at, setAt] = useState(state.values?.at ?? defaults.at);
  const [fold, setFold] = useState<Fold | undefined>();
  const fetched = useSendTime(at, timeOptions, fold);
  const sendTime = fetched ?? (at === defaults.at ? suggested : undefined);
  return (
    <div className="group/schedule grid gap-4">
      {showsModes ? (
        <RadioGroup name="mode" legend="When to send" options={MODES} defaultValue="once" />
      ) : (
        <input type="hidden" name="mode" value="once" />
      )}
      <div className="group-has-[[value=spread]:checked]/schedule:hidden">
        <TimeField
          label="Date and time"
          options={timeOptions}
          at={at}
          fold={fold}
          onChange={(newAt, newFold) => {
            setAt(newAt);
            setFold(newFold);
          }}
          onHydrate={setAt}
          sendTime={sendTime}
        />
      </div>
      {showsModes && <SpreadFields timeOptions={timeOptions} defaults={defaults} />}
    </div>
  );
}

/** The number of campaigns per day, and the first day. */
function SpreadFields({ timeOptions, defaults }: Pick<PlanOptions, 'timeOptions' | 'defaults'>) {
  return (
    <div className="grid max-w-xl gap-4 group-has-[[value=once]:checked]/schedule:hidden">
      <div className="grid gap-4 sm:grid-cols-3">
        <Field
          name="per_day"
          label="Campaigns a day"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={defaults.perDay}
        />
        <Field name="from" label="First day" type="date" defaultValue={defaults.from} />
        <Field name="time" label="Time" type="time" defaultValue={defaults.time} />
      </div>
      <Checkbox
        name="weekdays"
        label="Weekdays only"
        hint={`Skips weekends and federal holidays. Times are in ${timeOptions.zoneLabel}.`}
        defaultChecked
      />
    </div>
  );
}
