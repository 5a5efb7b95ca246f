'use client';

/**
 * A recipient's details, in the order of the columns. The company is shown below the name, and can be empty.
 */
export interface RecipientRow {
  readonly name: string;
  readonly company: string;
  readonly line: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
}

const COLUMNS = [
  ['Name', ''],
  ['Address', 'w-[30%]'],
  ['City', 'w-[19%]'],
  ['State', 'w-[68px]'],
  ['ZIP', 'w-[106px]'],
] as const;

/** On phones, each address looks like an address on an envelope. */
export function RecipientsTable({ rows }: { rows: readonly RecipientRow[] }) {
  return (
    <table className="recipients">
      <thead className="bg-paper/60 @max-recipients:sr-only">
        <tr>
          {COLUMNS.map(([column, width]) => (
            <th key={column} scope="col" className={`column-heading bg-transparent ${width}`}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="@max-recipients:block">
        {rows.map(({ name, company, line, city, state, zip }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: addresses have no ids, and the list is never reordered
          <tr key={i} className="group recipient">
            <th scope="row" className="recipient-cell @max-recipients:basis-full @max-recipients:text-ink">
              <bdi>{name}</bdi>
              {company !== '' && <bdi className="block text-sm text-muted">{company}</bdi>}
            </th>
            <td className="recipient-cell @max-recipients:basis-full">
              <bdi>{line}</bdi>
            </td>
            <td className="recipient-cell">
              <bdi>{city}</bdi>
            </td>
            <td className="recipient-cell">
              <bdi>{state}</bdi>
            </td>
            <td className="recipient-cell tabular-nums">
              <bdi>{zip}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
