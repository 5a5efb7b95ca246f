/** The current request's caller: the IP address, and the key for rate limits. */
import 'server-only';
import { headers } from 'next/headers';
import { currentJobCaller } from './job-caller.ts';
import { rateLimitKey } from './rate-limit-key.ts';
import { addressFromHeaders } from './request-address.ts';

/**
 * Returns the caller's IP address. In a bulk job, returns the address from which the job was made. Returns null if
 * the header doesn't contain an address.
 */
export async function callerAddress(): Promise<string | null> {
  const job = currentJobCaller();
  return job ? job.address : addressFromHeaders(await headers());
}

export const callerRateLimitKey = async (): Promise<string> => rateLimitKey(await callerAddress());
