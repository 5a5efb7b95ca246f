'use client';

import { useId, useState } from 'react';
import { useForm } from '#components/forms/action-form.tsx';
import { EmailField } from '#components/forms/email-field.tsx';
import { Field } from '#components/forms/field.tsx';
import { TimeField, type TimeFrame } from '#components/send-time/time-field.tsx';
import { useSendTime } from '#components/send-time/use-send-time.ts';
import type { Fold } from '#lib/forms/send-time.ts';

interface CardFieldsProps {
  /** Credits pay without a card. */
  readonly withCard: boolean;
  readonly sandbox: boolean;
  readonly email: string;
  readonly frame: TimeFrame;
}

/** What pay_and_send takes (4.4) beside the sender's copy. */
export function CardFields({ withCard, sandbox, email, frame }: CardFieldsProps) {
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
                The “source” your card processor made for the card, never the card’s number. It is passed on
                once and not kept.
                {sandbox && ' In the Sandbox tok_visa pays and tok_chargeDeclined is declined.'}
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
              <option value="tok_visa">A card that pays</option>
              <option value="tok_chargeDeclined">A card that is declined</option>
            </datalist>
          )}
        </>
      )}
      <EmailField label="Invoice goes to" autoComplete="email" defaultValue={email} />
      <TimeField
        label="Send at, if not in 15 minutes"
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
