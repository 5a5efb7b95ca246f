'use server';

import { redirect } from 'next/navigation';
import { z } from 'zod';
import { rebuildIndex } from '#lib/data/index-rebuild.ts';
import { toFailedForm } from '#lib/format/failure.ts';
import { formAction } from '#lib/forms/action.ts';

export const rebuildIndexAction = formAction('manageTeam', z.object({}), async () => {
  const outcome = await rebuildIndex();
  return outcome.ok ? redirect('/team#campaign-index') : toFailedForm(outcome.failure);
});
