/** Signs in with a password. */
import { randomUUID } from 'node:crypto';
import { signInAction } from '#app/login/actions.ts';
import { checkCredentials } from '#lib/auth/credentials.ts';
import { submitForm } from './forms.ts';
import { inRequest } from './request.ts';
import { ORIGIN } from './settings.ts';

/** @param from the caller's IP address, which is unique by default */
export const checkPassword = (email: string, password: string, from: string = randomUUID()) =>
  checkCredentials(email, password, from);

/** Submits the sign-in form. Returns the result and the cookies in the response. */
export async function submitSignInForm(
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = { origin: ORIGIN },
) {
  return inRequest({ headers }, async ({ cookies }) => ({
    result: await submitForm(signInAction, fields),
    cookies: cookies.written,
  }));
}
