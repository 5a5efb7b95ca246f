import { PageLink } from '#components/ui/page-link.tsx';
import type { MonthSpending, SpendingAmounts, SpendingMonth } from '#lib/domain/spending.ts';
import { addAmounts } from '#lib/domain/spending-totals.ts';
import type { DateSettings } from '#lib/format/dates.ts';
import { formatSum } from '#lib/format/money.ts';
import { formatMonthOf } from '#lib/format/spending.ts';
import { formatCount, formatPlural } from '#lib/format/text.ts';

interface MonthTableProps {
  readonly months: readonly SpendingMonth[];
  /** The monthly sums in one currency, for the months with campaigns. */
  readonly sums: readonly MonthSpending[];
  readonly currency: string | null;
  readonly isInvoiced: boolean;
  readonly dateSettings: DateSettings;
  readonly currentMonth: number;
  readonly hrefOf: (month: SpendingMonth) => string;
}

const HEAD =
  'border-b border-line bg-paper/60 px-3.5 py-2.5 text-right text-[0.78125rem] font-[550] text-muted first:text-left';
const ROW =
  '@max-months:grid @max-months:grid-cols-[minmax(0,1fr)_auto] @max-months:gap-x-4 @max-months:px-3.5 @max-months:py-2.5';
const NAME = 'text-left @months:px-3.5 @months:py-2';
const NUMBER = 'tabular-nums @months:px-3.5 @months:py-2 @months:text-right';
/**
 * In a narrow table, a value and its heading, below the month and the amount paid, on the left or on the
 * right.
 */
const LEFT = '@max-months:col-start-1 @max-months:text-sm @max-months:font-normal @max-months:text-muted';
const RIGHT =
  '@max-months:col-start-2 @max-months:text-right @max-months:text-sm @max-months:font-normal @max-months:text-muted';

/** Each month's spending, latest month first. In a narrow table, each month is a block of three lines. */
export function MonthTable(props: MonthTableProps) {
  const { months, sums, isInvoiced, dateSettings, currentMonth, hrefOf } = props;
  const byMonth = new Map(sums.map((sum) => [sum.month, sum]));
  const none = addAmounts([]);
  return (
    <div className="@container min-w-0">
      <table className="w-full border-spacing-0 overflow-hidden rounded-lg border border-line bg-card shadow-card [border-collapse:separate] @max-months:block">
        <caption className="sr-only">Spending by month</caption>
        <thead className="@max-months:sr-only">
          <tr>
            <th scope="col" className={HEAD}>
              Month
            </th>
            <th scope="col" className={HEAD}>
              {isInvoiced ? 'Invoiced campaigns' : 'Campaigns'}
            </th>
            <th scope="col" className={HEAD}>
              Recipients
            </th>
            <th scope="col" className={HEAD}>
              Paid
            </th>
            <th scope="col" className={HEAD}>
              Credits
            </th>
            {isInvoiced && (
              <th scope="col" className={HEAD}>
                Invoiced
              </th>
            )}
          </tr>
        </thead>
        <tbody className="@max-months:block">
          {months.toReversed().map((month) => (
            <tr
              key={month.index}
              className={`${ROW} @max-months:border-b @max-months:border-line @months:[&>*]:border-b @months:[&>*]:border-line`}
            >
              <th scope="row" className={`${NAME} font-normal whitespace-nowrap`}>
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
        <tfoot className="@max-months:block">
          <tr className={`${ROW} bg-paper/60 font-semibold`}>
            <th scope="row" className={NAME}>
              {formatPlural(months.length, 'month')}
            </th>
            <Cells {...props} amounts={addAmounts(sums)} />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function Cells({ amounts, currency, isInvoiced }: MonthTableProps & { readonly amounts: SpendingAmounts }) {
  const { paidCampaigns, paidRecipients, paid, credit, openCampaigns, openRecipients, open } = amounts;
  const campaigns = isInvoiced ? openCampaigns : paidCampaigns;
  const recipients = isInvoiced ? openRecipients : paidRecipients;
  return (
    <>
      <td className={`${NUMBER} ${LEFT} @max-months:row-start-2`}>
        {formatCount(campaigns)} <Unit>{campaigns === 1 ? 'campaign' : 'campaigns'}</Unit>
      </td>
      <td className={`${NUMBER} ${LEFT} @max-months:row-start-3`}>
        {formatCount(recipients)} <Unit>{recipients === 1 ? 'recipient' : 'recipients'}</Unit>
      </td>
      <td
        className={`${NUMBER} font-[550] @max-months:col-start-2 @max-months:row-start-1 @max-months:text-right`}
      >
        <Unit className="text-sm font-normal text-muted">Paid</Unit> {formatSum(paid, currency)}
      </td>
      <td className={`${NUMBER} ${RIGHT} @max-months:row-start-2`}>
        <Unit>Credits</Unit> {formatSum(credit, currency)}
      </td>
      {isInvoiced && (
        <td className={`${NUMBER} ${RIGHT} @max-months:row-start-3`}>
          <Unit>Invoiced</Unit> {formatSum(open, currency)}
        </td>
      )}
    </>
  );
}

/** Shows in a narrow table what the headings say in a wide table. */
function Unit({ className = '', children }: { className?: string; children: string }) {
  return <span className={`@months:hidden ${className}`}>{children}</span>;
}
