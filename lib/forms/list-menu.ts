/**
 * The menus above a campaign list. A page contains a menu's form only if the page's URL says that the menu is
 * open.
 */
import { campaignsHref, type TypedQuery } from './campaign-fields.ts';
import { oneOf, paramValues, type SearchParams } from './query.ts';

const LIST_MENUS = ['filter', 'display'] as const;
export type ListMenu = (typeof LIST_MENUS)[number];

/** The parameter that says which menu is open. */
const MENU_PARAM = 'menu';

export const readOpenMenu = (params: SearchParams): ListMenu | undefined =>
  oneOf<ListMenu>(LIST_MENUS)(paramValues(params, MENU_PARAM)[0] ?? '');

/** Returns the URL of the list with an open menu, for browsers that can't load the menu's form. */
export function openMenuHref(typed: TypedQuery, menu: ListMenu): string {
  const href = campaignsHref(typed);
  return `${href}${href.includes('?') ? '&' : '?'}${MENU_PARAM}=${menu}`;
}
