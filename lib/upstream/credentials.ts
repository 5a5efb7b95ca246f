import 'server-only';
import { env } from '#lib/env/env.ts';

/**
 * The Authorization header of part 5. For v2 only a plain address gets in: with a space or a control character in it the
 * credential would be another one.
 */
export function authorizationHeader(version: 'v1' | 'v2', email: string | undefined): string {
  const { apiKey } = env();
  if (version === 'v1') return `Bearer ${apiKey}`;
  if (email === undefined || !/^[\x21-\x7e]+@[\x21-\x7e]+$/.test(email)) {
    throw new Error('A v2 operation needs the plain e-mail address of the member who runs it.');
  }
  return `Bearer ${apiKey} ${email}`;
}
