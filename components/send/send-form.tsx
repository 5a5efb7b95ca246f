'use client';

import { type ReactNode, useState } from 'react';
import { ActionForm, type FormAction, useForm } from '#components/forms/action-form.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { RadioOption } from '#components/forms/radio-option.tsx';
import { SubmitButton } from '#components/forms/submit-button.tsx';
import { SendDayWarning, TimeField, type TimeFieldOptions } from '#components/send-time/time-field.tsx';
import { parseFold, useSendTime } from '#components/send-time/use-send-time.ts';
import { DEFAULT_SEND_DELAY } from '#lib/format/send-limits.ts';
import type { Fold } from '#lib/forms/send-time.ts';

interface SendFormProps {
  readonly campaignId: number;
  readonly action: FormAction;
  readonly options: TimeFieldOptions;
  /** Content above the time options. */
  readonly header?: ReactNode;
  /** A form message to show instead of the standard message. */
  readonly message?: ReactNode;
  /** Content below the button. */
  readonly footer?: ReactNode;
  /** Content above the button. */
  readonly children: ReactNode;
}

/**
 * The id of the form that contains the radio buttons. Outside of a dialog, submitting a form with the method
 * `dialog` does nothing.
 */
const CHOICE_FORM_ID = 'send-choice';

export function SendForm({ campaignId, action, ...rest }: SendFormProps) {
  return (
    <ActionForm
      action={action}
      hidden={{ id: campaignId }}
      afterForm={<form id={CHOICE_FORM_ID} method="dialog" />}
      className="grid max-w-[1240px] grid-cols-[minmax(0,1fr)] items-start gap-4 wide:grid-cols-[minmax(0,1fr)_332px] wide:gap-x-5.5"
    >
      <SendFormBody {...rest} />
    </ActionForm>
  );
}

type When = 'now' | 'at';

function SendFormBody({
  options: timeOptions,
  header,
  message = <FormMessage />,
  footer,
  children,
}: Omit<SendFormProps, 'campaignId' | 'action'>) {
  const { state } = useForm();
  const [at, setAt] = useState(state.values?.at ?? timeOptions.at);
  const [fold, setFold] = useState(parseFold(state.values?.fold));
  const [when, setWhen] = useState<When>(at === '' ? 'now' : 'at');
  const sendTime = useSendTime(at, timeOptions, fold);
  const chooseTime = (newAt: string, newFold: Fold | undefined) => {
    setAt(newAt);
    setFold(newFold);
    setWhen('at');
  };
  // The radio buttons belong to another form, because they only show and hide the time field.
  // Each submit button sends its own `when` value.
  const choiceProps = {
    name: 'choice',
    form: CHOICE_FORM_ID,
    selected: when,
    onSelect: setWhen,
    className: 'scriptless:hidden',
  };
  return (
    <>
      <div className="grid min-w-0 gap-4">
        {header}
        <section className="min-w-0 rounded-lg border border-line bg-card p-4.5 shadow-card">
          <h2 className="mb-3">When to send</h2>
          <RadioOption {...choiceProps} value="now" title="Now">
            Production starts in {DEFAULT_SEND_DELAY}, and you can cancel until then.
            {timeOptions.warningNow !== undefined && <SendDayWarning text={timeOptions.warningNow} />}
          </RadioOption>
          <RadioOption {...choiceProps} value="at" title="At a specific time">
            You can cancel until the time you choose.
          </RadioOption>
          <div className={`mt-2 scripted:pl-6.5 ${when === 'at' ? '' : 'scripted:hidden'}`}>
            <TimeField
              label="Date and time"
              options={timeOptions}
              at={at}
              fold={fold}
              onChange={chooseTime}
              onHydrate={setAt}
              sendTime={sendTime}
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
          {when === 'now' ? 'Send now' : `Send at ${sendTime?.ok ? sendTime.local : 'the chosen time'}`}
        </SubmitButton>
        {when === 'at' && (
          <SubmitButton kind="plain" name="when" value="now" className="scripted:hidden">
            Send now
          </SubmitButton>
        )}
        {footer}
      </aside>
    </>
  );
}
