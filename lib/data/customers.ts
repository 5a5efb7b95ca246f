import 'server-only';
import type { Customer, CustomerPage } from '#lib/contract/resources.ts';
import { fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import { dropCachedNames } from '#lib/owners/listings.ts';
import { readFromService } from '#lib/upstream/client.ts';
import { authorize, findInputProblems, readAuthorized } from './authorize.ts';
import { NOT_READ_BACK, recordChange } from './recorded-change.ts';

/** The consumer's customers (4.1), in the service's order. */
export const listCustomers = (paging: { page?: number; per_page?: number }): Promise<Outcome<CustomerPage>> =>
  readAuthorized('listCustomers', paging);

export const getCustomer = (id: number): Promise<Outcome<Customer>> => readAuthorized('getCustomer', { id });

/**
 * Changes a customer's address (4.1), and reads back what became of it: the template update shares method and path, so an
 * answer alone proves nothing. `refused` with code not_saved when the service said yes and the address is another one.
 * @param seen the address that the person changes; with changed_meanwhile when it is another one by now. Left out,
 * whatever stands there is overwritten
 */
export async function updateCustomer(
  id: number,
  input: { readonly email?: string | undefined },
  seen?: string,
): Promise<Outcome<Customer>> {
  const allowed = await authorize('updateCustomer');
  if (!allowed.ok) return allowed;
  const wrong = findInputProblems('updateCustomer', { id, ...input });
  if (wrong) return fail({ kind: 'invalid', fields: wrong });
  if (seen !== undefined) {
    const before = await readFromService('getCustomer', { id }, { fresh: true });
    if (!before.ok) return fail(before.failure);
    const isAsSeen = before.value.email === seen || before.value.email === input.email;
    if (!isAsSeen) return fail({ kind: 'refused', status: 409, code: 'changed_meanwhile' });
  }
  return recordChange(allowed.value, 'updateCustomer', { customerId: id }, () => saveAddress(id, input));
}

async function saveAddress(
  id: number,
  input: { readonly email?: string | undefined },
): Promise<Outcome<Customer>> {
  const answer = await readFromService('updateCustomer', { id, ...input });
  if (!answer.ok && answer.effect === 'none') return fail(answer.failure);
  dropCachedNames('customers');
  const now = await readFromService('getCustomer', { id }, { fresh: true });
  if (!now.ok) return fail(answer.ok ? NOT_READ_BACK : answer.failure);
  const isSaved = input.email === undefined || now.value.email?.toLowerCase() === input.email.toLowerCase();
  if (isSaved) return ok(now.value);
  return fail(answer.ok ? { kind: 'refused', status: 409, code: 'not_saved' } : answer.failure);
}
