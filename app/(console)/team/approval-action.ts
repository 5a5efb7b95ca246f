'use server';

import { refresh } from 'next/cache';
import { z } from 'zod';
import { saveApprovalRule } from '#lib/data/approval.ts';
import { APPROVAL_RULES } from '#lib/domain/approval-rule.ts';
import { hasTooManyDecimals, toMinorUnits } from '#lib/domain/money.ts';
import { toFailedForm } from '#lib/format/failure.ts';
import { describeMaxLength } from '#lib/format/text.ts';
import { formAction } from '#lib/forms/action.ts';
import { resumable } from './resumable.ts';

const MAX_AMOUNT_LENGTH = 40;

const schema = z.object({
  rule: z.enum(APPROVAL_RULES),
  minimum: z
    .string()
    .max(MAX_AMOUNT_LENGTH, describeMaxLength(MAX_AMOUNT_LENGTH))
    .refine((text) => !hasTooManyDecimals(text), {
      message: 'Use at most two decimal places, like 500 or 1,250.00.',
      abort: true,
    })
    .transform(toMinorUnits)
    .refine((amount) => amount !== undefined, 'Enter an amount, like 500 or 1,250.00.')
    .optional(),
});

export const approvalAction = resumable(
  'approval_rule',
  formAction('manageTeam', schema, async ({ rule, minimum }) => {
    // With a minimum price of zero, the rule applies to every campaign.
    const outcome = await saveApprovalRule({ rule, minimum: minimum || null });
    if (!outcome.ok) return toFailedForm(outcome.failure);
    refresh();
    return { ok: true, message: 'Saved. The new rule is in effect.' };
  }),
);
