'use server';

import { refresh } from 'next/cache';
import { z } from 'zod';
import { changeMember } from '#lib/data/team.ts';
import { MEMBER_ACTIONS } from '#lib/domain/member-actions.ts';
import { toFailedForm } from '#lib/format/failure.ts';
import { formAction } from '#lib/forms/action.ts';
import { redirectAndConfirm } from '../../confirmation.ts';

const schema = z.object({ id: z.uuid(), member_action: z.enum(MEMBER_ACTIONS) });

export const memberAction = formAction('manageTeam', schema, async ({ id, member_action: action }) => {
  const outcome = await changeMember(id, action);
  if (outcome.ok) redirectAndConfirm(`/team/${id}`, action);
  refresh();
  return toFailedForm(outcome.failure);
});
