/** Forms as pages send them, and what comes of them. */
import type { FormState } from '#lib/forms/form-state.ts';
import { outcome } from './redirects.ts';

type Action = (previous: FormState, form: FormData) => Promise<FormState>;

/** Within a request: what the action answered, or where it redirects to, or `{ status: 404 }`. */
export async function submit(action: Action, fields: Readonly<Record<string, string>>): Promise<unknown> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  try {
    return await outcome(() => action({}, form));
  } catch (error) {
    const digest = error instanceof Error && 'digest' in error ? String(error.digest) : '';
    const status = /^NEXT_HTTP_ERROR_FALLBACK;(\d+)$/.exec(digest)?.[1];
    if (status === undefined) throw error;
    return { status: Number(status) };
  }
}
