'use server';

import { z } from 'zod';
import { idField } from '#lib/contract/ids.ts';
import { EMAIL } from '#lib/contract/patterns.ts';
import { updateCustomer } from '#lib/data/customers.ts';
import { failureSentence } from '#lib/format/failure.ts';
import { describeMaxLength } from '#lib/format/text.ts';
import { formAction } from '#lib/forms/action.ts';
import { MAX_EMAIL_LENGTH } from '#lib/input-limits.ts';
import { failureResult } from '../../action-results.ts';
import { redirectAndConfirm } from '../../confirmation.ts';

const INVALID_EMAIL = 'Enter an email address, like office@brightwater.example.';
const schema = z.object({
  id: idField,
  email: z
    .email({ pattern: EMAIL, error: INVALID_EMAIL })
    .max(MAX_EMAIL_LENGTH, describeMaxLength(MAX_EMAIL_LENGTH)),
  /**
   * The customer's email address when the form was opened, or an empty string if the customer had no address.
   */
  previousEmail: z.string().max(1_000).optional(),
});

/** Failure codes whose messages appear next to the email field. */
const EMAIL_FAILURES = new Set<string | undefined>(['email_taken', 'not_saved', 'changed_meanwhile']);

export const changeEmailAction = formAction(
  'updateCustomer',
  schema,
  async ({ id, email, previousEmail }) => {
    const outcome = await updateCustomer(id, { email }, previousEmail);
    if (outcome.ok) redirectAndConfirm(`/customers/${id}`, id);
    const { failure } = outcome;
    if (failure.kind === 'refused' && EMAIL_FAILURES.has(failure.code)) {
      return { fields: { email: failureSentence(failure) }, failure };
    }
    return failureResult(failure, 'The email address might not have changed');
  },
);
