import type { UnknownNames } from '#lib/domain/campaign-list.ts';

/** Returns an error message for each filter that names an unknown customer or template. */
export function describeUnknownNames({ customer, template }: UnknownNames): Record<string, string> {
  return {
    ...(customer[0] !== undefined && {
      customer: `No customer has the email address or number “${customer[0]}”.`,
    }),
    ...(template[0] !== undefined && { template: `No template has the name or number “${template[0]}”.` }),
  };
}
