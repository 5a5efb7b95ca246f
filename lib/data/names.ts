import 'server-only';
import { keptNames } from '../owners/listings.ts';
import { authorise } from './authorise.ts';

/** Template names by id, from one kept listing. Empty when the service can't say; never throws. */
export async function templateNames(): Promise<ReadonlyMap<number, string>> {
  return (await authorise('listTemplates')).ok ? keptNames('templates') : new Map();
}

/** Customers' e-mail addresses by id, from one kept listing. Empty when the service can't say; never throws. */
export async function customers(): Promise<ReadonlyMap<number, string>> {
  return (await authorise('listCustomers')).ok ? keptNames('customers') : new Map();
}
