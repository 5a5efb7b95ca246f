import { Checkbox } from '#components/forms/checkbox.tsx';
import { Field } from '#components/forms/field.tsx';
import { RadioGroup } from '#components/forms/radio-group.tsx';
import type { ScheduleDefaults } from '#lib/forms/job-options.ts';
import { PlanChoice, type PlanChoiceProps } from './plan-choice.tsx';

export interface PlanOptions extends Pick<PlanChoiceProps, 'timeOptions' | 'suggested' | 'canSpread'> {
  readonly defaults: ScheduleDefaults;
}

export interface ScheduleOptions extends PlanOptions {
  /** Whether drafts are billed on the monthly invoice. */
  readonly invoiced: boolean;
}

const MODES = [
  {
    value: 'once',
    title: 'All at the same time',
    description: 'You can cancel any campaign until then.',
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

/** Lets the member choose when campaigns are sent, and how drafts are paid for. */
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

/** Fields for choosing when campaigns are sent. */
export function PlanFields({ timeOptions, defaults, suggested, canSpread }: PlanOptions) {
  return (
    <PlanChoice
      timeOptions={timeOptions}
      defaultAt={defaults.at}
      suggested={suggested}
      canSpread={canSpread}
      modes={<RadioGroup name="mode" legend="When to send" options={MODES} defaultValue="once" />}
      spread={<SpreadFields timeOptions={timeOptions} defaults={defaults} />}
    />
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
