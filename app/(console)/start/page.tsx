import { redirect } from 'next/navigation';
import { requireMember } from '#lib/auth/session.ts';
import { viewPath } from '#lib/domain/saved-view.ts';
import { loadSavedViews } from '../saved-views.ts';

/** Redirects to the view that the member chose as the start page, or to the overview. */
export default async function StartPage(): Promise<never> {
  await requireMember();
  const { startViewId } = await loadSavedViews();
  redirect(startViewId === null ? '/' : viewPath(startViewId));
}
