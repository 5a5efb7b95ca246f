'use client';

import { useId } from 'react';
import { useForm } from '#components/forms/action-form.tsx';
import { CONTROL_CLASS, FieldError } from '#components/forms/field-error.tsx';
import { useHydratedValue } from '#components/forms/use-hydrated-value.ts';
import { Dotted } from '#components/ui/dotted.tsx';
import type { Fold, SendTime, SendVersion } from '#lib/forms/send-time.ts';
import { SendDayWarning } from './send-day-warning.tsx';
import { type LinkedPreset, SendPresets } from './send-presets.tsx';

/** The range of selectable times, as computed by the server. */
export interface TimeFieldOptions {
  readonly version: SendVersion;
  readonly zone: string;
  readonly zoneLabel: string;
  /** `min` and `max` are the limits that applied when the page was rendered, as local times in `zone`. */
  readonly min: string;
  readonly max: string;
  /**
   * A sentence that states the allowed range. Doesn't include the earliest time, because that time changes
   * while the page is open.
   */
  readonly limitsText: string;
  /** The field's initial value, as a local time. Empty if none was chosen. */
  readonly at: string;
  readonly presets: readonly LinkedPreset[];
}

interface TimeFieldProps {
  readonly label: string;
  readonly options: TimeFieldOptions;
  readonly at: string;
  readonly fold: Fold | undefined;
  readonly onChange: (at: string, fold: Fold | undefined) => void;
  /** Called with the time that was entered or restored before hydration. */
  readonly onHydrate: (at: string) => void;
  /** The resolved time, or the problem with the entered time. Undefined until the server responds. */
  readonly sendTime: SendTime | undefined;
  readonly required?: boolean;
}

const FOLDS: readonly (readonly [Fold, string])[] = [
  ['earlier', 'Earlier'],
  ['later', 'Later'],
];

/** A field for a local date and time. The time in UTC and the allowed range are shown below the field. */
export function TimeField({
  label,
  options,
  at,
  fold,
  onChange,
  onHydrate,
  sendTime,
  required,
}: TimeFieldProps) {
  const { state } = useForm();
  const id = useId();
  const field = useHydratedValue<HTMLInputElement>(({ value }) => {
    if (value !== at) onHydrate(value);
  });
  const liveProblems =
    sendTime !== undefined && !sendTime.ok ? { [sendTime.field]: sendTime.problem } : undefined;
  const problems = liveProblems ?? (sendTime === undefined ? state.fields : undefined) ?? {};
  const problem = problems.at ?? problems.fold;
  const choices = sendTime?.choices;
  const needsFold = problems.fold !== undefined || choices !== undefined;
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-[550]">
        {label} <span className="font-normal text-muted">· {options.zoneLabel}</span>
      </label>
      <input
        ref={field}
        type="datetime-local"
        id={id}
        name="at"
        value={at}
        min={options.min}
        max={options.max}
        required={required}
        onChange={(event) => onChange(event.target.value, undefined)}
        aria-invalid={problems.at !== undefined}
        aria-describedby={problem === undefined ? `${id}-limits` : `${id}-limits ${id}-problem`}
        className={`${CONTROL_CLASS} max-w-72`}
      />
      <input type="hidden" name="zone" value={options.zone} />
      <SendPresets presets={options.presets} at={at} onChoose={(preset) => onChange(preset, undefined)} />
      <p id={`${id}-limits`} className="mt-1 text-sm text-muted">
        {options.limitsText}
      </p>
      <div aria-live="polite">
        <FieldError id={`${id}-problem`}>{problem}</FieldError>
        {sendTime?.ok && (
          <p className="mt-2 tabular-nums">
            <Dotted
              parts={sendTime.text.split(' · ').map((part, i, parts) => (
                <span key={part}>
                  <span className="font-[550]">{part}</span>
                  {i === parts.length - 1 && `, ${sendTime.distance}`}
                </span>
              ))}
            />
          </p>
        )}
        {sendTime?.ok && sendTime.warning !== undefined && <SendDayWarning text={sendTime.warning} />}
      </div>
      {needsFold && (
        <fieldset className="mt-2 flex flex-wrap gap-x-5 gap-y-1" aria-invalid={problems.fold !== undefined}>
          <legend className="sr-only">Which time?</legend>
          {FOLDS.map(([value, text]) => (
            <label key={value} className="flex items-center gap-2 py-1">
              <input
                type="radio"
                name="fold"
                value={value}
                checked={fold === value}
                onChange={() => onChange(at, value)}
              />
              {choices === undefined ? text : `${text}, ${choices[value]}`}
            </label>
          ))}
        </fieldset>
      )}
    </div>
  );
}
