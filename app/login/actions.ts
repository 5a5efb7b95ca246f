'use server';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { callerRateLimitKey } from '#lib/auth/caller-address.ts';
import { checkCredentials } from '#lib/auth/credentials.ts';
import { readDeviceCookie } from '#lib/auth/device-cookie.ts';
import { crossOriginMessage, isSameOriginForm } from '#lib/auth/origin.ts';
import { signInAfterPassword } from '#lib/auth/pending-sign-in.ts';
import { endSession } from '#lib/auth/start-session.ts';
import { BUSY, TOO_MANY_SIGN_INS } from '#lib/format/failure.ts';
import { keepFormDuringOutage, NOT_A_FORM } from '#lib/forms/action.ts';
import type { FormState } from '#lib/forms/form-state.ts';
import { signInFactorPath } from '#lib/http/callback-url.ts';
import { callbackPath } from '../callback-path.ts';

const MESSAGES = {
  wrong: 'Incorrect email or password.',
  too_many: TOO_MANY_SIGN_INS,
  busy: BUSY,
  off: 'Password sign-in is turned off. Sign in with your identity provider.',
};

/**
 * Signs a member in with the `email` and `password` fields. The optional `callbackUrl` field is the console
 * path to open after sign-in.
 */
export async function signInAction(_previous: FormState, form: FormData): Promise<FormState> {
  if (!(form instanceof FormData)) return { message: NOT_A_FORM };
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  const [email, password] = [text('email'), text('password')];
  const values = { email, callbackUrl: text('callbackUrl') };
  const requestHeaders = await headers();
  if (!isSameOriginForm(requestHeaders, form)) return { message: crossOriginMessage(requestHeaders), values };
  const fields = {
    ...(email.trim() === '' ? { email: 'Enter your email address.' } : {}),
    ...(password === '' ? { password: 'Enter your password.' } : {}),
  };
  if (Object.keys(fields).length > 0) return { fields, values };

  return keepFormDuringOutage(values, async () => {
    const signIn = await checkCredentials(
      email,
      password,
      await callerRateLimitKey(),
      await readDeviceCookie(),
    );
    if (!signIn.ok) return { message: MESSAGES[signIn.why], values };
    const path = callbackPath(values.callbackUrl);
    const next = await signInAfterPassword(signIn.member);
    redirect(next === 'second_factor' ? signInFactorPath(path) : path);
  });
}

export async function signOutAction(form: FormData): Promise<void> {
  if (isSameOriginForm(await headers(), form)) await endSession();
  redirect('/login');
}
