'use client';

import { usePathname, useSearchParams } from 'next/navigation';

type SubmitAction = (form: FormData) => unknown;

/** The fields that React adds to a form to make it work without JavaScript. */
interface ServerForm {
  readonly action?: string;
}
type Describable = SubmitAction & { $$FORM_ACTION?: (prefix: string) => ServerForm };

/**
 * Returns the action with the URL of the current page added. On the server, React renders a form's `action` as
 * an empty string, which isn't valid HTML, unless `$$FORM_ACTION` returns a URL.
 */
export function usePageAction<A extends SubmitAction>(action: A): A {
  const [path, params] = [usePathname(), useSearchParams()];
  const describe = (action as Describable).$$FORM_ACTION;
  if (typeof window !== 'undefined' || !describe) return action;
  const query = params.toString();
  const url = query === '' ? path : `${path}?${query}`;
  const pageAction = (form: FormData) => action(form);
  const $$FORM_ACTION = (prefix: string) => ({ ...describe.call(action, prefix), action: url });
  return Object.assign(pageAction, { $$FORM_ACTION }) as SubmitAction as A;
}
