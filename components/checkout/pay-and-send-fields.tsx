'use client';

import { useId, useState } from 'react';
import { useForm } from '#components/forms/action-form.tsx';
import { EmailField } from '#components/forms/email-field.tsx';
import { Field } from '#components/forms/field.tsx';
import { TimeField, type TimeFieldOptions } from '#components/send-time/time-field.tsx';
import { useSendTime } from '#components/send-time/use-send-time.ts';
import type { Fold } from '#lib/forms/send-time.ts';

interface PayAndSendFieldsProps {
  /** False if credits cover the order. */
  readonly withCard: boolean;
  readonly sandbox: boolean;
  readonly email: string;
  readonly timeOptions: TimeFieldOptions;
}

/**
 * The fields for `pay_and_send`, except the sender's copy. Section 4.4 of the interface documentation
 * describes `pay_and_send`.
 */
export function PayAndSendFields({ withCard, sandbox, email, timeOptions }: PayAndSendFieldsProps) {
  const { state } = useForm();
  const [at, setAt] = useState(state.values?.at ?? timeOptions.at);
  const [fold, setFold] = useState<Fold>();
  const sendTime = useSendTime(at, timeOptions, fold);
  const tokenListId = useId();
  return (
    <div className="grid max-w-md gap-4">
      {withCard && (
        <>
          <Field
            name="source"
            label="Card token"
            hint={
              <>
                Enter the token from your card processor, not the card number. We send the token once and
                don’t store it.
                {sandbox && ' In the sandbox, tok_visa is approved and tok_chargeDeclined is declined.'}
              </>
            }
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            list={sandbox ? tokenListId : undefined}
            required
          />
          {sandbox && (
            <datalist id={tokenListId}>
              <option value="tok_visa">Approved card</option>
              <option value="tok_chargeDeclined">Declined card</option>
            </datalist>
          )}
        </>
      )}
      <EmailField label="Email invoice to" autoComplete="email" defaultValue={email} />
      <TimeField
        label="Send date (optional)"
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
  );
}
