import { CELL, Heading, ROW, ROW_LINK, TABLE } from '#components/lists/table.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import type { Customer } from '#lib/contract/resources.ts';
import { readMoment } from '#lib/domain/timestamp.ts';
import { customerName } from '#lib/format/customer.ts';
import { formatDay, formatMoment } from '#lib/format/dates.ts';

interface CustomerTableProps {
  readonly customers: readonly Customer[];
  readonly zone: string;
  /** The service's clock, milliseconds. */
  readonly now: number;
}

export function CustomerTable({ customers, ...rest }: CustomerTableProps) {
  return (
    <table className={TABLE}>
      <caption className="sr-only">Customers</caption>
      <thead className="max-wide:sr-only">
        <tr>
          <Heading>E-mail</Heading>
          <Heading className="w-[110px] text-right!">Number</Heading>
          <Heading className="w-[180px]">Customer since</Heading>
          <Heading className="w-[230px]">Last changed</Heading>
        </tr>
      </thead>
      <tbody className="max-wide:block">
        {customers.map((customer) => (
          <Row key={customer.id} customer={customer} {...rest} />
        ))}
      </tbody>
    </table>
  );
}

function Row({
  customer,
  zone,
  now,
}: Omit<CustomerTableProps, 'customers'> & { readonly customer: Customer }) {
  const { id, email, created_at, updated_at } = customer;
  const since = formatDay(readMoment(created_at), zone, now);
  return (
    <tr className={`${ROW} max-wide:block max-wide:p-3`}>
      <th scope="row" className={`${CELL} text-left font-normal max-wide:block`}>
        <PageLink href={`/customers/${id}`} className={ROW_LINK}>
          <bdi>{customerName(id, email)}</bdi>
        </PageLink>
        <span className="block text-sm text-muted tabular-nums wide:hidden">
          #{id} · since {since}
        </span>
      </th>
      <td className={`${CELL} text-right text-muted tabular-nums max-wide:hidden`}>#{id}</td>
      <td className={`${CELL} tabular-nums max-wide:hidden`}>{since}</td>
      <td className={`${CELL} tabular-nums max-wide:hidden`}>
        {formatMoment(readMoment(updated_at), zone, now)}
      </td>
    </tr>
  );
}
