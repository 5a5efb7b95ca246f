/**
 * next-auth's CSRF cookie, which contains a random token and a hash of that token combined with the console's
 * secret.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { acceptedSecrets } from '#lib/env/derived-keys.ts';

const hashToken = (token: string, secret: string): string =>
  createHash('sha256').update(`${token}${secret}`).digest('hex');

/**
 * Replaces the hash in a cookie that was made with the previous secret, because next-auth knows only the current one.
 * Doesn't change any other value.
 */
export function renewCsrfCookie(value: string): string {
  const [secret, ...previous] = acceptedSecrets();
  const [token = '', hash = ''] = value.split('|');
  const isMadeWith = (other: string) => {
    const [expected, received] = [Buffer.from(hashToken(token, other)), Buffer.from(hash)];
    return expected.length === received.length && timingSafeEqual(expected, received);
  };
  return previous.some(isMadeWith) ? `${token}|${hashToken(token, secret)}` : value;
}
