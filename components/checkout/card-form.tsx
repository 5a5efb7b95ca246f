'use client';

import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useForm } from '#components/forms/action-form.tsx';
import { FieldError } from '#components/forms/field-error.tsx';
import type { PrepareForm } from '#components/forms/use-kept-form.ts';
import { type CardTokenResult, connectCardForm } from './card-form-connection.ts';
import { CardFormUnavailable } from './card-form-unavailable.tsx';
import { CARD_FORM_NOT_READY, CARD_FORM_UNAVAILABLE } from './refuse-card.ts';

interface CardFormProps {
  readonly url: string;
  /** A function that this component sets, and that checkout calls before submitting the order. */
  readonly prepare: RefObject<PrepareForm | null>;
}

/** The approximate height of a form with three rows of fields, in CSS pixels. */
const INITIAL_HEIGHT = 320;

const PROBLEMS: Readonly<
  Record<Exclude<Extract<CardTokenResult, { problem: string }>['problem'], 'unavailable'>, string>
> = {
  not_ready: CARD_FORM_NOT_READY,
  invalid: 'Check the card details.',
  failed: 'The card couldn’t be checked. No payment was made. Try again in a moment.',
  no_answer: 'The card form didn’t respond. No payment was made. Try again in a moment.',
};

/**
 * The card processor's form. It sends the card to the processor, and returns a token when the member pays. The frame's
 * sandbox keeps the form from opening other pages in this tab. The frame keeps its own origin, which isn't the
 * console's, so the form can't access the console's data.
 */
export function CardForm({ url, prepare }: CardFormProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(INITIAL_HEIGHT);
  const [status, setStatus] = useState<'loading' | 'ready' | 'unavailable'>('loading');
  const id = useId();
  const error = useForm().state.fields?.source;
  useEffect(() => {
    if (!frame.current) return undefined;
    const connection = connectCardForm(frame.current, url, {
      onReady: () => setStatus('ready'),
      onTimeout: () => setStatus('unavailable'),
      onHeight: setHeight,
    });
    prepare.current = async (form) => {
      if (form.get('payment_method') !== 'card') return undefined;
      const result = await connection.requestToken();
      if ('problem' in result) {
        // If the form is unavailable, the message is beside the button, because there are no fields to
        // correct.
        return result.problem === 'unavailable'
          ? { message: CARD_FORM_UNAVAILABLE }
          : { fields: { source: PROBLEMS[result.problem] } };
      }
      form.set('source', result.token);
      return undefined;
    };
    return () => {
      prepare.current = null;
      connection.close();
    };
  }, [url, prepare]);
  return (
    <div>
      <div role="status" className="empty:hidden">
        {status === 'loading' && <p className="absolute text-muted">Loading card form…</p>}
        {status === 'unavailable' && <CardFormUnavailable />}
      </div>
      <iframe
        ref={frame}
        title="Card details"
        sandbox="allow-forms allow-same-origin allow-scripts"
        referrerPolicy="no-referrer"
        aria-describedby={error && `${id}-error`}
        style={{ height: status === 'unavailable' ? 0 : height }}
        className={`-mx-1 w-[calc(100%+8px)] ${status === 'ready' ? '' : 'invisible'}`}
      />
      <div aria-live="assertive">
        <FieldError id={`${id}-error`}>{error}</FieldError>
      </div>
    </div>
  );
}
