'use client';

import { type MouseEvent, useRef, useState } from 'react';
import { type FormAction, useForm } from '#components/forms/action-form.tsx';
import { BusyButton } from '#components/forms/busy-button.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import type { ButtonKind } from '#components/ui/button.ts';
import { Note } from '#components/ui/note.tsx';
import { describePasskeyProblem } from '#lib/format/second-factor.ts';

interface PasskeyControlsProps {
  /** Returns the options that the browser needs to create or use a passkey. */
  readonly request: FormAction;
  /** Whether the browser creates a passkey or uses one. */
  readonly isNew?: boolean;
  readonly kind?: ButtonKind;
  readonly className?: string;
  /** The button's label. */
  readonly children: string;
}

/**
 * A button that makes the browser create or use a passkey, and then submits the surrounding form with the
 * browser's response. Passkeys need JavaScript.
 */
export function PasskeyControls({
  request,
  isNew = false,
  kind = 'plain',
  className,
  children,
}: PasskeyControlsProps) {
  const { pending } = useForm();
  const field = useRef<HTMLInputElement>(null);
  const [isRequesting, setIsRequesting] = useState(false);
  const [problem, setProblem] = useState<string>();
  const start = async (event: MouseEvent<HTMLButtonElement>) => {
    event.preventDefault();
    setIsRequesting(true);
    setProblem(undefined);
    try {
      const { passkeyOptions, message } = await request({}, new FormData());
      if (passkeyOptions === undefined) return setProblem(message);
      const answer = await answerWithPasskey(passkeyOptions, isNew);
      if (!field.current) return;
      field.current.value = answer;
      field.current.form?.requestSubmit();
    } catch (error) {
      setProblem(describePasskeyProblem(error));
    } finally {
      setIsRequesting(false);
    }
  };
  return (
    <div className="grid gap-3 scriptless:hidden">
      <input ref={field} type="hidden" name="response" />
      <div role="alert" className="empty:hidden">
        {problem !== undefined && <Note tone="red">{problem}</Note>}
      </div>
      {problem === undefined && <FormMessage />}
      <BusyButton kind={kind} isBusy={pending || isRequesting} onClick={start} className={className}>
        {children}
      </BusyButton>
    </div>
  );
}

/** @returns the browser's response, as JSON */
async function answerWithPasskey(options: string, isNew: boolean): Promise<string> {
  // Loaded on demand, because most sign-ins don't use a passkey.
  const { startAuthentication, startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = JSON.parse(options);
  return JSON.stringify(await (isNew ? startRegistration : startAuthentication)({ optionsJSON }));
}
