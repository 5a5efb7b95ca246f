import { unstable_rethrow } from 'next/navigation';
import { type RefObject, useMemo, useSyncExternalStore } from 'react';
import { describeFailedAction } from '#lib/format/refused-request.ts';
import type { FormState } from '#lib/forms/form-state.ts';
import { isSecretField } from '#lib/forms/secret-fields.ts';

type FormAction = (previous: FormState, form: FormData) => Promise<FormState>;

/**
 * Completes a form in the browser before it is submitted, for example with a token from another window.
 * @returns the state to show instead of submitting the form, or undefined to submit the form
 */
export type PrepareForm = (form: FormData) => Promise<FormState | undefined>;

/**
 * Wraps an action so that its errors appear as a message in the form. Without this hook, an error page would
 * replace the form and everything that the user entered. During hydration and when JavaScript is off, React
 * needs the original action.
 */
export function useKeptForm(action: FormAction, prepare?: RefObject<PrepareForm | null>): FormAction {
  const isHydrated = useSyncExternalStore(neverChanges, inBrowser, onServer);
  return useMemo(() => (isHydrated ? keepForm(action, prepare) : action), [isHydrated, action, prepare]);
}

const neverChanges = () => () => undefined;
const inBrowser = () => true;
const onServer = () => false;

function keepForm(action: FormAction, prepare?: RefObject<PrepareForm | null>): FormAction {
  return async (previous, form) => {
    try {
      const incomplete = await prepare?.current?.(form);
      return incomplete ? { ...incomplete, values: readValues(form) } : await action(previous, form);
    } catch (error) {
      // Next implements redirects by throwing errors.
      unstable_rethrow(error);
      return { message: describeFailedAction(error), values: readValues(form) };
    }
  };
}

function readValues(form: FormData): Record<string, string> {
  const values = [...form].filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && !isSecretField(entry[0]),
  );
  return Object.fromEntries(values);
}
