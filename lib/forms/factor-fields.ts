/** The form fields for second factors. */
import { z } from 'zod';
import { MAX_CODE_LENGTH } from '#lib/input-limits.ts';

/**
 * The value of the `factor` field for the authenticator app. For a passkey, the value is the passkey's id.
 */
export const APP_FACTOR = 'app';

export const factorField = z.union([z.literal(APP_FACTOR), z.uuid()]);
/** The value that the Continue button submits after the member has saved the recovery codes. */
export const DONE = 'yes';

export const codeField = z.string('Enter the code.').trim().max(MAX_CODE_LENGTH, 'This code is too long.');
/** The browser's response to a passkey request, as JSON. Empty if the browser didn't run JavaScript. */
export const passkeyField = z.string().max(20_000).default('');
/** The page to open afterward. The action checks that the page belongs to the console. */
export const callbackField = z.string().max(2_000).optional();

/** The forms for confirming a member's identity with a code or a passkey. */
export const codeForm = z.object({ code: codeField, callbackUrl: callbackField });
export const passkeyForm = z.object({ response: passkeyField, callbackUrl: callbackField });
