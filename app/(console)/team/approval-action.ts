'use server';

import { refresh } from 'next/cache';
import { z } from 'zod';
import { setApprovalRequired } from '#lib/data/approval.ts';
import { toFailedForm } from '#lib/format/failure.ts';
import { formAction } from '#lib/forms/action.ts';

const schema = z.object({ required: z.enum(['yes', 'no']) });

export const approvalAction = formAction('manageTeam', schema, async ({ required }) => {
  const outcome = await setApprovalRequired(required === 'yes');
  if (!outcome.ok) return toFailedForm(outcome.failure);
  refresh();
  return { ok: true, message: 'Saved. The new setting is in effect.' };
});
