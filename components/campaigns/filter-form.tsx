'use client';

import { FilterDate, FilterNumber, FilterSelect } from '#components/lists/filter-fields.tsx';
import { KeptFields } from '#components/lists/kept-fields.tsx';
import { MENU_CLASS } from '#components/lists/menu.ts';
import { buttonClass } from '#components/ui/button.ts';
import type { Option } from '#components/ui/options.tsx';
import { TARGETING_METHODS, V1_STATUSES } from '#lib/contract/campaign-values.ts';
import { TEMPLATE_SIZES } from '#lib/contract/sizes.ts';
import { APPROVAL_FILTERS, ATTEMPT_FILTERS, GUEST_APPROVALS, SORT_KEYS } from '#lib/domain/index-filter.ts';
import { PAYMENT_STATES } from '#lib/domain/payment-state.ts';
import {
  APPROVAL_FILTER_NAMES,
  ATTEMPT_FILTER_NAMES,
  GUEST_APPROVAL_NAMES,
} from '#lib/format/decision-filters.ts';
import { PAYMENT_STATE_NAMES } from '#lib/format/payment-state.ts';
import { sizeLabel } from '#lib/format/size.ts';
import { SORT_NAMES } from '#lib/format/sort-names.ts';
import { describeStatus } from '#lib/format/status.ts';
import { sentenceCase } from '#lib/format/text.ts';
import { campaignsHref, type QueryField, queryEntries } from '#lib/forms/campaign-fields.ts';
import type { CampaignQuery } from '#lib/forms/campaign-query.ts';
import { PAGE_SIZES } from '#lib/forms/paging.ts';
import { CheckboxFilter } from './checkbox-filter.tsx';
import { MetadataFilter } from './metadata-filter.tsx';
import { NameFilter } from './name-filter.tsx';

export interface FilterFormProps {
  readonly query: Pick<CampaignQuery, 'typed' | 'errors'>;
  /** Whether the list comes from the campaign index, which has more filters than the mail service. */
  readonly isIndexed: boolean;
}

const TARGETING_OPTIONS: readonly Option[] = [
  ['', 'All methods'],
  ...TARGETING_METHODS.map((method): Option => [method, method === 'csv' ? 'CSV' : sentenceCase(method)]),
];
const STATUS_OPTIONS = [
  ['', 'All statuses'],
  ...V1_STATUSES.map((status): Option => [status, describeStatus(status).label]),
] as const;
const SORT_OPTIONS: readonly Option[] = [
  ['', 'Created, newest first'],
  ...SORT_KEYS.flatMap((key): readonly Option[] => [
    [key, SORT_NAMES[key].asc],
    [`-${key}`, SORT_NAMES[key].desc],
  ]).filter(([value]) => value !== '-created_at'),
];
const APPROVAL_OPTIONS: readonly Option[] = [
  ['', 'Any'],
  ...APPROVAL_FILTERS.map((value): Option => [value, APPROVAL_FILTER_NAMES[value]]),
];
const ATTEMPT_OPTIONS: readonly Option[] = [
  ['', 'Any'],
  ...ATTEMPT_FILTERS.map((value): Option => [value, ATTEMPT_FILTER_NAMES[value]]),
];
const PER_PAGE_OPTIONS = PAGE_SIZES.map((n): Option => [String(n), String(n)]);
const POSTAGE_CLASSES = ['first_class', 'standard'];

/** The fields of the form. The URL's other parameters are kept as hidden fields. */
const FORM_FIELDS: ReadonlySet<string> = new Set([
  ...['customer', 'template', 'payment', 'size', 'postage', 'targeting_method', 'sort'],
  ...['scheduled_from', 'scheduled_to', 'created_from', 'created_to', 'sent_at[from]', 'sent_at[to]'],
  ...['price_min', 'price_max', 'recipients_min', 'recipients_max', 'attempt', 'approval', 'guests'],
  ...['meta_data[][key]', 'meta_data[][value]', 'customer_id', 'page'],
]);

/**
 * A plain GET form that contains every filter of the list. A member can bookmark or share the URL of a filtered list.
 */
export function FilterForm({ query, isIndexed }: FilterFormProps) {
  const { typed, errors } = query;
  const fieldProps = (name: QueryField) => ({ name, value: typed[name], problem: errors[name] });
  const isCustomerPage = typed.customer_id !== undefined && errors.customer_id === undefined;
  const action = campaignsHref({ pairs: [], ...(isCustomerPage && { customer_id: typed.customer_id }) });
  const inForm = (name: string) => FORM_FIELDS.has(name) || errors[name] !== undefined;
  const kept = queryEntries(typed).filter(([name]) => !inForm(name));
  const otherErrors = ['columns', 'density', 'customer_id'].flatMap((name) => errors[name] ?? []);
  return (
    <form action={action} aria-label="Filters" className={`${MENU_CLASS} grid max-w-4xl gap-4`}>
      <KeptFields fields={kept} />
      {otherErrors.map((problem) => (
        <p key={problem} className="text-sm text-red">
          {problem}
        </p>
      ))}
      <div className="grid items-start gap-x-3 gap-y-3 dates:grid-cols-2 rail:grid-cols-4">
        {errors.status !== undefined && (
          <FilterSelect {...fieldProps('status')} label="Status" options={STATUS_OPTIONS} />
        )}
        {errors.per_page !== undefined && (
          <FilterSelect {...fieldProps('per_page')} label="Show" options={PER_PAGE_OPTIONS} />
        )}
        {!isCustomerPage && (
          <NameFilter name="customer" label="Customer" values={typed.customer} problem={errors.customer} />
        )}
        {isIndexed && (
          <NameFilter name="template" label="Template" values={typed.template} problem={errors.template} />
        )}
        <FilterSelect {...fieldProps('targeting_method')} label="Targeting" options={TARGETING_OPTIONS} />
        {isIndexed && <FilterSelect {...fieldProps('sort')} label="Sort by" options={SORT_OPTIONS} />}
        {isIndexed && <FilterDate {...fieldProps('scheduled_from')} label="Sends from" />}
        {isIndexed && <FilterDate {...fieldProps('scheduled_to')} label="Sends through" />}
        {isIndexed && <FilterDate {...fieldProps('created_from')} label="Created from" />}
        {isIndexed && <FilterDate {...fieldProps('created_to')} label="Created through" />}
        <FilterDate {...fieldProps('sent_at[from]')} label="Sent from" />
        <FilterDate {...fieldProps('sent_at[to]')} label="Sent through" />
        {isIndexed && <FilterNumber {...fieldProps('price_min')} label="Price from" />}
        {isIndexed && <FilterNumber {...fieldProps('price_max')} label="Price to" />}
        {isIndexed && <FilterNumber {...fieldProps('recipients_min')} label="Recipients from" />}
        {isIndexed && <FilterNumber {...fieldProps('recipients_max')} label="Recipients to" />}
        {isIndexed && (
          <FilterSelect {...fieldProps('approval')} label="Approval" options={APPROVAL_OPTIONS} />
        )}
        {isIndexed && <FilterSelect {...fieldProps('attempt')} label="Attempts" options={ATTEMPT_OPTIONS} />}
      </div>
      {isIndexed && (
        <div className="grid gap-x-3 gap-y-3 rail:grid-cols-2">
          <CheckboxFilter
            name="payment"
            legend="Payment"
            options={PAYMENT_STATES.map((state) => [state, PAYMENT_STATE_NAMES[state]])}
            values={typed.payment}
            problem={errors.payment}
          />
          <CheckboxFilter
            name="guests"
            legend="Guest decision"
            options={GUEST_APPROVALS.map((guestState) => [guestState, GUEST_APPROVAL_NAMES[guestState]])}
            values={typed.guests}
            problem={errors.guests}
          />
          <CheckboxFilter
            name="size"
            legend="Size"
            options={TEMPLATE_SIZES.map((size) => [size, sizeLabel(size)])}
            values={typed.size}
            problem={errors.size}
          />
          <CheckboxFilter
            name="postage"
            legend="Postage"
            options={POSTAGE_CLASSES.map((postage) => [postage, sentenceCase(postage)])}
            values={typed.postage}
            problem={errors.postage}
          />
        </div>
      )}
      <div className="flex flex-wrap items-start justify-between gap-2">
        <MetadataFilter pairs={typed.pairs} problem={errors['meta_data[]']} />
        <button type="submit" className={buttonClass('plain', 'max-rail:grow')}>
          Apply
        </button>
      </div>
      {!isIndexed && (
        <p className="text-sm text-muted">
          Search, sorting, totals, and more filters become available when every campaign is indexed.
        </p>
      )}
    </form>
  );
}
