'use server';

import { redirect } from 'next/navigation';
import { z } from 'zod';
import { idField } from '#lib/contract/ids.ts';
import { deleteTemplate } from '#lib/data/templates.ts';
import { formAction } from '#lib/forms/action.ts';
import { notKnown, toldHere } from '../../action-results.ts';

const NEXT = 'Look at the list of templates in a moment, and try again if it is still there.';

export const deleteAction = formAction('deleteTemplate', z.object({ id: idField }), async ({ id }) => {
  const outcome = await deleteTemplate(id);
  if (!outcome.ok) {
    const { failure } = outcome;
    return notKnown(failure, 'it was deleted', NEXT) ?? toldHere(failure, 'Nothing was deleted');
  }
  redirect(`/templates?deleted=${id}`);
});
