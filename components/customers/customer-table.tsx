import { CELL_CLASS, ColumnHeading, ListTable, ROW_CLASS, ROW_LINK_CLASS } from '#components/lists/table.tsx';
import { BreakableEmail } from '#components/ui/breakable-email.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import type { Customer } from '#lib/contract/resources.ts';
import { parseTimestamp } from '#lib/domain/timestamp.ts';
import { customerName } from '#lib/format/customer.ts';
import { type DateSettings, formatDay, formatStandaloneMoment } from '#lib/format/dates.ts';

interface CustomerTableProps {
  readonly customers: readonly Customer[];
  readonly dateSettings: DateSettings;
  /** The mail service's current time, in milliseconds since the epoch. */
  readonly now: number;
}

export function CustomerTable({ customers, ...rest }: CustomerTableProps) {
  return (
    <ListTable caption="Customers">
      <thead className="@max-list:sr-only">
        <tr>
          <ColumnHeading>Email</ColumnHeading>
          <ColumnHeading className="w-[110px] @ledger:w-[13%] text-right!">ID</ColumnHeading>
          <ColumnHeading className="w-[180px] @ledger:w-[23%]">Customer since</ColumnHeading>
          <ColumnHeading className="w-[230px] @ledger:w-[26%]">Updated</ColumnHeading>
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

function Row({
  customer,
  dateSettings,
  now,
}: Omit<CustomerTableProps, 'customers'> & { readonly customer: Customer }) {
  const { id, email, created_at, updated_at } = customer;
  const since = formatDay(parseTimestamp(created_at), dateSettings, now);
  return (
    <tr className={`${ROW_CLASS} @max-list:block @max-list:p-3`}>
      <th scope="row" className={`${CELL_CLASS} text-left font-normal @max-list:block`}>
        <PageLink href={`/customers/${id}`} className={ROW_LINK_CLASS}>
          <BreakableEmail text={customerName(id, email)} />
        </PageLink>
        <span className="block text-sm text-muted tabular-nums @list:hidden">
          #{id} · since {since}
        </span>
      </th>
      <td className={`${CELL_CLASS} text-right text-muted tabular-nums @max-list:hidden`}>#{id}</td>
      <td className={`${CELL_CLASS} tabular-nums @max-list:hidden`}>{since}</td>
      <td className={`${CELL_CLASS} tabular-nums @max-list:hidden`}>
        {formatStandaloneMoment(parseTimestamp(updated_at), dateSettings, now)}
      </td>
    </tr>
  );
}
