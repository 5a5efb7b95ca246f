/** Reads the Idempotency-Key header of an API request. */
import { accept, type ParseResult, rejectField } from './problem.ts';

export const IDEMPOTENCY_KEY = 'Idempotency-Key';
export const MAX_KEY_LENGTH = 255;

/**
 * Parses the key. The IETF draft defines the key as a quoted string, but many clients omit the quotation marks,
 * so the quotation marks are optional.
 * @returns undefined if the request has no key
 */
export function parseIdempotencyKey(headers: Pick<Headers, 'get'>): ParseResult<string | undefined> {
  const header = headers.get(IDEMPOTENCY_KEY);
  if (header === null) return accept(undefined);
  const key = /^"(.*)"$/.exec(header)?.[1] ?? header;
  return /^[\x21\x23-\x7e]+$/.test(key) && key.length <= MAX_KEY_LENGTH
    ? accept(key)
    : rejectField(IDEMPOTENCY_KEY, `must have 1 to ${MAX_KEY_LENGTH} visible ASCII characters`);
}
