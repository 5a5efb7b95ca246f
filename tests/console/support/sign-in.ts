/** Signs in with a password. */
import { randomUUID } from 'node:crypto';
import { signInAction } from '#app/login/actions.ts';
import { checkCredentials } from '#lib/auth/credentials.ts';
import { hashPassword } from '#lib/auth/password.ts';
import { submitForm } from './forms.ts';
import { inRequest } from './request.ts';
import { ORIGIN } from './settings.ts';

export const PASSWORD = 'correct horse battery';
let hash: Promise<string> | undefined;

/** Returns a hash of `PASSWORD`, for members who sign in. Hashes only once, because hashing takes a while. */
export const passwordHash = (): Promise<string> => {
  hash ??= hashPassword(PASSWORD);
  return hash;
};

/** @param from the caller's IP address; by default, a new address for each call */
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

/** Returns a browser that keeps its cookies. Tests can change the browser's IP address. */
export function newBrowser(address: string, origin = ORIGIN) {
  const browser = {
    address,
    cookies: {} as Record<string, string>,
    signIn: (email: string, password: string) =>
      inRequest(
        { headers: { origin, 'x-forwarded-for': browser.address }, cookies: browser.cookies },
        async ({ cookies }) => {
          const result = await submitForm(signInAction, { email, password });
          for (const { name, value } of cookies.written) browser.cookies[name] = value;
          return result;
        },
      ),
  };
  return browser;
}
