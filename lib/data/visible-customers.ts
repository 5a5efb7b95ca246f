/** Restricts what the campaign index shows to callers with an API token for one customer. */
import 'server-only';
import { currentTokenCaller } from '#lib/auth/token-caller.ts';

/**
 * Returns the customers whose campaigns the caller may see. Empty for all customers. Null for none.
 * @param asked the customers that the request is about. Empty for all customers.
 */
export function restrictCustomers(asked: readonly number[]): readonly number[] | null {
  const own = currentTokenCaller()?.customerId ?? null;
  if (own === null) return asked;
  return asked.length === 0 || asked.includes(own) ? [own] : null;
}
