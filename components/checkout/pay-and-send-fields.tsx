'use client';

import { useId, useState } from 'react';
import { useForm } from '#components/forms/action-form.tsx';
import { EmailField } from '#components/forms/email-field.tsx';
import { Field } from '#components/forms/field.tsx';
import { TimeField, type TimeFieldOptions } from '#components/send-time/time-field.tsx';
import { useSendTime } from '#components/send-time/use-send-time.ts';
import type { Fold } from '#lib/forms/send-time.ts';

interface PayAndSendFieldsProps {
  /** Credits pay without a card. */
  readonly withCard: boolean;
  readonly sandbox: boolean;
  readonly email: string;
  readonly frame: TimeFieldOptions;
}

/** What pay_and_send takes (4.4) beside the sender's copy. */
export function PayAndSendFields({ withCard, sandbox, email, frame }: PayAndSendFieldsProps) {
  const { state } = useForm();
  const [at, setAt] = useState(state.values?.at ?? '');
  const [fold, setFold] = useState<Fold>();
  const read = useSendTime(at, frame, fold);
  const tokens = useId();
  return (
    <div className="grid max-w-md gap-4">
      {withCard && (
        <>
          <Field
            name="source"
            label="Card token"
            hint={
              <>
                The token your card processor created, never the card number. We send it once and don’t store
                it.
                {sandbox && ' In the sandbox, tok_visa is approved and tok_chargeDeclined is declined.'}
              </>
            }
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            list={sandbox ? tokens : undefined}
            required
          />
          {sandbox && (
            <datalist id={tokens}>
              <option value="tok_visa">Approved card</option>
              <option value="tok_chargeDeclined">Declined card</option>
            </datalist>
          )}
        </>
      )}
      <EmailField label="Email invoice to" autoComplete="email" defaultValue={email} />
      <TimeField
        label="Send date (optional)"
        frame={frame}
        at={at}
        fold={fold}
        onChange={(value, choice) => {
          setAt(value);
          setFold(choice);
        }}
        onFound={setAt}
        read={read}
      />
    </div>
  );
}
