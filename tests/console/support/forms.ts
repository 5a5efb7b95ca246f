/** Submits forms to server actions. */
import type { FormState } from '#lib/forms/form-state.ts';
import { redirectOrResult } from './redirects.ts';

type Action = (previous: FormState, form: FormData) => Promise<FormState>;

/**
 * Calls the action with a form. Must run within `inRequest`. @returns the action's state, `{ to }` after a
 * redirect, or `{ status }` after an HTTP error page
 */
export async function submitForm(action: Action, fields: Readonly<Record<string, string>>): Promise<unknown> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  try {
    return await redirectOrResult(() => action({}, form));
  } catch (error) {
    const digest = error instanceof Error && 'digest' in error ? String(error.digest) : '';
    const status = /^NEXT_HTTP_ERROR_FALLBACK;(\d+)$/.exec(digest)?.[1];
    if (status === undefined) throw error;
    return { status: Number(status) };
  }
}
