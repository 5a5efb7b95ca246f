/** The parameters of the campaign list's URL that a saved view stores: filters, order, and columns. */
import { type ColumnId, isColumnId } from '#lib/domain/list-view.ts';
import type { SavedView } from '#lib/domain/saved-view.ts';
import { queryEntries, type TypedQuery } from './campaign-fields.ts';
import { readCampaignQuery } from './campaign-query.ts';
import { searchParamsOf, withoutUndefined } from './query.ts';

/** Returns the parameters that a view of this list stores, in a fixed order. */
export function viewQuery(typed: TypedQuery, columns: readonly ColumnId[]): string {
  const { view: _, page: __, per_page: ___, density: ____, customer_id, ...kept } = typed;
  const customer = customer_id === undefined ? kept.customer : [customer_id];
  const entries = queryEntries(withoutUndefined({ ...kept, customer, columns }));
  return new URLSearchParams(entries.map(([name, value]) => [name, value])).toString();
}

/**
 * Reads a stored view. Ignores parameters, orders, and columns that don't exist anymore. Keeps filters with invalid
 * values, because the list then shows an error instead of more campaigns than the view should contain.
 */
export function readStoredQuery(query: string, zone: string): TypedQuery {
  const { typed, errors } = readCampaignQuery(searchParamsOf(new URLSearchParams(query)), zone);
  const columns = typed.columns?.filter(isColumnId);
  return withoutUndefined({
    ...typed,
    sort: errors.sort === undefined ? typed.sort : undefined,
    columns: columns && columns.length > 0 ? columns : undefined,
    ...{ view: undefined, page: undefined, customer_id: undefined },
  });
}

/** Whether a URL contains nothing but the view to open. */
export const isOnlyView = (typed: TypedQuery): boolean =>
  typed.view !== undefined && queryEntries(typed).length === 1;

/** Returns whether the list differs from the view that was opened. */
export function differsFromView(
  view: Pick<SavedView, 'query'>,
  typed: TypedQuery,
  columns: readonly ColumnId[],
  zone: string,
): boolean {
  const stored = readStoredQuery(view.query, zone);
  const storedColumns = stored.columns?.filter(isColumnId) ?? columns;
  return viewQuery(stored, storedColumns) !== viewQuery(typed, columns);
}
