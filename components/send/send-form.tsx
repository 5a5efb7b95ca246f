'use client';

import { type ReactNode, useState } from 'react';
import { ActionForm, type FormAction, useForm } from '#components/forms/action-form.tsx';
import { Choice } from '#components/forms/choice.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { Submit } from '#components/forms/submit.tsx';
import { TimeField, type TimeFrame } from '#components/send-time/time-field.tsx';
import { useSendTime } from '#components/send-time/use-send-time.ts';
import type { Fold, SendTime } from '#lib/forms/send-time.ts';

interface SendFormProps {
  readonly campaignId: number;
  readonly action: FormAction;
  readonly frame: TimeFrame;
  /** Before it is asked when. */
  readonly above?: ReactNode;
  /** What came of it, where that takes more than a sentence. */
  readonly message?: ReactNode;
  /** After the button. */
  readonly below?: ReactNode;
  /** Shown above the button. */
  readonly children: ReactNode;
}

export function SendForm({ campaignId, action, ...rest }: SendFormProps) {
  return (
    <ActionForm
      action={action}
      hidden={{ id: campaignId }}
      className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 wide:grid-cols-[minmax(0,1fr)_332px] wide:gap-x-5.5"
    >
      <Choices {...rest} />
    </ActionForm>
  );
}

type When = 'now' | 'at';

function Choices({
  frame,
  above,
  message = <FormMessage />,
  below,
  children,
}: Omit<SendFormProps, 'campaignId' | 'action'>) {
  const { state } = useForm();
  const [at, setAt] = useState(state.values?.at ?? '');
  const [fold, setFold] = useState(readFold(state.values?.fold));
  const [when, setWhen] = useState<When>(at === '' ? 'now' : 'at');
  const read = useSendTime(at, frame, fold);
  const isWrong = at === '' || (read === undefined ? state.fields?.at !== undefined : !read.ok);
  const choose = (value: string, choice: Fold | undefined) => {
    setAt(value);
    setFold(choice);
    setWhen('at');
  };
  // Only shows and hides: it belongs to no form, because each button says for itself what it does.
  const switching = {
    name: 'choice',
    form: 'no-form',
    chosen: when,
    onChoose: setWhen,
    className: 'scriptless:hidden',
  };
  return (
    <>
      <div className="grid min-w-0 gap-4">
        {above}
        <section className="min-w-0 rounded-lg border border-line bg-card p-4.5 shadow-card">
          <h2 className="mb-3">When does it go?</h2>
          <Choice {...switching} value="now" title="Now">
            It goes to production in 15 minutes. Until then it can be cancelled.
          </Choice>
          <Choice {...switching} value="at" title="At a date and time">
            Until that time it can be cancelled.
          </Choice>
          <div className={`mt-2 scripted:pl-6.5 ${when === 'at' ? '' : 'scripted:hidden'}`}>
            <TimeField
              label="Date and time"
              frame={frame}
              at={at}
              fold={fold}
              onChange={choose}
              onFound={setAt}
              read={read}
              required
            />
            <div className="mt-3 scripted:hidden">
              <Submit kind="plain" name="when" value="check">
                Show this time
              </Submit>
            </div>
          </div>
        </section>
      </div>
      <aside className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 rounded-lg border border-line bg-card p-4.5 shadow-card">
        {children}
        {message}
        <Submit name="when" value={when} className="py-2.75">
          {when === 'now' ? 'Send now' : `Send at ${isWrong ? 'a time' : nameOf(read, at, frame)}`}
        </Submit>
        {when === 'at' && (
          <Submit kind="plain" name="when" value="now" className="scripted:hidden">
            Send now
          </Submit>
        )}
        {below}
      </aside>
    </>
  );
}

/** The moment itself, on a night when the wall clock alone doesn't say which. */
const nameOf = (read: SendTime | undefined, at: string, frame: TimeFrame): string =>
  read?.ok && read.choices !== undefined ? read.local : readableTime(at, frame.min);

const readFold = (text: string | undefined): Fold | undefined =>
  text === 'earlier' || text === 'later' ? text : undefined;

/**
 * "2026-11-23T09:00" → "09:00 on 23 Nov", with its year where that isn't today's: the wall clock that was typed,
 * whatever the zone.
 */
function readableTime(at: string, today: string): string {
  const day = new Date(`${at.slice(0, 10)}T00:00Z`);
  if (Number.isNaN(day.getTime())) return 'a time';
  const date = day.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    ...(at.slice(0, 4) !== today.slice(0, 4) && { year: 'numeric' }),
    timeZone: 'UTC',
  });
  return `${at.slice(11, 16)} on ${date}`;
}
