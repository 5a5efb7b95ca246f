'use server';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { callerCounted } from '#lib/auth/caller-address.ts';
import { checkCredentials } from '#lib/auth/credentials.ts';
import { fromOurPages, sentFromElsewhere } from '#lib/auth/origin.ts';
import { endSession, startSession } from '#lib/auth/start-session.ts';
import { env } from '#lib/env/env.ts';
import type { FormState } from '#lib/forms/form-state.ts';
import { safeCallbackPath } from '#lib/http/callback-url.ts';

const WORDS = {
  wrong: 'Incorrect email or password.',
  too_many: 'Too many attempts. Try again in 15 minutes.',
  busy: 'Mailroom is busy. Try again in a moment.',
  off: 'Password sign-in is turned off. Sign in with your identity provider.',
};

/** Fields: email, password, callbackUrl (optional; a path of this console). Redirects there when all is right. */
export async function signInAction(_previous: FormState, form: FormData): Promise<FormState> {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  const [email, password] = [text('email'), text('password')];
  const values = { email, callbackUrl: text('callbackUrl') };
  if (!fromOurPages(await headers())) return { message: sentFromElsewhere(), values };
  const fields = {
    ...(email.trim() === '' ? { email: 'Enter your email address.' } : {}),
    ...(password === '' ? { password: 'Enter your password.' } : {}),
  };
  if (Object.keys(fields).length > 0) return { fields, values };

  const signIn = await checkCredentials(email, password, await callerCounted());
  if (!signIn.ok) return { message: WORDS[signIn.why], values };
  await startSession(signIn.member);
  redirect(safeCallbackPath(values.callbackUrl, env().origin));
}

/** No fields. Redirects to /login. */
export async function signOutAction(): Promise<void> {
  if (fromOurPages(await headers())) await endSession();
  redirect('/login');
}
