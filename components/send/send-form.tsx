'use client';

import { type ReactNode, useState } from 'react';
import { ActionForm, type FormAction } from '#components/forms/action-form.tsx';
import { RadioOption } from '#components/forms/radio-option.tsx';
import { SubmitButton } from '#components/forms/submit-button.tsx';
import { CheckedTimeField, useChosenTime } from '#components/send-time/checked-time-field.tsx';
import type { TimeFieldOptions } from '#components/send-time/time-field.tsx';

interface SendFormProps {
  readonly campaignId: number;
  readonly action: FormAction;
  readonly options: TimeFieldOptions;
  /** Describes what happens if the campaign is sent now. */
  readonly nowText: ReactNode;
  /** Content above the time options. */
  readonly header?: ReactNode;
  /** Shows the result of the last submission. */
  readonly message: ReactNode;
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
  nowText,
  header,
  message,
  footer,
  children,
}: Omit<SendFormProps, 'campaignId' | 'action'>) {
  const time = useChosenTime(timeOptions);
  const { sendTime } = time;
  const [when, setWhen] = useState<When>(time.at === '' ? 'now' : 'at');
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
            {nowText}
          </RadioOption>
          <RadioOption {...choiceProps} value="at" title="At a specific time">
            You can cancel until the time you choose.
          </RadioOption>
          <div className={`mt-2 scripted:pl-6.5 ${when === 'at' ? '' : 'scripted:hidden'}`}>
            <CheckedTimeField
              {...time}
              onChange={(at, fold) => {
                time.onChange(at, fold);
                setWhen('at');
              }}
            />
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
