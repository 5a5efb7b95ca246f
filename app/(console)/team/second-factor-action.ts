'use server';

import { refresh } from 'next/cache';
import { z } from 'zod';
import { saveSecondFactorRule } from '#lib/data/second-factor-rule.ts';
import { SECOND_FACTOR_RULES } from '#lib/domain/second-factor.ts';
import { toFailedForm } from '#lib/format/failure.ts';
import { formAction } from '#lib/forms/action.ts';
import { resumable } from './resumable.ts';

const schema = z.object({ second_factor_rule: z.enum(SECOND_FACTOR_RULES) });

export const secondFactorRuleAction = resumable(
  'second_factor_rule',
  formAction('manageTeam', schema, async ({ second_factor_rule: rule }) => {
    const outcome = await saveSecondFactorRule(rule);
    if (!outcome.ok) return toFailedForm(outcome.failure);
    refresh();
    return { ok: true, message: 'Saved. The new rule is in effect.' };
  }),
);
