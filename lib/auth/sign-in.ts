'use server';
import type { FormState } from '#lib/form-state.ts';

/** Fields: email, password, callbackUrl (optional; a path of this console). Redirects there when all is right. */
export async function signInAction(_previous: FormState, _form: FormData): Promise<FormState> {
  throw new Error('sign-in');
}

/** No fields. Redirects to /login. */
export async function signOutAction(): Promise<void> {
  throw new Error('sign-in');
}
