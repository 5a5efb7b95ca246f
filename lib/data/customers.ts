import 'server-only';
import type { Customer, CustomerPage } from '#lib/contract/resources.ts';
import { fail, type Outcome } from '#lib/domain/outcome.ts';
import { readFromService, sendToService } from '#lib/upstream/client.ts';
import { authorize, readAuthorized, refuseInvalidInput } from './authorize.ts';
import { recordOperation, saveAndReadBack } from './recorded-operation.ts';

/** Lists the consumer's customers (4.1), in the service's order. */
export const listCustomers = (paging: { page?: number; per_page?: number }): Promise<Outcome<CustomerPage>> =>
  readAuthorized('listCustomers', paging);

export const getCustomer = (id: number): Promise<Outcome<Customer>> => readAuthorized('getCustomer', { id });

/**
 * Changes a customer's email address (4.1) and reads the address back. Fails with `refused` and the code
 * `changed_meanwhile`, `not_saved`, or `not_read_back`.
 * @param seen the address that the member saw before the change. If omitted, the address is overwritten even
 * if it has changed.
 */
export async function updateCustomer(
  id: number,
  input: { readonly email?: string | undefined },
  seen?: string,
): Promise<Outcome<Customer>> {
  const allowed = await authorize('updateCustomer');
  if (!allowed.ok) return allowed;
  const invalid = refuseInvalidInput('updateCustomer', { id, ...input });
  if (invalid) return fail(invalid);
  const before = await readFromService('getCustomer', { id }, { fresh: true });
  if (seen !== undefined) {
    if (!before.ok) return before;
    const isUnchanged = before.value.email === seen || before.value.email === input.email;
    if (!isUnchanged) return fail({ kind: 'refused', status: 409, code: 'changed_meanwhile' });
  }
  // If `seen` is omitted, only the activity log needs the earlier address, so a failed read is ignored.
  const oldEmail = (before.ok ? before.value.email : undefined) ?? null;
  const subject = { customerId: id, oldEmail, newEmail: input.email ?? null };
  return recordOperation(allowed.value, 'updateCustomer', subject, () =>
    saveAndReadBack({
      names: 'customers',
      send: () => sendToService('updateCustomer', { id, ...input }),
      readBack: () => readFromService('getCustomer', { id }, { fresh: true }),
      isSaved: ({ email }) => input.email === undefined || email?.toLowerCase() === input.email.toLowerCase(),
    }),
  );
}
