import { FilterDate, type FilterOption, FilterSelect } from '#components/lists/filter-fields.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { Icon } from '#components/ui/icon.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import { TARGETING_METHODS, V1_STATUSES } from '#lib/contract/resources.ts';
import { describeStatus } from '#lib/format/status.ts';
import { sentenceCase } from '#lib/format/text.ts';
import {
  type CampaignQuery,
  campaignsHref,
  type QueryField,
  type TypedQuery,
} from '#lib/forms/campaign-query.ts';
import { PAGE_SIZES } from '#lib/forms/paging.ts';
import { MetadataFilter } from './metadata-filter.tsx';

interface CampaignFilterFormProps {
  readonly query: CampaignQuery;
  /** Email addresses to filter by, or undefined on a customer's page. */
  readonly customers?: ReadonlyMap<number, string>;
}

const TARGETING_OPTIONS: readonly FilterOption[] = [
  ['', 'All methods'],
  ...TARGETING_METHODS.map(
    (method): FilterOption => [method, method === 'csv' ? 'CSV' : sentenceCase(method)],
  ),
];
const PER_PAGE_OPTIONS = PAGE_SIZES.map((n): FilterOption => [String(n), `${n} per page`]);
const STATUS_OPTIONS = [
  ['', 'All statuses'],
  ...V1_STATUSES.map((status): FilterOption => [status, describeStatus(status).label]),
] as const;

/**
 * A plain GET form with every filter from section 4.5 of the interface documentation. A member can bookmark
 * or share the URL of a filtered list.
 */
export function CampaignFilterForm({ query, customers }: CampaignFilterFormProps) {
  const { typed, errors } = query;
  const fieldProps = (name: QueryField) => ({ name, value: typed[name], problem: errors[name] });
  const isSingleCustomer = customers === undefined;
  const unfiltered: TypedQuery = { pairs: [], ...(isSingleCustomer && { customer_id: typed.customer_id }) };
  const active = countActiveFilters(isSingleCustomer ? { ...typed, customer_id: undefined } : typed);
  const hasErrors = Object.keys(errors).length > 0;
  return (
    <details
      className="my-3.5 force-open:[&::details-content]:contents force-open:[&::details-content]:[content-visibility:visible]"
      open={hasErrors}
    >
      <summary className={buttonClass('plain', 'list-none force-open:hidden')}>
        <Icon name="filter" className="size-4.5" />
        Filters{active > 0 && ` · ${active}`}
      </summary>
      <form
        action={campaignsHref(unfiltered)}
        aria-label="Filters"
        className={`grid items-start dates:grid-cols-2 print:hidden gap-x-2 gap-y-2.5 max-rail:mt-3 rail:grid-cols-3 ${isSingleCustomer ? 'filters:grid-cols-[minmax(7.5rem,1.1fr)_minmax(9.5rem,1fr)_minmax(9.5rem,1fr)_minmax(6.5rem,0.9fr)_auto_auto]' : 'filters:grid-cols-[minmax(8rem,1.7fr)_minmax(7.5rem,1.1fr)_minmax(9.5rem,1fr)_minmax(9.5rem,1fr)_minmax(6.5rem,0.9fr)_auto_auto]'}`}
      >
        {errors.status === undefined ? (
          typed.status !== undefined && <input type="hidden" name="status" value={typed.status} />
        ) : (
          <FilterSelect {...fieldProps('status')} label="Status" options={STATUS_OPTIONS} />
        )}
        {customers && (
          <FilterSelect
            {...fieldProps('customer_id')}
            label="Customer"
            options={customerOptions(customers)}
          />
        )}
        <FilterSelect {...fieldProps('targeting_method')} label="Targeting" options={TARGETING_OPTIONS} />
        <FilterDate {...fieldProps('sent_at[from]')} label="Sent from" />
        <FilterDate {...fieldProps('sent_at[to]')} label="Sent through" />
        <FilterSelect {...fieldProps('per_page')} label="Show" options={PER_PAGE_OPTIONS} />
        <MetadataFilter pairs={typed.pairs} problem={errors['meta_data[]']} />
        <div
          className={`flex gap-2 max-rail:col-span-full ${isSingleCustomer ? 'rail:pt-[19px]' : 'filters:pt-[19px]'}`}
        >
          <button type="submit" className={buttonClass('plain', 'max-rail:grow')}>
            Apply
          </button>
          {active > 0 && (
            <PageLink
              href={campaignsHref(unfiltered, { status: errors.status ? undefined : typed.status })}
              className={buttonClass('quiet')}
            >
              Clear
            </PageLink>
          )}
        </div>
      </form>
    </details>
  );
}

const customerOptions = (customers: ReadonlyMap<number, string>): readonly FilterOption[] => [
  ['', 'All customers'],
  ...[...customers].map(([id, email]): FilterOption => [String(id), email]),
];

function countActiveFilters(typed: TypedQuery): number {
  const { customer_id, targeting_method, pairs } = typed;
  const single = [customer_id, targeting_method, typed['sent_at[from]'], typed['sent_at[to]']];
  return single.filter((value) => value !== undefined).length + pairs.length;
}
