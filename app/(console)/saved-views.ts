import 'server-only';
import { cache } from 'react';
import { listSavedViews, type SavedViewList } from '#lib/data/saved-views.ts';

const NONE: SavedViewList = { views: [], startViewId: null };

/** Returns the views that the signed-in member can open. The result is cached per request. */
export const loadSavedViews = cache(async (): Promise<SavedViewList> => {
  const list = await listSavedViews();
  return list.ok ? list.value : NONE;
});
