'use server';

import { redirect } from 'next/navigation';
import { z } from 'zod';
import { formAction } from '#lib/action.ts';
import { idField } from '#lib/contract/ids.ts';
import { deleteTemplate } from '#lib/data/templates.ts';
import { toldHere } from '../../not-done.ts';

export const deleteAction = formAction('deleteTemplate', z.object({ id: idField }), async ({ id }) => {
  const outcome = await deleteTemplate(id);
  if (!outcome.ok) return toldHere(outcome.failure, 'Nothing was deleted');
  redirect(`/templates?deleted=${id}`);
});
