'use server';

import { refresh } from 'next/cache';
import { z } from 'zod';
import { changeMember } from '#lib/data/team.ts';
import { MEMBER_ACTIONS } from '#lib/domain/member-actions.ts';
import { toFailedForm } from '#lib/format/failure.ts';
import { formAction } from '#lib/forms/action.ts';
import { confirmIdentityIfRequired } from '../../../confirm-identity.ts';
import { redirectAndConfirm } from '../../confirmation.ts';

const schema = z.object({
  id: z.uuid(),
  member_action: z.enum(MEMBER_ACTIONS),
  /** The id of the member who takes over share links. If this is empty, the links are revoked. */
  transfer_to: z.uuid('Choose a member.').optional(),
});

export const memberAction = formAction('manageTeam', schema, async (input) => {
  const { id, member_action: action, transfer_to: transferTo } = input;
  const outcome = await changeMember(id, action, { transferTo });
  if (outcome.ok) redirectAndConfirm(`/team/${id}`, action);
  // After confirming their identity, the admin returns to the action's own page and confirms the action
  // there.
  confirmIdentityIfRequired(outcome.failure, `/team/${id}/${action}`);
  refresh();
  return toFailedForm(outcome.failure);
});
