import { BreakableEmail } from '#components/ui/breakable-email.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import type { SpendingMeasure } from '#lib/domain/spending.ts';
import { formatSum } from '#lib/format/money.ts';
import { formatPlural } from '#lib/format/text.ts';
import type { ChartSeries } from './chart-layout.ts';
import { partClass } from './spending-chart.tsx';

export interface GroupRow extends ChartSeries {
  readonly amount: number;
  readonly campaigns: number;
  /** The URL of the group's own spending. */
  readonly href: string | undefined;
}

interface GroupTableProps {
  readonly caption: string;
  readonly heading: string;
  readonly rows: readonly GroupRow[];
  /** The total number of groups, such as "225 customers". */
  readonly countText: string;
  readonly total: number;
  readonly measure: SpendingMeasure;
  readonly currency: string | null;
}

const CELL = 'sm:px-3 border-b border-line px-2.5 py-2 align-middle';

/** The chart's groups with their amounts and shares. */
export function GroupTable({ caption, heading, rows, countText, total, measure, currency }: GroupTableProps) {
  return (
    <table className="w-full table-fixed border-spacing-0 overflow-hidden rounded-lg border border-line bg-card shadow-card [border-collapse:separate]">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="text-left text-[0.78125rem] text-muted [&>th]:border-b [&>th]:border-line [&>th]:bg-paper/60 [&>th]:px-2.5 sm:[&>th]:px-3 [&>th]:py-2.5 [&>th]:font-[550]">
          <th scope="col">
            <bdi>{heading}</bdi>
          </th>
          <th scope="col" className="w-27 text-right sm:w-34">
            {measure === 'paid' ? 'Paid, share' : 'Invoiced, share'}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, i) => (
          <tr key={`${row.isRest} ${row.name} ${row.href}`}>
            <th scope="row" className={`${CELL} text-left font-normal`}>
              <span className="flex items-center gap-2 sm:gap-2.5">
                <span aria-hidden="true" className={`swatch shrink-0 ${partClass(row, i)}`} />
                <span className="min-w-0">
                  {row.href === undefined ? (
                    <span className="line-clamp-3">
                      <BreakableEmail text={row.name} />
                    </span>
                  ) : (
                    <PageLink
                      href={row.href}
                      className="line-clamp-3 underline decoration-line underline-offset-3 hover:decoration-current"
                    >
                      <BreakableEmail text={row.name} />
                    </PageLink>
                  )}
                  <span className="block text-sm text-muted tabular-nums">
                    {formatPlural(row.campaigns, 'campaign')}
                  </span>
                </span>
              </span>
            </th>
            <td className={`${CELL} text-right tabular-nums`}>
              {formatSum(row.amount, currency)}
              <span className="block text-sm text-muted">{formatShare(row.amount, total)}</span>
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="font-semibold [&>*]:bg-paper/60 [&>*]:px-2.5 sm:[&>*]:px-3 [&>*]:py-2.5">
          <th scope="row" className="text-left">
            {countText}
          </th>
          <td className="text-right tabular-nums">{formatSum(total, currency)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

const formatShare = (amount: number, total: number): string =>
  total === 0 ? '0%' : `${((100 * amount) / total).toFixed(1)}%`;
