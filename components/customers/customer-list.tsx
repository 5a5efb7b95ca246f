import { SearchField } from '#components/lists/search-field.tsx';
import { ariaSort, SortArrow } from '#components/lists/sort-arrow.tsx';
import { SortLink } from '#components/lists/sort-link.tsx';
import { CELL_CLASS, ListTable, ROW_CLASS, ROW_LINK_CLASS } from '#components/lists/table.tsx';
import { BreakableEmail } from '#components/ui/breakable-email.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { PageLink } from '#components/ui/page-link.tsx';
import type { CustomerSortKey, ListedCustomer } from '#lib/domain/customer-list.ts';
import { customerName, describeNextMailing } from '#lib/format/customer.ts';
import { type DateSettings, formatStandaloneMoment } from '#lib/format/dates.ts';
import { formatSum } from '#lib/format/money.ts';
import { formatCount, formatPlural, MISSING, sentenceCase } from '#lib/format/text.ts';
import { type CustomerQuery, customersHref, nextCustomerSort } from '#lib/forms/customer-query.ts';
import { spendingHref } from '#lib/forms/spending-query.ts';

interface CustomerListProps {
  readonly customers: readonly ListedCustomer[];
  readonly query: CustomerQuery;
  readonly dateSettings: DateSettings;
  /** The mail service's current time, in milliseconds since the epoch. */
  readonly now: number;
}

interface Column {
  readonly key: CustomerSortKey;
  readonly name: string;
  readonly width: string;
  readonly isNumber: boolean;
}

const COLUMNS: readonly Column[] = [
  { key: 'email', name: 'Email', width: '', isNumber: false },
  { key: 'campaigns', name: 'Campaigns', width: 'w-[110px] @ledger:w-[13%]', isNumber: true },
  { key: 'spent', name: 'Paid (all time)', width: 'w-[150px] @ledger:w-[16%]', isNumber: true },
  { key: 'last_mailing', name: 'Last mailing', width: 'w-[190px] @ledger:w-[20%]', isNumber: false },
  { key: 'next_mailing', name: 'Next mailing', width: 'w-[190px] @ledger:w-[20%]', isNumber: false },
];

/** Lists customers and their figures. Each heading sorts the list. */
export function CustomerList({ customers, query, ...rest }: CustomerListProps) {
  const { typed, sort } = query;
  return (
    <ListTable caption="Customers">
      <thead className="@max-list:hidden">
        <tr>
          {COLUMNS.map(({ key, name, width, isNumber }) => {
            const direction = sort.key === key ? sort.direction : undefined;
            return (
              <th
                key={key}
                scope="col"
                aria-sort={ariaSort(direction)}
                className={`column-heading py-1.5 ${width} ${isNumber ? 'text-right' : ''}`}
              >
                <SortLink
                  href={customersHref(typed, { sort: nextCustomerSort(key, sort), page: '1' })}
                  name={name}
                  direction={direction}
                  isNumber={isNumber}
                  arrow={<SortArrow direction={direction} />}
                />
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody className="@max-list:block">
        {customers.map((customer) => (
          <Row key={customer.id} customer={customer} {...rest} />
        ))}
      </tbody>
    </ListTable>
  );
}

const CELL = `${CELL_CLASS} tabular-nums`;

function Row({
  customer,
  dateSettings,
  now,
}: Omit<CustomerListProps, 'customers' | 'query'> & { readonly customer: ListedCustomer }) {
  const { id, email, campaigns, lastMailingAt, nextMailingAt } = customer;
  const at = (ms: number | null) => (ms === null ? MISSING : formatStandaloneMoment(ms, dateSettings, now));
  return (
    <tr
      className={`${ROW_CLASS} @max-list:grid @max-list:grid-cols-[minmax(0,1fr)_auto] @max-list:gap-x-3 @max-list:p-3`}
    >
      <th scope="row" className={`${CELL_CLASS} text-left font-normal`}>
        <PageLink href={`/customers/${id}`} className={ROW_LINK_CLASS}>
          <BreakableEmail text={customerName(id, email ?? undefined)} />
        </PageLink>{' '}
        <span className="text-sm whitespace-nowrap text-muted tabular-nums">#{id}</span>
      </th>
      <td className={`${CELL} text-right @max-list:col-start-1 @max-list:text-left @max-list:text-sm`}>
        {formatCount(campaigns)}
        <span className="@list:hidden"> {campaigns === 1 ? 'campaign' : 'campaigns'}</span>
      </td>
      <td className={`${CELL} text-right @max-list:col-start-2 @max-list:row-start-1`}>
        <Spending customer={customer} />
      </td>
      <td className={`${CELL} @max-list:col-span-2 @max-list:col-start-1 @max-list:text-sm`}>
        <span className="text-muted @list:hidden">Last mailing </span>
        {at(lastMailingAt)}
      </td>
      <td className={`${CELL} @max-list:col-span-2 @max-list:col-start-1 @max-list:text-sm`}>
        <span className="text-muted @list:hidden">Next mailing </span>
        {nextMailingAt === null
          ? MISSING
          : sentenceCase(describeNextMailing(nextMailingAt, dateSettings, now))}
      </td>
    </tr>
  );
}

/** Shows each currency's amount on its own line. Links to the customer's spending by month. */
function Spending({ customer: { id, email, spending } }: { customer: ListedCustomer }) {
  if (spending.length === 0) return <span className="text-muted">{MISSING}</span>;
  return (
    <PageLink
      href={spendingHref({ customer: email ?? String(id), period: 'last_12_months' })}
      className="relative z-1 inline-block underline-offset-3 hover:underline"
    >
      {spending.map(({ currency, paid }) => (
        <bdi key={currency ?? ''} className="block">
          {formatSum(paid, currency)}
        </bdi>
      ))}
    </PageLink>
  );
}

const ORDER_NAMES: Readonly<Record<CustomerSortKey, readonly [ascending: string, descending: string]>> = {
  email: ['A to Z', 'Z to A'],
  campaigns: ['fewest first', 'most first'],
  spent: ['lowest first', 'highest first'],
  last_mailing: ['earliest first', 'latest first'],
  next_mailing: ['earliest first', 'latest first'],
};

/** Searches customers. Where the list has no column headings, the form also sorts the customers. */
export function CustomerSearch({ query }: { query: CustomerQuery }) {
  const { typed, errors } = query;
  return (
    <form action="/customers" className="mb-3 flex flex-wrap items-start gap-2 print:hidden">
      {typed.per_page !== undefined && <input type="hidden" name="per_page" value={typed.per_page} />}
      <div className="min-w-0 grow basis-56 wide:max-w-xs">
        <SearchField label="Search customers" value={typed.q} problem={errors.q} />
      </div>
      <select
        name="sort"
        aria-label="Sort by"
        defaultValue={typed.sort ?? 'email'}
        className="h-[37px] rounded-md border border-edge bg-card px-2 wide:hidden"
      >
        {COLUMNS.flatMap(({ key, name }) => [
          <option key={key} value={key}>
            {name}, {ORDER_NAMES[key][0]}
          </option>,
          <option key={`-${key}`} value={`-${key}`}>
            {name}, {ORDER_NAMES[key][1]}
          </option>,
        ])}
      </select>
      <button type="submit" className={buttonClass('plain', 'wide:hidden')}>
        Apply
      </button>
    </form>
  );
}

export const describeNoMatches = (typed: CustomerQuery['typed']): string =>
  typed.q === undefined ? '' : `No email address contains a word that starts with “${typed.q}”.`;

export const describeReachable = (reachable: number): string =>
  `The list ends after ${formatPlural(reachable, 'customer')}. Search, or sort the other way, to find the others.`;
