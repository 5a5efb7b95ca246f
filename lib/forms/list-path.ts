/** Matches the paths of the pages that list campaigns. */
const LIST_PAGE = /^\/(campaigns|customers\/[1-9]\d{0,15})$/;

/** The parameters that the Display menu replaces. */
const DISPLAY_FIELDS = ['columns', 'density', 'per_page', 'page'];

/**
 * Returns the URL of a campaign list without the parameters that the member's saved settings replace. For any other
 * text, returns the URL of the list of all campaigns.
 */
export function listPath(url: string): string {
  const base = 'http://list.invalid';
  if (!URL.canParse(url, base)) return '/campaigns';
  const { origin, pathname, searchParams } = new URL(url, base);
  if (origin !== base || !LIST_PAGE.test(pathname)) return '/campaigns';
  for (const name of DISPLAY_FIELDS) searchParams.delete(name);
  const query = searchParams.toString();
  return query === '' ? pathname : `${pathname}?${query}`;
}
