/** Reads the amounts paid for campaigns from the campaign index. */
import 'server-only';
import { recordSecurityEvent } from '#lib/auth/security-events.ts';
import { type Freshness, isIndexComplete, type UnknownNames } from '#lib/domain/campaign-list.ts';
import { type Outcome, ok } from '#lib/domain/outcome.ts';
import type {
  CurrencySpending,
  Grouping,
  GroupSpending,
  MonthSpending,
  SpendingMeasure,
  SpendingMonth,
  SpendingScope,
} from '#lib/domain/spending.ts';
import { addAmounts, mainCurrency, totalsByCurrency } from '#lib/domain/spending-totals.ts';
import { readFreshness } from '#lib/index/freshness.ts';
import { readCustomerNames, readTemplateNamesById } from '#lib/store/find-names.ts';
import { store } from '#lib/store/open.ts';
import { sumGroupMonths, sumGroupsOfMonth, sumMonths, sumUndated, topGroups } from '#lib/store/spending.ts';
import { runInSpan } from '#lib/tracing/spans.ts';
import { authorize } from './authorize.ts';
import { findFilterNames } from './filter-names.ts';
import { isInvoiced } from './invoicing.ts';

/** The maximum number of groups that the chart shows separately. */
const MAX_GROUPS = 5;

export interface SpendingRequest {
  readonly months: readonly SpendingMonth[];
  /** An email address or a number. */
  readonly customer: string | undefined;
  /** A name or a number. */
  readonly template: string | undefined;
  /** Null for no groups. */
  readonly grouping: Grouping | null;
  /** Null for prices without a currency. Undefined for the currency with the most campaigns. */
  readonly currency: string | null | undefined;
}

export interface NamedGroup extends GroupSpending {
  /** The email address or the template's name. Undefined if the name isn't known, and for other groupings. */
  readonly name: string | undefined;
  /** The amount for each month, in the order of the months. */
  readonly byMonth: readonly number[];
}

export interface SpendingSplit {
  /** The groups with the greatest amounts, greatest first. */
  readonly groups: readonly NamedGroup[];
  /** The number of all groups with an amount. */
  readonly count: number;
}

export interface SpendingReport {
  readonly totals: readonly CurrencySpending[];
  /** The sums for each month, in the chosen currency. */
  readonly months: readonly MonthSpending[];
  /**
   * The sums for campaigns that aren't in any month, because they have no date. 'too_many' if they can't be
   * added up.
   */
  readonly undated: readonly CurrencySpending[] | 'too_many';
  readonly currency: string | null;
  /** The amount that the chart and the groups show. */
  readonly measure: SpendingMeasure;
  readonly isInvoiced: boolean;
  /** Null without a grouping. 'too_many' if there are too many campaigns to split. */
  readonly split: SpendingSplit | 'too_many' | null;
  /** The customer's id, if the request is about one customer. */
  readonly customerId: number | undefined;
}

export type SpendingListing =
  | { readonly kind: 'report'; readonly freshness: Freshness; readonly report: SpendingReport }
  | { readonly kind: 'unknown_names'; readonly freshness: Freshness; readonly names: UnknownNames }
  /** The sums can't be read, because too many campaigns match a customer and a template. */
  | { readonly kind: 'too_many'; readonly freshness: Freshness }
  /** Not every campaign has been read yet. */
  | { readonly kind: 'incomplete'; readonly freshness: Freshness };

export function readSpending(request: SpendingRequest): Promise<Outcome<SpendingListing>> {
  return runInSpan('data readSpending', {}, async () => {
    const allowed = await authorize('listCampaigns');
    if (!allowed.ok) return allowed;
    const freshness = await readFreshness();
    if (!isIndexComplete(freshness)) return ok({ kind: 'incomplete', freshness });
    const scope = await resolveScope(request);
    if (!scope.ok) return scope;
    if ('unknown' in scope.value) return ok({ kind: 'unknown_names', freshness, names: scope.value.unknown });
    const report = await readReport(scope.value.scope, request);
    return ok(report === null ? { kind: 'too_many', freshness } : { kind: 'report', freshness, report });
  });
}

async function readReport(scope: SpendingScope, request: SpendingRequest): Promise<SpendingReport | null> {
  const db = await store();
  const { months, grouping } = request;
  const all = await sumMonths(db, scope, months);
  if ('tooMany' in all) return null;
  const measure: SpendingMeasure = isInvoiced() ? 'open' : 'paid';
  const totals = totalsByCurrency(all);
  const currency = mainCurrency(totals, request.currency, measure);
  const [undated, split] = await Promise.all([
    sumUndated(db, scope),
    grouping && readSplit({ scope, by: grouping, months, currency }, measure),
  ]);
  return {
    totals,
    months: all.filter((month) => month.currency === currency),
    undated: 'tooMany' in undated ? 'too_many' : undated,
    currency,
    measure,
    isInvoiced: isInvoiced(),
    split,
    customerId: scope.customerIds.length === 1 ? scope.customerIds[0] : undefined,
  };
}

async function readSplit(
  request: Parameters<typeof topGroups>[1],
  measure: SpendingMeasure,
): Promise<SpendingSplit | 'too_many'> {
  const db = await store();
  const top = await topGroups(db, request, measure, MAX_GROUPS);
  if ('tooMany' in top) return 'too_many';
  const { keys, count } = top;
  const [cells, names] = await Promise.all([
    keys.length === 0 ? [] : sumGroupMonths(db, request, keys),
    readNames(request.by, keys),
  ]);
  if ('tooMany' in cells) return 'too_many';
  const groups = keys.map((key) => {
    const own = cells.filter((cell) => cell.key === key);
    const byMonth = request.months.map(
      ({ index }) => own.find(({ month }) => month === index)?.[measure] ?? 0,
    );
    return { key, name: names.get(key), ...addAmounts(own), byMonth };
  });
  return { count, groups };
}

async function readNames(by: Grouping, keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (by !== 'customer' && by !== 'template') return new Map();
  const ids = keys.filter((key) => key !== '').map(Number);
  const read = by === 'customer' ? readCustomerNames : readTemplateNamesById;
  return new Map([...(await read(await store(), ids))].map(([id, name]) => [String(id), name]));
}

type ResolvedScope = { readonly scope: SpendingScope } | { readonly unknown: UnknownNames };

async function resolveScope({ customer, template }: SpendingRequest): Promise<Outcome<ResolvedScope>> {
  const found = await findFilterNames({
    customers: customer === undefined ? [] : [customer],
    templates: template === undefined ? [] : [template],
  });
  if (!found.ok) return found;
  return ok('unknown' in found.value ? found.value : { scope: found.value });
}

/** A row of the export: what was paid for the campaigns of one group in one month, in one currency. */
export interface ExportedSpending extends GroupSpending, CurrencySpending {
  /** Null for campaigns without any date. */
  readonly month: number | null;
  readonly name: string | undefined;
}

export type SpendingExport =
  | {
      readonly kind: 'rows';
      readonly chunks: AsyncIterable<readonly ExportedSpending[]>;
      readonly isInvoiced: boolean;
    }
  | { readonly kind: 'unknown_names'; readonly names: UnknownNames }
  | { readonly kind: 'too_many' }
  | { readonly kind: 'unavailable' };

/**
 * Returns the sums for every group and month, in all currencies, for the export. Records the export as a
 * security event.
 * @param describedFilters the filters, for the security event
 */
export async function exportSpending(
  request: SpendingRequest & { readonly grouping: Grouping },
  describedFilters: string,
): Promise<Outcome<SpendingExport>> {
  const allowed = await authorize('listCampaigns');
  if (!allowed.ok) return allowed;
  if (!isIndexComplete(await readFreshness())) return ok({ kind: 'unavailable' });
  const resolved = await resolveScope(request);
  if (!resolved.ok) return resolved;
  if ('unknown' in resolved.value) return ok({ kind: 'unknown_names', names: resolved.value.unknown });
  const { scope } = resolved.value;
  const { months, grouping: by } = request;
  const probe = await topGroups(await store(), { scope, by, months, currency: null }, 'paid', 1);
  if ('tooMany' in probe) return ok({ kind: 'too_many' });
  await recordSecurityEvent({
    name: 'spending.exported',
    by: allowed.value,
    details: { filters: describedFilters },
  });
  return ok({ kind: 'rows', chunks: readExport(scope, by, months), isInvoiced: isInvoiced() });
}

async function* readExport(
  scope: SpendingScope,
  by: Grouping,
  months: readonly SpendingMonth[],
): AsyncGenerator<readonly ExportedSpending[]> {
  const db = await store();
  for (const month of [...months, 'undated'] as const) {
    // Campaigns that were added after the check must not abort the export.
    const rows = await sumGroupsOfMonth(db, scope, by, month, Number.MAX_SAFE_INTEGER - 1);
    if ('tooMany' in rows) continue;
    const names = await readNames(by, [...new Set(rows.map(({ key }) => key))]);
    const index = month === 'undated' ? null : month.index;
    yield rows.map((row) => ({ ...row, month: index, name: names.get(row.key) }));
  }
}
