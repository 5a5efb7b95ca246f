'use client';

import {
  createContext,
  type ReactNode,
  type SubmitEvent,
  startTransition,
  use,
  useActionState,
  useEffect,
  useRef,
} from 'react';
import type { FormState } from '#lib/forms/form-state.ts';

export type FormAction = (previous: FormState, form: FormData) => Promise<FormState>;

interface FormContextValue {
  readonly state: FormState;
  readonly pending: boolean;
}

const FormContext = createContext<FormContextValue>({ state: {}, pending: false });

/** What the nearest form knows: what came back from its action, and whether it is being sent. */
export const useForm = () => use(FormContext);

interface ActionFormProps {
  readonly action: FormAction;
  /** Sent along with what is typed. */
  readonly hidden?: Readonly<Record<string, string | number>>;
  readonly id?: string;
  readonly className?: string;
  /** After the form and not in it, but of what came of it: as a result that has forms of its own. */
  readonly afterForm?: ReactNode;
  readonly children: ReactNode;
}

/** Whether the button that was pressed has gone: whoever uses the keyboard would begin at the top of the page again. */
function isFocusLost(): boolean {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body || !activeElement.checkVisibility();
}

/**
 * A form for a server action. Without JavaScript it is posted and the page comes back with the same state; with it, the
 * first field that holds something wrong gets the focus, or what is said where the pressed button has gone.
 */
export function ActionForm({ action, hidden = {}, id, className, afterForm: beside, children }: ActionFormProps) {
  const [state, submit, pending] = useActionState(action, {});
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (state.fields) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    else if (state.message !== undefined && isFocusLost())
      form.current?.querySelector<HTMLElement>('[role="alert"]')?.focus();
  }, [state]);
  // As a mere action React would empty the form afterwards, and set radios back behind the back of their state.
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget, event.nativeEvent.submitter);
    startTransition(() => submit(typed));
  };
  return (
    <FormContext value={{ state, pending }}>
      <form ref={form} id={id} action={submit} onSubmit={send} noValidate className={className}>
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {children}
      </form>
      {beside}
    </FormContext>
  );
}
