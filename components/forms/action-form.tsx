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

/** The state of the nearest ActionForm: its last result, and whether a submission is in progress. */
export const useForm = () => use(FormContext);

interface ActionFormProps {
  readonly action: FormAction;
  /** Values of hidden fields. */
  readonly hidden?: Readonly<Record<string, string | number>>;
  readonly id?: string;
  readonly className?: string;
  /**
   * Rendered after the form, with access to its state. Used for results that contain forms, because forms can't be
   * nested.
   */
  readonly afterForm?: ReactNode;
  readonly children: ReactNode;
}

/**
 * Whether focus was lost because the pressed button disappeared. If focus isn't restored, keyboard users have
 * to start again from the top of the page.
 */
function isFocusLost(): boolean {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body || !activeElement.checkVisibility();
}

/**
 * A form for a server action. Without JavaScript, the browser posts the form and the page renders with the same state.
 * With JavaScript, focus moves to the first invalid field, or to the message if the pressed button disappeared.
 */
export function ActionForm({ action, hidden = {}, id, className, afterForm, children }: ActionFormProps) {
  const [state, submit, pending] = useActionState(action, {});
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (state.fields) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    else if (state.message !== undefined && isFocusLost())
      form.current?.querySelector<HTMLElement>('[role="alert"]')?.focus();
  }, [state]);
  // With `action` alone, React would reset the form after submission, including radios that React state controls.
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget, event.nativeEvent.submitter);
    startTransition(() => submit(data));
  };
  return (
    <FormContext value={{ state, pending }}>
      <form ref={form} id={id} action={submit} onSubmit={handleSubmit} noValidate className={className}>
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {children}
      </form>
      {afterForm}
    </FormContext>
  );
}
