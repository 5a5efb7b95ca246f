import 'server-only';

/** Template names by id, from one kept listing. Empty when the service can't say; never throws. */
export async function templateNames(): Promise<ReadonlyMap<number, string>> {
  throw new Error('names');
}

/** Customers' e-mail addresses by id, from one kept listing. Empty when the service can't say; never throws. */
export async function customers(): Promise<ReadonlyMap<number, string>> {
  throw new Error('names');
}
