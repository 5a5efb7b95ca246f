import { PageLink } from '#components/ui/page-link.tsx';
import type { MonthSpending, SpendingAmounts, SpendingMonth } from '#lib/domain/spending.ts';
import { addAmounts } from '#lib/domain/spending-totals.ts';
import type { DateSettings } from '#lib/format/dates.ts';
import { formatSum } from '#lib/format/money.ts';
import { formatMonthOf } from '#lib/format/spending.ts';
import { formatCount, formatPlural } from '#lib/format/text.ts';

interface MonthTableProps {
  readonly months: readonly SpendingMonth[];
  /** The sums of the months with campaigns, in one currency. */
  readonly sums: readonly MonthSpending[];
  readonly currency: string | null;
  readonly isInvoiced: boolean;
  readonly dateSettings: DateSettings;
  readonly currentMonth: number;
  readonly hrefOf: (month: SpendingMonth) => string;
}

const HEAD = 'border-b border-line bg-paper/60 px-3.5 py-2.5 text-[0.78125rem] font-[550] text-muted';
const NUMBER = 'px-3.5 py-2 text-right tabular-nums';
/** Columns that are hidden on phones. */
const WIDE = 'max-sm:hidden';

/** The spending of each month, latest first. */
export function MonthTable(props: MonthTableProps) {
  const { months, sums, isInvoiced, dateSettings, currentMonth, hrefOf } = props;
  const byMonth = new Map(sums.map((sum) => [sum.month, sum]));
  const none = addAmounts([]);
  return (
    <table className="w-full border-spacing-0 overflow-hidden rounded-lg border border-line bg-card shadow-card [border-collapse:separate]">
      <caption className="sr-only">Spending by month</caption>
      <thead>
        <tr>
          <th scope="col" className={`${HEAD} text-left`}>
            Month
          </th>
          <th scope="col" className={`${HEAD} text-right ${WIDE}`}>
            {isInvoiced ? 'Invoiced campaigns' : 'Campaigns'}
          </th>
          <th scope="col" className={`${HEAD} text-right ${WIDE}`}>
            Recipients
          </th>
          <th scope="col" className={`${HEAD} text-right`}>
            Paid
          </th>
          <th scope="col" className={`${HEAD} text-right`}>
            Credits
          </th>
          {isInvoiced && (
            <th scope="col" className={`${HEAD} text-right`}>
              Invoiced
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {months.toReversed().map((month) => (
          <tr key={month.index} className="[&>*]:border-b [&>*]:border-line">
            <th scope="row" className="px-3.5 py-2 text-left font-normal whitespace-nowrap">
              <PageLink
                href={hrefOf(month)}
                className="underline decoration-line underline-offset-3 hover:decoration-current"
              >
                {formatMonthOf(month.index, dateSettings)}
              </PageLink>
              {month.index === currentMonth && <span className="text-muted"> so far</span>}
            </th>
            <Cells {...props} amounts={byMonth.get(month.index) ?? none} />
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="font-semibold [&>*]:bg-paper/60">
          <th scope="row" className="px-3.5 py-2 text-left">
            {formatPlural(months.length, 'month')}
          </th>
          <Cells {...props} amounts={addAmounts(sums)} />
        </tr>
      </tfoot>
    </table>
  );
}

function Cells({ amounts, currency, isInvoiced }: MonthTableProps & { readonly amounts: SpendingAmounts }) {
  const { paidCampaigns, paidRecipients, paid, credit, openCampaigns, openRecipients, open } = amounts;
  return (
    <>
      <td className={`${NUMBER} ${WIDE}`}>{formatCount(isInvoiced ? openCampaigns : paidCampaigns)}</td>
      <td className={`${NUMBER} ${WIDE}`}>{formatCount(isInvoiced ? openRecipients : paidRecipients)}</td>
      <td className={`${NUMBER} font-[550]`}>{formatSum(paid, currency)}</td>
      <td className={NUMBER}>{formatSum(credit, currency)}</td>
      {isInvoiced && <td className={NUMBER}>{formatSum(open, currency)}</td>}
    </>
  );
}
