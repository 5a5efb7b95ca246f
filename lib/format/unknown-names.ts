import type { UnknownNames } from '#lib/domain/campaign-list.ts';
import { INDEX_LIMITS } from '#lib/domain/index-filter.ts';

/**
 * Returns an error message for each filter that names an unknown customer or template, or whose name matches
 * too many of them.
 */
export function describeUnknownNames(names: UnknownNames): Record<string, string> {
  const customer =
    names.customer[0] !== undefined
      ? `No customer has the email address or number “${names.customer[0]}”.`
      : describeAmbiguous('customer', names.ambiguousCustomer);
  const template =
    names.template[0] !== undefined
      ? `No template has the name or number “${names.template[0]}”.`
      : describeAmbiguous('template', names.ambiguousTemplate);
  return { ...(customer !== undefined && { customer }), ...(template !== undefined && { template }) };
}

const describeAmbiguous = (noun: 'customer' | 'template', name: string | undefined): string | undefined =>
  name && `More than ${INDEX_LIMITS.values} ${noun}s have the name “${name}”. Enter a ${noun} number.`;
