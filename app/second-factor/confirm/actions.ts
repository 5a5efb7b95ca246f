'use server';

import { z } from 'zod';
import {
  confirmWithCode,
  confirmWithPasskey,
  confirmWithPassword,
  requestOwnPasskey,
} from '#lib/data/confirm-identity.ts';
import { BUSY, TOO_MANY_ATTEMPTS, toFailedForm } from '#lib/format/failure.ts';
import { toRefusedCode, toRefusedPasskey } from '#lib/format/second-factor.ts';
import { formAction } from '#lib/forms/action.ts';
import { callbackField, codeForm, passkeyForm } from '#lib/forms/factor-fields.ts';
import type { FormState } from '#lib/forms/form-state.ts';
import { MAX_PASSWORD_LENGTH } from '#lib/input-limits.ts';
import { redirectToCallback } from '../../callback-path.ts';

const passwordForm = z.object({
  password: z.string('Enter your password.').max(MAX_PASSWORD_LENGTH, 'Incorrect password.'),
  callbackUrl: callbackField,
});

export const confirmPasswordAction = formAction(
  'account',
  passwordForm,
  async ({ password, callbackUrl }): Promise<FormState> => {
    const outcome = await confirmWithPassword(password);
    if (outcome.ok) return redirectToCallback(callbackUrl);
    if ('failure' in outcome) return toFailedForm(outcome.failure);
    switch (outcome.why) {
      case 'too_many':
        return { message: TOO_MANY_ATTEMPTS };
      case 'busy':
        return { message: BUSY };
      default:
        return { fields: { password: 'Incorrect password.' } };
    }
  },
);

export const confirmCodeAction = formAction(
  'account',
  codeForm,
  async ({ code, callbackUrl }): Promise<FormState> => {
    const outcome = await confirmWithCode(code);
    if (outcome.ok) return redirectToCallback(callbackUrl);
    if ('failure' in outcome) return toFailedForm(outcome.failure);
    return toRefusedCode(outcome.why);
  },
);

/** Returns the options that the browser needs to use one of the member's passkeys. */
export const requestOwnPasskeyAction = formAction('account', z.object({}), async (): Promise<FormState> => {
  const options = await requestOwnPasskey();
  return options.ok ? { ok: true, passkeyOptions: options.value } : toFailedForm(options.failure);
});

export const confirmPasskeyAction = formAction(
  'account',
  passkeyForm,
  async ({ response, callbackUrl }): Promise<FormState> => {
    const outcome = await confirmWithPasskey(response);
    if (outcome.ok) return redirectToCallback(callbackUrl);
    if ('failure' in outcome) return toFailedForm(outcome.failure);
    return toRefusedPasskey(outcome.why);
  },
);
