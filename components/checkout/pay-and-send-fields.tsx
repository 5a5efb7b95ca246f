'use client';

import { lazy, type RefObject, Suspense, useEffect, useId, useState } from 'react';
import { useForm } from '#components/forms/action-form.tsx';
import { EmailField } from '#components/forms/email-field.tsx';
import { Field } from '#components/forms/field.tsx';
import type { PrepareForm } from '#components/forms/use-kept-form.ts';
import { TimeField, type TimeFieldOptions } from '#components/send-time/time-field.tsx';
import { useSendTime } from '#components/send-time/use-send-time.ts';
import type { CardEntry } from '#lib/data/card-entry.ts';
import type { Fold } from '#lib/forms/send-time.ts';
import { CardFormMissing } from './card-form-unavailable.tsx';
import { CARD_FORM_NOT_READY, CARD_FORM_UNAVAILABLE, refuseCard } from './refuse-card.ts';

/** Loaded when a member chooses to pay by card, because few members need it. */
const CardForm = lazy(() =>
  import('./card-form.tsx').then(
    ({ CardForm }) => ({ default: CardForm }),
    () => ({ default: RefusedCard }),
  ),
);

function RefusedCard({ prepare }: Pick<PayAndSendFieldsProps, 'prepare'>) {
  useEffect(() => {
    prepare.current = refuseCard(CARD_FORM_UNAVAILABLE);
  }, [prepare]);
  return <CardFormMissing />;
}

export interface PayAndSendFieldsProps {
  /** How the member enters a card. Undefined if credits cover the order. */
  readonly cardEntry: CardEntry | undefined;
  /** True if the fields are visible. The card form is loaded when the fields first become visible. */
  readonly isOpen: boolean;
  readonly prepare: RefObject<PrepareForm | null>;
  readonly sandbox: boolean;
  readonly email: string;
  readonly timeOptions: TimeFieldOptions;
}

/**
 * The fields for `pay_and_send`, except the sender's copy. Section 4.4 of the interface documentation
 * describes `pay_and_send`.
 */
export function PayAndSendFields(props: PayAndSendFieldsProps) {
  const { cardEntry, isOpen, prepare, sandbox, email, timeOptions } = props;
  const { state } = useForm();
  const [at, setAt] = useState(state.values?.at ?? timeOptions.at);
  const [fold, setFold] = useState<Fold>();
  const sendTime = useSendTime(at, timeOptions, fold);
  const [needsCardForm, setNeedsCardForm] = useState(false);
  useEffect(() => {
    if (cardEntry?.kind !== 'form') return;
    reloadInOwnDocument();
    prepare.current ??= refuseCard(CARD_FORM_NOT_READY);
  }, [cardEntry?.kind, prepare]);
  useEffect(() => {
    if (isOpen) setNeedsCardForm(true);
  }, [isOpen]);
  return (
    <div className="grid max-w-md gap-4">
      {cardEntry?.kind === 'token' && <TokenField sandbox={sandbox} />}
      {cardEntry?.kind === 'form' && needsCardForm && (
        <Suspense fallback={<p className="text-muted">Loading card form…</p>}>
          <CardForm url={cardEntry.url} prepare={prepare} />
        </Suspense>
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

/**
 * Reloads the page if its document was loaded from another page's URL, for example during sign-in. The
 * content security policy of such a document doesn't allow the card form.
 */
function reloadInOwnDocument(): void {
  const [navigation] = performance.getEntriesByType('navigation');
  if (navigation && new URL(navigation.name).pathname !== location.pathname) location.reload();
}

function TokenField({ sandbox }: Pick<PayAndSendFieldsProps, 'sandbox'>) {
  const tokenListId = useId();
  return (
    <>
      <Field
        name="source"
        label="Card token"
        hint={
          <>
            Enter the token from your card processor, not the card number. We send the token once and don’t
            store it.
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
  );
}
