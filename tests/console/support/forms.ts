/** Submits forms to server actions. */
import type { FormState } from '#lib/forms/form-state.ts';
import { redirectOrResult } from './redirects.ts';

type Action = (previous: FormState, form: FormData) => Promise<FormState>;

/**
 * Calls the action with a form. Must run within `inRequest`. @returns the action's state, or `{ to }` after a
 * redirect
 */
export async function submitForm(action: Action, fields: Readonly<Record<string, string>>): Promise<unknown> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return redirectOrResult(() => action({}, form));
}
