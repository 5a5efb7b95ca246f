'use server';

import { revalidatePath } from 'next/cache';
import { redirect } from 'next/navigation';
import { z } from 'zod';
import { readDateSettings } from '#lib/auth/date-settings.ts';
import { createView, deleteView, renameView, replaceView, saveStartView } from '#lib/data/saved-views.ts';
import { isColumnId } from '#lib/domain/list-view.ts';
import type { Failure } from '#lib/domain/outcome.ts';
import { MAX_VIEW_QUERY_LENGTH, viewPath } from '#lib/domain/saved-view.ts';
import { toFailedForm } from '#lib/format/failure.ts';
import { formAction } from '#lib/forms/action.ts';
import { readCampaignQuery } from '#lib/forms/campaign-query.ts';
import type { FormState } from '#lib/forms/form-state.ts';
import { searchParamsOf } from '#lib/forms/query.ts';
import { lineField } from '#lib/forms/text-fields.ts';
import { viewQuery } from '#lib/forms/view-query.ts';
import { MAX_VIEW_NAME_LENGTH } from '#lib/input-limits.ts';

const name = lineField('Enter a name.', MAX_VIEW_NAME_LENGTH);
const list = z.string().max(20_000);
const revision = z.coerce.number().int().min(0);
const viewId = z.uuid();

type ReadQuery = { readonly query: string } | { readonly state: FormState };

/** Checks the list's parameters, and converts them to the format in which views are stored. */
async function readViewQuery(text: string): Promise<ReadQuery> {
  const { zone } = await readDateSettings();
  const { typed, errors } = readCampaignQuery(searchParamsOf(new URLSearchParams(text)), zone);
  if (Object.keys(errors).length > 0)
    return { state: { message: 'Some filters aren’t valid. Fix them in the list, then save the view.' } };
  const query = viewQuery(typed, (typed.columns ?? []).filter(isColumnId));
  if (query.length > MAX_VIEW_QUERY_LENGTH)
    return {
      state: {
        message: 'These filters are too long to save. Remove some customers, templates, or metadata.',
      },
    };
  return { query };
}

function viewFailure(failure: Failure): FormState {
  if (failure.kind === 'missing') return { message: 'This view no longer exists.', failure };
  return toFailedForm(failure);
}

/** Redirects to a page, and updates the sidebar, which otherwise stays unchanged between pages. */
function showChange(path: string): never {
  revalidatePath('/', 'layout');
  redirect(path);
}

const saveForm = z.object({ name, list: list.optional(), team: z.literal('yes').optional() });

export const saveViewAction = formAction('saveViews', saveForm, async (input) => {
  const read = await readViewQuery(input.list ?? '');
  if ('state' in read) return read.state;
  const saved = await createView({ name: input.name, query: read.query, isTeam: input.team === 'yes' });
  if (!saved.ok) return viewFailure(saved.failure);
  showChange(viewPath(saved.value));
});

const updateForm = z.object({ id: viewId, revision, list: list.optional() });

/** Replaces a view's filters, order, and columns with the list's. */
export const updateViewAction = formAction('saveViews', updateForm, async (input) => {
  const read = await readViewQuery(input.list ?? '');
  if ('state' in read) return read.state;
  const saved = await replaceView(input.id, read.query, input.revision);
  if (!saved.ok) return viewFailure(saved.failure);
  showChange(viewPath(input.id));
});

const renameForm = z.object({ id: viewId, revision, name });

export const renameViewAction = formAction('saveViews', renameForm, async (input) => {
  const saved = await renameView(input.id, input.name, input.revision);
  if (!saved.ok) return viewFailure(saved.failure);
  showChange('/views');
});

const deleteForm = z.object({ id: viewId });

export const deleteViewAction = formAction('saveViews', deleteForm, async ({ id }) => {
  const deleted = await deleteView(id);
  if (!deleted.ok) return viewFailure(deleted.failure);
  showChange('/views');
});

const startForm = z.object({ view: viewId.optional() });

/** Sets the member's start page to a view, or to the overview if the field is blank. */
export const startViewAction = formAction('saveViews', startForm, async ({ view }) => {
  const saved = await saveStartView(view ?? null);
  if (!saved.ok) return viewFailure(saved.failure);
  showChange('/views');
});
