import type { ListTotal } from '#lib/domain/campaign-list.ts';
import { sumLeftOfTotals } from '#lib/domain/left-to-pay.ts';
import type { ColumnId } from '#lib/domain/list-view.ts';
import { BEFORE_CREDITS } from '#lib/format/left-to-pay.ts';
import { formatCount, formatPlural } from '#lib/format/text.ts';
import { columnLayout, totalText } from './list-cells.tsx';

interface ListTotalsProps {
  readonly totals: readonly ListTotal[];
  readonly isPartial: boolean;
  readonly columns: readonly ColumnId[];
  readonly cellClass: string;
  /** The number of columns before those that members can choose. */
  readonly fixedColumns: number;
}

/** The totals of all campaigns that match the filters: one row per currency. */
export function ListTotals({ totals, isPartial, columns, cellClass, fixedColumns }: ListTotalsProps) {
  const isMixed = totals.length > 1;
  return (
    <tfoot className="@max-list:order-first @max-list:border-b @max-list:border-line">
      {totals.map((total) => (
        <tr
          key={total.currency ?? ''}
          className="bg-paper/60 @max-list:flex @max-list:flex-wrap @max-list:gap-x-6 @max-list:gap-y-1 @max-list:px-3 @max-list:py-2.5"
        >
          <th
            scope="row"
            colSpan={fixedColumns}
            className={`${cellClass} text-left font-semibold @max-list:basis-full`}
          >
            {describeTotal(total, isMixed, isPartial)}
            {total.unpriced > 0 && (
              <span className="block text-sm font-normal text-muted">
                {formatCount(total.unpriced)} without a price
              </span>
            )}
          </th>
          {columns.map((column) => {
            const sum = totalText(column, total);
            const { isNumber, hidden = '' } = columnLayout(column);
            return (
              <td
                key={column}
                className={`${cellClass} font-semibold tabular-nums ${isNumber ? '@list:text-right' : ''} ${hidden} ${sum === undefined ? '@max-list:hidden' : ''}`}
              >
                {sum !== undefined && (
                  <>
                    <span className="block text-xs font-normal text-muted @list:hidden">{NAMES[column]}</span>
                    <span className="@list:flex @list:justify-end @list:whitespace-nowrap">{sum}</span>
                    {column === 'left_to_pay' && sumLeftOfTotals([total]).isBeforeCredits && (
                      <span className="block text-xs font-normal text-muted">{BEFORE_CREDITS}</span>
                    )}
                  </>
                )}
              </td>
            );
          })}
        </tr>
      ))}
    </tfoot>
  );
}

const NAMES: Readonly<Record<string, string>> = {
  recipients: 'Recipients',
  price: 'Price',
  left_to_pay: 'Left to pay',
};

function describeTotal({ campaigns, currency }: ListTotal, isMixed: boolean, isPartial: boolean): string {
  const count = formatPlural(campaigns, 'campaign');
  if (isPartial) return `At least ${count}${isMixed ? ` in ${currencyName(currency)}` : ''}`;
  if (isMixed) return `${count} in ${currencyName(currency)}`;
  return campaigns === 1 ? count : `All ${count}`;
}

const currencyName = (currency: string | null) => currency ?? 'no currency';
