/** The code that verifies a guest's email address. Only the code's hash is stored. */
import 'server-only';
import { createHmac, hkdfSync, randomInt } from 'node:crypto';
import { GUEST_CODE_DIGITS } from '#lib/domain/guest-review.ts';
import { env } from '#lib/env/env.ts';

export const createGuestCode = (): string =>
  String(randomInt(10 ** GUEST_CODE_DIGITS)).padStart(GUEST_CODE_DIGITS, '0');

/**
 * Hashes a code together with the decision that the code confirms. The hash depends on the console's secret,
 * because someone who reads the database could otherwise try all codes.
 */
export function hashGuestCode(decisionId: string, code: string): string {
  const key = Buffer.from(hkdfSync('sha256', env().secret, '', 'mailroom guest code', 32));
  return createHmac('sha256', key).update(`${decisionId} ${code}`).digest('base64url');
}
