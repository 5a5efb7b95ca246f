'use server';

import { redirect } from 'next/navigation';
import { saveListView } from '#lib/data/list-view.ts';
import { toFailedForm } from '#lib/format/failure.ts';
import { formAction } from '#lib/forms/action.ts';
import { displayForm, readDisplayForm } from '#lib/forms/display-form.ts';
import { listPath } from '#lib/forms/list-path.ts';

/** Saves the member's columns, density, and rows per page, and returns to the list's first page. */
export const saveDisplayAction = formAction('editProfile', displayForm, async (input) => {
  const saved = await saveListView(input.reset === 'on' ? null : readDisplayForm(input));
  if (!saved.ok) return toFailedForm(saved.failure);
  redirect(listPath(input.list));
});
