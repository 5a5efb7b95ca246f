/**
 * Reads with the previous API key while the key is being replaced. Calls that change data or pay for a
 * campaign never use the previous key.
 */
import 'server-only';
import type { OperationName } from '#lib/contract/operations.ts';
import { env } from '#lib/env/env.ts';
import { log } from '#lib/log.ts';
import { type RawResponse, type ServiceRequest, sendRequest } from './connection.ts';
import type { Deadline } from './deadline.ts';
import { observeFailure } from './key-rejections.ts';
import { readWithRetries } from './retry.ts';

const UNAUTHORIZED = 401;

/**
 * Sends a GET request with the API key. If the mail service rejects the key, sends the request once more with the
 * previous key, if there is one. Both keys must belong to the same consumer.
 * @throws the same errors as `readWithRetries`
 */
export async function readWithEitherKey(
  operation: OperationName,
  request: ServiceRequest,
  deadline: Deadline,
): Promise<RawResponse> {
  const response = await readWithRetries(request, deadline);
  const { previousApiKey } = env();
  if (response.status !== UNAUTHORIZED || previousApiKey === undefined) return response;
  const second = await sendRequest({ ...request, authorization: `Bearer ${previousApiKey}` }, deadline);
  if (second.status === UNAUTHORIZED) return response;
  log().warn({ operation }, 'the mail service rejected DIRECTMAIL_API_KEY, but not the previous key');
  // Admins need to know, because campaigns can't be paid for or sent.
  observeFailure(operation, { kind: 'refused', status: UNAUTHORIZED, code: undefined });
  return second;
}
