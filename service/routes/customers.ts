import { presentCustomer, presentPage } from '../presenters.ts';
import { Refusal } from '../refusal.ts';
import { findCustomer, queryCustomers, updateCustomerEmail } from '../store/customers.ts';
import type { Handlers } from './operation-handler.ts';
import { readPagination } from './paging.ts';

const customerNotFound = (id: number) => new Refusal('not_found', `Customer ${id} was not found.`);

export const customerHandlers = {
  listCustomers: async ({ db }, input) => {
    const paging = readPagination(input);
    const { rows, total } = await queryCustomers(db, paging.offset, paging.perPage);
    return presentPage(rows.map(presentCustomer), paging, total);
  },

  getCustomer: async ({ db }, { id }) => {
    const customer = await findCustomer(db, id);
    return customer ? presentCustomer(customer) : customerNotFound(id);
  },

  updateCustomer: ({ db, clock }, { id, email }) =>
    db.transaction(async (tx) => {
      const customer = await findCustomer(tx, id);
      if (!customer) return customerNotFound(id);
      if (email === undefined || email === customer.email) return presentCustomer(customer);
      const updated = await updateCustomerEmail(tx, id, email, clock.now());
      if (updated) return presentCustomer(updated);
      return new Refusal('email_taken', 'Another customer has this email address.', {
        email: 'belongs to another customer',
      });
    }),
} satisfies Partial<Handlers>;
