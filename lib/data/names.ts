import 'server-only';
import { keptNames } from '#lib/owners/listings.ts';
import { authorize } from './authorize.ts';

/** Template names by id, from one kept listing. Empty when the service can't say; never throws. */
export async function templateNames(): Promise<ReadonlyMap<number, string>> {
  return (await authorize('listTemplates')).ok ? keptNames('templates') : new Map();
}

/** Customers' e-mail addresses by id, from one kept listing. Empty when the service can't say; never throws. */
export async function customers(): Promise<ReadonlyMap<number, string>> {
  return (await authorize('listCustomers')).ok ? keptNames('customers') : new Map();
}
