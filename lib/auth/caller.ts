import 'server-only';
import { isIP } from 'node:net';
import { headers } from 'next/headers';

/**
 * Where the request came from, for the trail: what the nearest proxy says, which is the last of X-Forwarded-For. Without
 * a proxy a caller may write there whatever they like, so nothing is ever decided by it. Null when it is no address.
 */
export const callerAddress = async (): Promise<string | null> => addressOf(await headers());

/** The same where there is a request at hand. */
export function addressOf(sent: Pick<Headers, 'get'>): string | null {
  const last = sent.get('x-forwarded-for')?.split(',').at(-1)?.trim() ?? '';
  return isIP(last) ? last : null;
}
