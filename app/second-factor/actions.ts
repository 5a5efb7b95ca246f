'use server';

import { refresh } from 'next/cache';
import { redirect } from 'next/navigation';
import { z } from 'zod';
import {
  finishAppSetup,
  finishPasskeySetup,
  removeOwnFactor,
  replaceOwnCodes,
  startAppSetup,
  startPasskeySetup,
} from '#lib/data/own-factors.ts';
import { env } from '#lib/env/env.ts';
import { toFailedForm } from '#lib/format/failure.ts';
import { CODE_MESSAGES, LAST_FACTOR_MESSAGES, PASSKEY_MESSAGES } from '#lib/format/second-factor.ts';
import { formAction } from '#lib/forms/action.ts';
import {
  APP_FACTOR,
  callbackField,
  codeField,
  DONE,
  factorField,
  passkeyField,
} from '#lib/forms/factor-fields.ts';
import type { FormState } from '#lib/forms/form-state.ts';
import { appSetupPath, confirmIdentityPath, safeCallbackPath } from '#lib/http/callback-url.ts';

const none = z.object({});

const confirmFirst = (): never => redirect(confirmIdentityPath('/second-factor'));

const change = z.object({
  remove: factorField.optional(),
  start: z.literal(APP_FACTOR).optional(),
  callbackUrl: callbackField,
});

/** Removes a factor, or starts setting up an authenticator app and opens the page with the QR code. */
export const changeFactorAction = formAction(
  'account',
  change,
  async ({ remove, callbackUrl }): Promise<FormState> => {
    if (remove !== undefined) return removeFactor(remove === APP_FACTOR ? null : remove);
    const started = await startAppSetup();
    if (started.ok) redirect(appSetupPath(safeCallbackPath(callbackUrl, env().origin)));
    return 'failure' in started ? toFailedForm(started.failure) : confirmFirst();
  },
);

async function removeFactor(passkeyId: string | null): Promise<FormState> {
  const removed = await removeOwnFactor(passkeyId);
  if (removed.ok) {
    refresh();
    return { ok: true, message: 'The second factor was removed. You’ve been signed out everywhere else.' };
  }
  if ('failure' in removed) return toFailedForm(removed.failure);
  return removed.why === 'reauthentication_required'
    ? confirmFirst()
    : { message: LAST_FACTOR_MESSAGES[removed.why] };
}

const appSetup = z.object({
  code: codeField.optional(),
  done: z.literal(DONE).optional(),
  callbackUrl: callbackField,
});

/** Finishes setting up an authenticator app, and then leaves the page with the recovery codes. */
export const finishAppAction = formAction(
  'account',
  appSetup,
  async ({ code, done, callbackUrl }): Promise<FormState> => {
    if (done) redirect(safeCallbackPath(callbackUrl, env().origin));
    if (code === undefined) return { fields: { code: 'Enter the code.' } };
    const finished = await finishAppSetup(code);
    if (finished.ok) {
      refresh();
      return { ok: true, message: 'The authenticator app is set up.', recoveryCodes: finished.value };
    }
    if ('failure' in finished) return toFailedForm(finished.failure);
    if (finished.why === 'reauthentication_required') return confirmFirst();
    const message = CODE_MESSAGES[finished.why];
    return finished.why === 'wrong' ? { fields: { code: message } } : { message };
  },
);

/** Returns what the browser needs for creating a passkey. */
export const requestPasskeyAction = formAction('account', none, async (): Promise<FormState> => {
  const started = await startPasskeySetup();
  if (started.ok) return { ok: true, passkeyOptions: started.value };
  if ('failure' in started) return toFailedForm(started.failure);
  return started.why === 'reauthentication_required'
    ? confirmFirst()
    : { message: PASSKEY_MESSAGES[started.why] };
});

/** Adds the passkey that the browser created. */
export const addPasskeyAction = formAction(
  'account',
  z.object({ response: passkeyField }),
  async ({ response }): Promise<FormState> => {
    const finished = await finishPasskeySetup(response);
    if (finished.ok) {
      refresh();
      return { ok: true, message: 'Passkey added.', recoveryCodes: finished.value };
    }
    if ('failure' in finished) return toFailedForm(finished.failure);
    return finished.why === 'reauthentication_required'
      ? confirmFirst()
      : { message: PASSKEY_MESSAGES[finished.why] };
  },
);

/** Replaces the member's recovery codes. */
export const replaceCodesAction = formAction('account', none, async (): Promise<FormState> => {
  const replaced = await replaceOwnCodes();
  if (replaced.ok) {
    refresh();
    return { ok: true, message: 'Your old recovery codes no longer work.', recoveryCodes: replaced.value };
  }
  if ('failure' in replaced) return toFailedForm(replaced.failure);
  return replaced.why === 'reauthentication_required'
    ? confirmFirst()
    : { message: 'Add a second factor first.' };
});
