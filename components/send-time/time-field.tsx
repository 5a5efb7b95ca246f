'use client';

import { useId } from 'react';
import { useForm } from '#components/forms/action-form.tsx';
import { CONTROL_CLASS } from '#components/forms/control.ts';
import { FieldError } from '#components/forms/problem.tsx';
import { useHydratedValue } from '#components/forms/use-hydrated-value.ts';
import type { Fold, SendTime, SendVersion } from '#lib/forms/send-time.ts';

/** What the server knows of the time to choose, as the field needs it. */
export interface TimeFieldOptions {
  readonly version: SendVersion;
  readonly zone: string;
  readonly zoneLabel: string;
  /** The first and the last minute that can be chosen when the page was made, as field values in that zone. */
  readonly min: string;
  readonly max: string;
  /** A sentence. The first minute moves on while the page is read, so it is said where one was missed. */
  readonly limits: string;
}

interface TimeFieldProps {
  readonly label: string;
  readonly frame: TimeFieldOptions;
  readonly at: string;
  readonly fold: Fold | undefined;
  readonly onChange: (at: string, fold: Fold | undefined) => void;
  /** Told a time that stands in the field already, which says nothing about what else is wanted. */
  readonly onFound: (at: string) => void;
  /** What the time means, when it is known already. */
  readonly read: SendTime | undefined;
  readonly required?: boolean;
}

const FOLDS: readonly (readonly [Fold, string])[] = [
  ['earlier', 'Earlier'],
  ['later', 'Later'],
];

/** A local date and time, what it means everywhere, and what is allowed. */
export function TimeField({ label, frame, at, fold, onChange, onFound, read, required }: TimeFieldProps) {
  const { state } = useForm();
  const id = useId();
  const field = useHydratedValue<HTMLInputElement>(({ value }) => {
    if (value !== at) onFound(value);
  });
  const said = read !== undefined && !read.ok ? { [read.field]: read.problem } : undefined;
  const problems = said ?? (read === undefined ? state.fields : undefined) ?? {};
  const choices = read?.choices;
  const mustChoose = problems.fold !== undefined || choices !== undefined;
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-[550]">
        {label} <span className="font-normal text-muted">({frame.zoneLabel})</span>
      </label>
      <input
        ref={field}
        type="datetime-local"
        id={id}
        name="at"
        value={at}
        min={frame.min}
        max={frame.max}
        required={required}
        onChange={(event) => onChange(event.target.value, undefined)}
        aria-invalid={problems.at !== undefined}
        aria-describedby={`${id}-limits ${id}-problem`}
        className={`${CONTROL_CLASS} max-w-72`}
      />
      <input type="hidden" name="zone" value={frame.zone} />
      <p id={`${id}-limits`} className="mt-1 text-sm text-muted">
        {frame.limits}
      </p>
      <div aria-live="polite">
        <FieldError id={`${id}-problem`}>{problems.at ?? problems.fold}</FieldError>
        {read?.ok && (
          <p className="mt-2 tabular-nums">
            <span className="font-[550]">{read.text}</span>, {read.distance}
          </p>
        )}
      </div>
      {mustChoose && (
        <fieldset className="mt-2 flex flex-wrap gap-x-5 gap-y-1" aria-invalid={problems.fold !== undefined}>
          <legend className="sr-only">Which of the two times</legend>
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
