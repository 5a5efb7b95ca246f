'use client';

import { type ComponentProps, useState } from 'react';
import { useForm } from '#components/forms/action-form.tsx';
import { SubmitButton } from '#components/forms/submit-button.tsx';
import { TimeField, type TimeFieldOptions } from './time-field.tsx';
import { parseFold, useSendTime } from './use-send-time.ts';

type ChosenTime = Omit<ComponentProps<typeof TimeField>, 'label' | 'required'>;

/** Keeps the time that the member chooses in a form, and what the time means. */
export function useChosenTime(options: TimeFieldOptions): ChosenTime {
  const { state } = useForm();
  const [at, setAt] = useState(state.values?.at ?? options.at);
  const [fold, setFold] = useState(parseFold(state.values?.fold));
  return {
    options,
    at,
    fold,
    sendTime: useSendTime(at, options, fold),
    onChange: (newAt, newFold) => {
      setAt(newAt);
      setFold(newFold);
    },
    onHydrate: setAt,
  };
}

/** A field for the time at which a campaign is sent, and the button that checks the time without JavaScript. */
export function CheckedTimeField(time: ChosenTime) {
  return (
    <>
      <TimeField label="Date and time" {...time} required />
      <div className="mt-3 scripted:hidden">
        <SubmitButton kind="plain" name="when" value="check">
          Check this time
        </SubmitButton>
      </div>
    </>
  );
}
