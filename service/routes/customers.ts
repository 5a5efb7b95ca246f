import { presentCustomer, presentPage } from '../presenters.ts';
import { Refusal } from '../refusal.ts';
import { findCustomer, listCustomers, updateEmail } from '../store/customers.ts';
import type { Handlers } from './operation-handler.ts';
import { pagingOf } from './paging.ts';

const noSuchCustomer = (id: number) => new Refusal('not_found', `There is no customer ${id}.`);

export const customerHandlers = {
  listCustomers: async ({ db }, input) => {
    const paging = pagingOf(input);
    const { rows, total } = await listCustomers(db, paging.offset, paging.perPage);
    return presentPage(rows.map(presentCustomer), paging, total);
  },

  getCustomer: async ({ db }, { id }) => {
    const customer = await findCustomer(db, id);
    return customer ? presentCustomer(customer) : noSuchCustomer(id);
  },

  updateCustomer: ({ db, clock }, { id, email }) =>
    db.transaction(async (tx) => {
      const customer = await findCustomer(tx, id);
      if (!customer) return noSuchCustomer(id);
      if (email === undefined || email === customer.email) return presentCustomer(customer);
      const updated = await updateEmail(tx, id, email, clock.now());
      if (updated) return presentCustomer(updated);
      return new Refusal('email_taken', 'Another customer has this address.', {
        email: 'belongs to another customer',
      });
    }),
} satisfies Partial<Handlers>;
