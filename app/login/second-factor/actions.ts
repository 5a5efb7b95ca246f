'use server';

import { z } from 'zod';
import {
  finishWithCode,
  finishWithPasskey,
  requestFactorPasskey,
  requestSignInPasskey,
  signInWithPasskey,
} from '#lib/data/second-factor-sign-in.ts';
import { toRefusedCode, toRefusedPasskey } from '#lib/format/second-factor.ts';
import { guestAction } from '#lib/forms/action.ts';
import { codeForm, passkeyForm } from '#lib/forms/factor-fields.ts';
import { redirectToCallback } from '../../callback-path.ts';

const none = z.object({});

/** Finishes a sign-in with a code from an authenticator app, or with a recovery code. */
export const codeAction = guestAction(codeForm, async ({ code, callbackUrl }) => {
  const check = await finishWithCode(code);
  return check.ok ? redirectToCallback(callbackUrl) : toRefusedCode(check.why);
});

/** Returns the options that the browser needs to finish a sign-in with a passkey. */
export const requestFactorPasskeyAction = guestAction(none, async () => {
  const passkeyOptions = await requestFactorPasskey();
  return passkeyOptions === null ? toRefusedPasskey('expired') : { ok: true, passkeyOptions };
});

/** Finishes a sign-in with a passkey. */
export const factorPasskeyAction = guestAction(passkeyForm, async ({ response, callbackUrl }) => {
  const answer = await finishWithPasskey(response);
  return answer.ok ? redirectToCallback(callbackUrl) : toRefusedPasskey(answer.why);
});

/** Returns the options that the browser needs to sign in with only a passkey. */
export const requestSignInPasskeyAction = guestAction(none, async () => {
  const passkeyOptions = await requestSignInPasskey();
  return passkeyOptions === null ? toRefusedPasskey('off') : { ok: true, passkeyOptions };
});

/** Signs a member in with only a passkey. */
export const passkeySignInAction = guestAction(passkeyForm, async ({ response, callbackUrl }) => {
  const answer = await signInWithPasskey(response);
  return answer.ok ? redirectToCallback(callbackUrl) : toRefusedPasskey(answer.why);
});
