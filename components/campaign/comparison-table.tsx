interface ComparisonTableProps {
  /** Describes the table for screen readers. */
  readonly caption: string;
  /** The headings of the two columns with values. */
  readonly headings: readonly [string, string];
  readonly rows: readonly {
    readonly label: string;
    readonly values: readonly [string, string];
    /** Whether the second value differs from the first and is therefore highlighted. */
    readonly isChanged: boolean;
  }[];
}

/** Shows two values of each campaign property side by side. */
export function ComparisonTable({ caption, headings, rows }: ComparisonTableProps) {
  return (
    <table className="mt-2 w-full max-w-md text-left tabular-nums">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="text-muted">
          <td />
          <th scope="col" className="pr-3 font-[550]">
            {headings[0]}
          </th>
          <th scope="col" className="font-[550]">
            {headings[1]}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, values: [first, second], isChanged }) => (
          <tr key={label} className="align-top">
            <th scope="row" className="pr-3 font-normal text-muted">
              {label}
            </th>
            <td className="pr-3">
              <bdi>{first}</bdi>
            </td>
            <td className={isChanged ? 'font-semibold' : ''}>
              <bdi>{second}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
