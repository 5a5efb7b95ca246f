/** The signed-in member's view settings for campaign lists. */
import 'server-only';
import { DEFAULT_LIST_VIEW, type ListView } from '#lib/domain/list-view.ts';
import { type Outcome, ok } from '#lib/domain/outcome.ts';
import { deleteListView, findListView, upsertListView } from '#lib/store/list-views.ts';
import { store } from '#lib/store/open.ts';
import { authorize } from './authorize.ts';

/** Returns the member's settings, or the default settings. */
export async function readListView(): Promise<Outcome<ListView>> {
  const allowed = await authorize('listCampaigns');
  if (!allowed.ok) return allowed;
  return ok((await findListView(await store(), allowed.value.id)) ?? DEFAULT_LIST_VIEW);
}

/** @param view the member's new settings, or null for the default settings */
export async function saveListView(view: ListView | null): Promise<Outcome<null>> {
  const allowed = await authorize('editProfile');
  if (!allowed.ok) return allowed;
  const db = await store();
  if (view === null) await deleteListView(db, allowed.value.id);
  else await upsertListView(db, allowed.value.id, view);
  return ok(null);
}
