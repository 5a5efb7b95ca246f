import 'server-only';
import { cache } from 'react';
import { getCustomer } from '#lib/data/customers.ts';
import { unread } from '../../enter.ts';

/** Read once a request. */
export const readCustomer = cache(async (id: number) => {
  const customer = await getCustomer(id);
  return customer.ok ? customer : unread(customer.failure);
});
