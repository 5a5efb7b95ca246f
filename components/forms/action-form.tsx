'use client';

import {
  createContext,
  type ReactNode,
  type RefObject,
  type SubmitEvent,
  startTransition,
  use,
  useActionState,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { FormState } from '#lib/forms/form-state.ts';
import { FormTokenField } from './form-token.tsx';
import { type PrepareForm, useKeptForm } from './use-kept-form.ts';
import { usePageAction } from './use-page-action.ts';

export type FormAction = (previous: FormState, form: FormData) => Promise<FormState>;

interface FormContextValue {
  readonly state: FormState;
  readonly pending: boolean;
  /** The name and the value of the button that submitted the form. Null if the button has none. */
  readonly pressed: Pressed | null;
}

type Pressed = Pick<HTMLButtonElement, 'name' | 'value'>;

const FormContext = createContext<FormContextValue>({ state: {}, pending: false, pressed: null });

/**
 * Returns the nearest `ActionForm`'s last result, whether a submission is in progress, and which button was
 * pressed.
 */
export const useForm = () => use(FormContext);

interface ActionFormProps {
  readonly action: FormAction;
  /** The hidden fields' values, by field name. */
  readonly hidden?: Readonly<Record<string, string | number>>;
  readonly id?: string;
  readonly className?: string;
  /** The state before the first submission, such as the state of a resumed form. */
  readonly initialState?: FormState | undefined;
  /** A function that completes the form before it is submitted. Not called without JavaScript. */
  readonly prepare?: RefObject<PrepareForm | null>;
  /** Content after the form, such as a result that contains another form. The content can call `useForm`. */
  readonly afterForm?: ReactNode;
  readonly children: ReactNode;
}

/**
 * Returns true if no visible element has focus, for example because the pressed button disappeared. Losing
 * focus would force keyboard users to start again from the top of the page.
 */
export function isFocusLost(): boolean {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body || !activeElement.checkVisibility();
}

/**
 * A form that calls a server action. The form also works without JavaScript. With JavaScript, focus moves to
 * the first invalid field. If no field is invalid and focus was lost, focus moves to the message.
 */
export function ActionForm({
  action,
  hidden = {},
  id,
  className,
  initialState = {},
  prepare,
  afterForm,
  children,
}: ActionFormProps) {
  const [state, submit, pending] = useActionState(useKeptForm(action, prepare), initialState);
  const pageAction = usePageAction(submit);
  const form = useRef<HTMLFormElement>(null);
  const [pressed, setPressed] = useState<Pressed | null>(null);
  useEffect(() => {
    const invalid = state.fields && form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (invalid) invalid.focus();
    else if (state.message !== undefined && isFocusLost())
      form.current?.querySelector<HTMLElement>('[role="alert"]')?.focus();
  }, [state]);
  // If the form had only an `action`, React would reset even controlled radio buttons after a submission.
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent;
    const data = new FormData(event.currentTarget, submitter);
    setPressed(
      submitter instanceof HTMLButtonElement ? { name: submitter.name, value: submitter.value } : null,
    );
    startTransition(() => submit(data));
  };
  return (
    <FormContext value={{ state, pending, pressed }}>
      <form ref={form} id={id} action={pageAction} onSubmit={handleSubmit} noValidate className={className}>
        <FormTokenField />
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {children}
      </form>
      {afterForm}
    </FormContext>
  );
}
