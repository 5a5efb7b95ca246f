/** The current request's caller: the IP address, and the key for rate limits. */
import 'server-only';
import { headers } from 'next/headers';
import { rateLimitKey } from './rate-limit-key.ts';
import { addressFromHeaders } from './request-address.ts';

/** Returns the caller's IP address. Returns null if the header doesn't contain an address. */
export const callerAddress = async (): Promise<string | null> => addressFromHeaders(await headers());

export const callerRateLimitKey = async (): Promise<string> => rateLimitKey(await callerAddress());
