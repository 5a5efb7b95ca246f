'use server';

import { refresh } from 'next/cache';
import { redirect } from 'next/navigation';
import { z } from 'zod';
import { formAction } from '#lib/action.ts';
import { changeMember } from '#lib/data/team.ts';
import { failed } from '#lib/format/failure.ts';
import { MEMBER_DEEDS } from '#lib/format/team.ts';

const schema = z.object({ id: z.uuid(), deed: z.enum(MEMBER_DEEDS) });

export const memberAction = formAction('manageTeam', schema, async ({ id, deed }) => {
  const outcome = await changeMember(id, deed);
  if (outcome.ok) redirect(`/team/${id}?done=${deed}`);
  refresh();
  return failed(outcome.failure);
});
