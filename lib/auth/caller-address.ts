/** The current request's caller: the IP address, and the key for rate limits. */
import 'server-only';
import { headers } from 'next/headers';
import { currentBackgroundCaller } from './background-caller.ts';
import { currentDirectRequest } from './direct-request.ts';
import { rateLimitKey } from './rate-limit-key.ts';
import { addressFromHeaders } from './request-address.ts';

/**
 * Returns the caller's IP address. In background work, returns the address from which the member requested the work.
 * Returns null if the address isn't known.
 */
export async function callerAddress(): Promise<string | null> {
  const background = currentBackgroundCaller();
  if (background) return background.address;
  return addressFromHeaders(currentDirectRequest()?.headers ?? (await headers()));
}

export const callerRateLimitKey = async (): Promise<string> => rateLimitKey(await callerAddress());
