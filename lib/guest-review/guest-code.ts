/** The code that verifies a guest's email address. Only the code's hash is stored. */
import 'server-only';
import { createHmac, randomInt } from 'node:crypto';
import { GUEST_CODE_DIGITS } from '#lib/domain/guest-review.ts';
import { deriveAcceptedKeys, deriveKey } from '#lib/env/derived-keys.ts';

const PURPOSE = 'guest code';
const KEY_BYTES = 32;

export const createGuestCode = (): string =>
  String(randomInt(10 ** GUEST_CODE_DIGITS)).padStart(GUEST_CODE_DIGITS, '0');

/**
 * Hashes a code together with the decision that the code confirms. The hash depends on the console's secret,
 * because someone who reads the database could otherwise try all codes.
 */
export const hashGuestCode = (decisionId: string, code: string): string =>
  hashWith(deriveKey(PURPOSE, KEY_BYTES), decisionId, code);

/**
 * Returns the hashes that might have been stored for the code: one made with the current secret, and one with
 * the previous secret.
 */
export const hashGuestCodes = (decisionId: string, code: string): readonly string[] =>
  deriveAcceptedKeys(PURPOSE, KEY_BYTES).map((key) => hashWith(key, decisionId, code));

const hashWith = (key: Buffer, decisionId: string, code: string): string =>
  createHmac('sha256', key).update(`${decisionId} ${code}`).digest('base64url');
