'use client';

import { useState } from 'react';
import { useForm } from '#components/forms/action-form.tsx';
import { TimeField, type TimeFieldOptions } from '#components/send-time/time-field.tsx';
import { useSendTime } from '#components/send-time/use-send-time.ts';
import type { Fold } from '#lib/forms/send-time.ts';

interface RunTimeFieldProps {
  readonly label: string;
  readonly options: TimeFieldOptions;
  /** The time that is saved with the run, as a local time, or blank. */
  readonly savedAt?: string;
  readonly required?: boolean;
}

/** The field for choosing when a run's campaigns are sent. */
export function RunTimeField({ label, options, savedAt = '', required = false }: RunTimeFieldProps) {
  const { values } = useForm().state;
  const [at, setAt] = useState(values?.at ?? savedAt);
  const [fold, setFold] = useState<Fold | undefined>(
    values?.fold === 'earlier' || values?.fold === 'later' ? values.fold : undefined,
  );
  return (
    <TimeField
      label={label}
      options={options}
      at={at}
      fold={fold}
      onChange={(newAt, newFold) => {
        setAt(newAt);
        setFold(newFold);
      }}
      onHydrate={setAt}
      sendTime={useSendTime(at, options, fold)}
      required={required}
    />
  );
}
