import 'server-only';
import { cachedNames } from '#lib/owners/listings.ts';
import { authorize } from './authorize.ts';

/** Template names by id, from one kept listing. Empty when the service can't say; never throws. */
export async function listTemplateNames(): Promise<ReadonlyMap<number, string>> {
  return (await authorize('listTemplates')).ok ? cachedNames('templates') : new Map();
}

/** Customers' e-mail addresses by id, from one kept listing. Empty when the service can't say; never throws. */
export async function listCustomerEmails(): Promise<ReadonlyMap<number, string>> {
  return (await authorize('listCustomers')).ok ? cachedNames('customers') : new Map();
}
