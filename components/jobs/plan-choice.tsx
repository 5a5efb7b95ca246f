'use client';

import { type ReactNode, useState } from 'react';
import { useForm } from '#components/forms/action-form.tsx';
import { TimeField, type TimeFieldOptions } from '#components/send-time/time-field.tsx';
import { useSendTime } from '#components/send-time/use-send-time.ts';
import type { Fold, SendTime } from '#lib/forms/send-time.ts';

export interface PlanChoiceProps {
  readonly timeOptions: TimeFieldOptions;
  /** The suggested time, as a local time. */
  readonly defaultAt: string;
  /**
   * The suggested time, resolved in advance so that the field shows it in UTC immediately. Showing the UTC
   * time later would move the button.
   */
  readonly suggested: SendTime;
  /** Whether campaigns can be spread over days. A single campaign can't. */
  readonly canSpread: boolean;
  /** The radio buttons for sending all campaigns at the same time, or spreading them over days. */
  readonly modes: ReactNode;
  /** The fields for spreading campaigns over days. */
  readonly spread: ReactNode;
}

/**
 * Lets the member choose between one time for all campaigns and several days. CSS hides the fields of the
 * option that isn't chosen.
 */
export function PlanChoice({ timeOptions, defaultAt, suggested, canSpread, modes, spread }: PlanChoiceProps) {
  const { state } = useForm();
  // A refused form keeps the option that was submitted.
  const showsModes = canSpread || state.values?.mode === 'spread';
  const [at, setAt] = useState(state.values?.at ?? defaultAt);
  const [fold, setFold] = useState<Fold | undefined>();
  const fetched = useSendTime(at, timeOptions, fold);
  const sendTime = fetched ?? (at === defaultAt ? suggested : undefined);
  return (
    <div className="group/schedule grid gap-4">
      {showsModes ? modes : <input type="hidden" name="mode" value="once" />}
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
      {showsModes && spread}
    </div>
  );
}
