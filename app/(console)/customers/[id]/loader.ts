import 'server-only';
import { cache } from 'react';
import { getCustomer } from '#lib/data/customers.ts';
import { notFoundOrForbidden } from '../../page-access.ts';

/** Reads a customer once per request, so that the page and the page's metadata share one call. */
export const loadCustomer = cache(async (id: number) => {
  const customer = await getCustomer(id);
  return customer.ok ? customer : notFoundOrForbidden(customer.failure);
});
