/** The IP address of the current request's caller. */
import 'server-only';
import { headers } from 'next/headers';
import { addressFromHeaders, rateLimitKey } from './request-address.ts';

/**
 * Returns the IP address of the current request's caller, for the activity log and rate limits. Returns null
 * if the header doesn't contain an address.
 */
export const callerAddress = async (): Promise<string | null> => addressFromHeaders(await headers());

export const callerRateLimitKey = async (): Promise<string> => rateLimitKey(await callerAddress());
