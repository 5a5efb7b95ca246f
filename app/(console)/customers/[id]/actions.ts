'use server';

import { redirect } from 'next/navigation';
import { z } from 'zod';
import { idField } from '#lib/contract/ids.ts';
import { updateCustomer } from '#lib/data/customers.ts';
import { sentenceFor } from '#lib/format/failure.ts';
import { formAction } from '#lib/forms/action.ts';
import { failureResult } from '../../action-results.ts';

const NO_ADDRESS = 'Enter an email address, like office@brightwater.example.';
const schema = z.object({
  id: idField,
  email: z.email(NO_ADDRESS).max(254, 'Use 254 characters or fewer.'),
  /** The address that stood there when the form was opened; a service may have none. */
  seen: z.string().max(1_000).optional(),
});

/** What the service says of the address itself. */
const OF_THE_ADDRESS = new Set<string | undefined>(['email_taken', 'not_saved', 'changed_meanwhile']);

export const changeEmailAction = formAction('updateCustomer', schema, async ({ id, email, seen }) => {
  const outcome = await updateCustomer(id, { email }, seen);
  if (outcome.ok) redirect(`/customers/${id}?saved=email`);
  const { failure } = outcome;
  if (failure.kind === 'refused' && OF_THE_ADDRESS.has(failure.code)) {
    return { fields: { email: sentenceFor(failure) }, failure };
  }
  return failureResult(failure, 'The email address may not have changed');
});
