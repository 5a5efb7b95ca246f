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
import type { Failure } from '#lib/domain/outcome.ts';
import { toFailedForm } from '#lib/format/failure.ts';
import { REFUSED_REMOVAL_MESSAGES, toRefusedCode, toRefusedPasskey } from '#lib/format/second-factor.ts';
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
import { appSetupPath } from '#lib/http/callback-url.ts';
import { callbackPath, redirectToCallback } from '../callback-path.ts';
import { confirmIdentityIfRequired } from '../confirm-identity.ts';

const none = z.object({});

type Refused<Why extends string> =
  | { readonly ok: false; readonly failure: Failure }
  | { readonly ok: false; readonly why: Why };

/**
 * Returns the form state for a change that failed. If the member signed in too long ago, redirects to the page
 * for confirming their identity.
 */
function failedChange(failure: Failure): FormState {
  confirmIdentityIfRequired(failure, '/second-factor');
  return toFailedForm(failure);
}

const refusedChange = <Why extends string>(
  refused: Refused<Why>,
  toState: (why: Why) => FormState,
): FormState => ('failure' in refused ? failedChange(refused.failure) : toState(refused.why));

/** Shows the changed factors, and the new recovery codes if there are any. */
function confirmChange(message: string, recoveryCodes: readonly string[] = []): FormState {
  refresh();
  return { ok: true, message, recoveryCodes };
}

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
    if (started.ok) redirect(appSetupPath(callbackPath(callbackUrl)));
    return failedChange(started.failure);
  },
);

async function removeFactor(passkeyId: string | null): Promise<FormState> {
  const removed = await removeOwnFactor(passkeyId);
  if (removed.ok)
    return confirmChange('The second factor was removed. You’ve been signed out everywhere else.');
  // Another tab may have removed the factor, so refresh the list.
  if ('why' in removed && removed.why === 'gone') refresh();
  return refusedChange(removed, (why) => ({ message: REFUSED_REMOVAL_MESSAGES[why] }));
}

const appSetup = z.object({
  code: codeField.optional(),
  done: z.literal(DONE).optional(),
  callbackUrl: callbackField,
});

/**
 * Finishes setting up an authenticator app. When the member continues after saving the recovery codes,
 * redirects to the next page.
 */
export const finishAppAction = formAction(
  'account',
  appSetup,
  async ({ code, done, callbackUrl }): Promise<FormState> => {
    if (done) redirectToCallback(callbackUrl);
    if (code === undefined) return { fields: { code: 'Enter the code.' } };
    const finished = await finishAppSetup(code);
    return finished.ok
      ? confirmChange('The authenticator app is set up.', finished.value)
      : refusedChange(finished, toRefusedCode);
  },
);

/** Returns the options that the browser needs to create a passkey. */
export const requestPasskeyAction = formAction('account', none, async (): Promise<FormState> => {
  const started = await startPasskeySetup();
  return started.ok ? { ok: true, passkeyOptions: started.value } : refusedChange(started, toRefusedPasskey);
});

export const addPasskeyAction = formAction(
  'account',
  z.object({ response: passkeyField }),
  async ({ response }): Promise<FormState> => {
    const finished = await finishPasskeySetup(response);
    return finished.ok
      ? confirmChange('Passkey added.', finished.value)
      : refusedChange(finished, toRefusedPasskey);
  },
);

export const replaceCodesAction = formAction('account', none, async (): Promise<FormState> => {
  const replaced = await replaceOwnCodes();
  return replaced.ok
    ? confirmChange('Your old recovery codes no longer work.', replaced.value)
    : refusedChange(replaced, () => ({ message: 'Add a second factor first.' }));
});
