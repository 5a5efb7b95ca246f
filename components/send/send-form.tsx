'use client';

import { type ReactNode, useState } from 'react';
import { ActionForm, type FormAction, useForm } from '#components/forms/action-form.tsx';
import { RadioOption } from '#components/forms/choice.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { SubmitButton } from '#components/forms/submit.tsx';
import { TimeField, type TimeFieldOptions } from '#components/send-time/time-field.tsx';
import { useSendTime } from '#components/send-time/use-send-time.ts';
import type { Fold, SendTime } from '#lib/forms/send-time.ts';

interface SendFormProps {
  readonly campaignId: number;
  readonly action: FormAction;
  readonly frame: TimeFieldOptions;
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
      <SendFormBody {...rest} />
    </ActionForm>
  );
}

type When = 'now' | 'at';

function SendFormBody({
  frame,
  above,
  message = <FormMessage />,
  below,
  children,
}: Omit<SendFormProps, 'campaignId' | 'action'>) {
  const { state } = useForm();
  const [at, setAt] = useState(state.values?.at ?? '');
  const [fold, setFold] = useState(parseFold(state.values?.fold));
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
          <h2 className="mb-3">When to send</h2>
          <RadioOption {...switching} value="now" title="Now">
            Goes to production in 15 minutes. You can cancel until then.
          </RadioOption>
          <RadioOption {...switching} value="at" title="At a chosen time">
            You can cancel until then.
          </RadioOption>
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
              <SubmitButton kind="plain" name="when" value="check">
                Check this time
              </SubmitButton>
            </div>
          </div>
        </section>
      </div>
      <aside className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 rounded-lg border border-line bg-card p-4.5 shadow-card">
        {children}
        {message}
        <SubmitButton name="when" value={when} className="py-2.75">
          {when === 'now'
            ? 'Send now'
            : `Send at ${isWrong ? 'the chosen time' : timeOnButton(read, at, frame)}`}
        </SubmitButton>
        {when === 'at' && (
          <SubmitButton kind="plain" name="when" value="now" className="scripted:hidden">
            Send now
          </SubmitButton>
        )}
        {below}
      </aside>
    </>
  );
}

/** The moment itself, on a night when the wall clock alone doesn't say which. */
const timeOnButton = (read: SendTime | undefined, at: string, frame: TimeFieldOptions): string =>
  read?.ok && read.choices !== undefined ? read.local : formatFieldValue(at, frame.min);

const parseFold = (text: string | undefined): Fold | undefined =>
  text === 'earlier' || text === 'later' ? text : undefined;

/**
 * "2026-11-23T09:00" → "09:00 on 23 Nov", with its year where that isn't today's: the wall clock that was typed,
 * whatever the zone.
 */
function formatFieldValue(at: string, today: string): string {
  const day = new Date(`${at.slice(0, 10)}T00:00Z`);
  if (Number.isNaN(day.getTime())) return 'the chosen time';
  const date = day.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    ...(at.slice(0, 4) !== today.slice(0, 4) && { year: 'numeric' }),
    timeZone: 'UTC',
  });
  return `${at.slice(11, 16)} on ${date}`;
}
