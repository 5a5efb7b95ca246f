'use server';

import { redirect } from 'next/navigation';
import { z } from 'zod';
import {
  finishWithCode,
  finishWithPasskey,
  requestFactorPasskey,
  requestSignInPasskey,
  signInWithPasskey,
} from '#lib/data/second-factor-sign-in.ts';
import { env } from '#lib/env/env.ts';
import { CODE_MESSAGES, PASSKEY_MESSAGES } from '#lib/format/second-factor.ts';
import { guestAction } from '#lib/forms/action.ts';
import { callbackField, codeField, passkeyField } from '#lib/forms/factor-fields.ts';
import { safeCallbackPath } from '#lib/http/callback-url.ts';

const none = z.object({});
const codeForm = z.object({ code: codeField, callbackUrl: callbackField });
const passkeyForm = z.object({ response: passkeyField, callbackUrl: callbackField });

const openNext = (callbackUrl: string | undefined): never =>
  redirect(safeCallbackPath(callbackUrl, env().origin));

/** Finishes a sign-in with the code of an app, or with a recovery code. */
export const codeAction = guestAction(codeForm, async ({ code, callbackUrl }) => {
  const check = await finishWithCode(code);
  if (check.ok) return openNext(callbackUrl);
  const message = CODE_MESSAGES[check.why];
  return check.why === 'wrong' ? { fields: { code: message } } : { message };
});

/** Returns what the browser needs for finishing a sign-in with a passkey. */
export const requestFactorPasskeyAction = guestAction(none, async () => {
  const passkeyOptions = await requestFactorPasskey();
  return passkeyOptions === null ? { message: PASSKEY_MESSAGES.expired } : { ok: true, passkeyOptions };
});

/** Finishes a sign-in with a passkey. */
export const factorPasskeyAction = guestAction(passkeyForm, async ({ response, callbackUrl }) => {
  const answer = await finishWithPasskey(response);
  return answer.ok ? openNext(callbackUrl) : { message: PASSKEY_MESSAGES[answer.why] };
});

/** Returns what the browser needs for signing in with a passkey alone. */
export const requestSignInPasskeyAction = guestAction(none, async () => {
  const passkeyOptions = await requestSignInPasskey();
  return passkeyOptions === null ? { message: PASSKEY_MESSAGES.off } : { ok: true, passkeyOptions };
});

/** Signs in with a passkey alone. */
export const passkeySignInAction = guestAction(passkeyForm, async ({ response, callbackUrl }) => {
  const answer = await signInWithPasskey(response);
  return answer.ok ? openNext(callbackUrl) : { message: PASSKEY_MESSAGES[answer.why] };
});
