import 'server-only';
import { isIP } from 'node:net';
import { headers } from 'next/headers';

/**
 * Where the request came from, for the trail: what the nearest proxy says, which is the last of X-Forwarded-For. Without
 * a proxy a caller may write there whatever they like, so nothing is ever decided by it. Null when it is no address.
 */
export async function callerAddress(): Promise<string | null> {
  const last = (await headers()).get('x-forwarded-for')?.split(',').at(-1)?.trim() ?? '';
  return isIP(last) ? last : null;
}
