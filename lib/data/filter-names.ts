/** Looks up the customers and templates that filters name. */
import 'server-only';
import { currentTokenCaller } from '#lib/auth/token-caller.ts';
import type { UnknownNames } from '#lib/domain/campaign-list.ts';
import { fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import { findCustomerIds, findTemplateIds } from '#lib/store/find-names.ts';
import { store } from '#lib/store/open.ts';
import { restrictCustomers } from './visible-customers.ts';

interface NamedFilters {
  /** Email addresses or numbers. */
  readonly customers: readonly string[];
  /** Names or numbers. */
  readonly templates: readonly string[];
  /** A customer whose number is known. Takes precedence over `customers`. */
  readonly customerId?: number | undefined;
}

interface FoundFilters {
  /** Empty for all customers. */
  readonly customerIds: readonly number[];
  readonly templateIds: readonly number[];
}

/** Stands for a customer that doesn't exist. */
const NO_CUSTOMER = 0;

/**
 * An API token for one customer selects only that customer's campaigns. A filter for any other customer fails
 * with `missing`, whether or not that customer exists.
 */
export async function findFilterNames({
  customers,
  templates,
  customerId,
}: NamedFilters): Promise<Outcome<FoundFilters | { readonly unknown: UnknownNames }>> {
  const db = await store();
  const [foundCustomers, foundTemplates] = await Promise.all([
    findCustomerIds(db, customers),
    findTemplateIds(db, templates),
  ]);
  const isRestricted = (currentTokenCaller()?.customerId ?? null) !== null;
  const named = [
    ...foundCustomers.ids,
    ...(isRestricted ? foundCustomers.unknown.map(() => NO_CUSTOMER) : []),
  ];
  const customerIds = restrictCustomers(customerId === undefined ? named : [customerId]);
  if (customerIds === null) return fail({ kind: 'missing' });
  const unknown = {
    customer: isRestricted ? [] : foundCustomers.unknown,
    template: foundTemplates.unknown,
    ambiguousCustomer: isRestricted ? undefined : foundCustomers.ambiguous,
    ambiguousTemplate: foundTemplates.ambiguous,
  };
  return Object.values(unknown).some((texts) => texts !== undefined && texts.length > 0)
    ? ok({ unknown })
    : ok({ customerIds, templateIds: foundTemplates.ids });
}
