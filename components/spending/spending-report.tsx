import { Card } from '#components/ui/card.tsx';
import { TabLinks } from '#components/ui/tab-links.tsx';
import type { SpendingReport } from '#lib/data/spending.ts';
import { addAmounts, hasAmount } from '#lib/domain/spending-totals.ts';
import type { DateSettings } from '#lib/format/dates.ts';
import { GROUP_LABELS, GROUP_NOUNS, groupName } from '#lib/format/spending.ts';
import { formatPlural } from '#lib/format/text.ts';
import { monthParam, NO_CURRENCY, type SpendingQuery, spendingHref } from '#lib/forms/spending-query.ts';
import { CountedNotes } from './counted-notes.tsx';
import { type GroupRow, GroupTable } from './group-table.tsx';
import { MonthTable } from './month-table.tsx';
import { SpendingChart } from './spending-chart.tsx';
import { SpendingFigures } from './spending-figures.tsx';

interface SpendingReportProps {
  readonly query: SpendingQuery;
  readonly report: SpendingReport;
  readonly dateSettings: DateSettings;
  /** The `index` of the current month. */
  readonly currentMonth: number;
}

/**
 * On very wide screens, both columns grow, so that the values in a table stay close to the names they belong
 * to.
 */
const COLUMNS =
  'grid items-start gap-4 wide:grid-cols-[minmax(0,1fr)_380px] broad:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]';

/** The period's sums, the chart, and the tables with the same numbers. */
export function SpendingReportView({ query, report, dateSettings, currentMonth }: SpendingReportProps) {
  const { typed, months, by } = query;
  const { totals, undated, currency, measure, isInvoiced, split } = report;
  const withAmounts = totals.filter((sums) => hasAmount(sums, isInvoiced));
  const total = addAmounts(report.months)[measure];
  const rows = groupRows(query, report, total);
  const metadataKey = by === 'metadata' ? typed.key : undefined;
  const label = metadataKey ?? GROUP_LABELS[by];
  // A metadata key keeps its case, because "PO" and "po" are different keys.
  const labelInSentence = metadataKey ?? label.toLowerCase();
  const title = `${measure === 'paid' ? 'Paid' : 'Invoiced'} by month${rows.length > 0 ? `, split by ${labelInSentence}` : ''}`;
  const [one, many] = GROUP_NOUNS[by];
  return (
    <>
      <SpendingFigures totals={totals} isInvoiced={isInvoiced} />
      {withAmounts.length > 1 && (
        <div className="mb-4 print:hidden">
          <TabLinks
            label="Currency"
            tabs={withAmounts.map((sums) => ({
              label: sums.currency ?? 'No currency',
              href: spendingHref(typed, { currency: sums.currency ?? NO_CURRENCY }),
              isCurrent: sums.currency === currency,
            }))}
          />
        </div>
      )}
      <div className={`${COLUMNS} mb-4`}>
        <Card title={title}>
          {total === 0 ? (
            <p className="py-10 text-center text-muted">
              {addAmounts(totals).unread > 0
                ? 'Some payments haven’t been read yet. The payments read so far show no amounts in this period.'
                : `${measure === 'paid' ? 'Nothing was paid' : 'Nothing was invoiced'} in this period.`}
            </p>
          ) : (
            <SpendingChart
              title={title}
              months={months}
              series={rows.length > 0 ? rows : [allSeries(report, query)]}
              currency={currency}
              dateSettings={dateSettings}
              currentMonth={currentMonth}
            />
          )}
        </Card>
        {split === 'too_many' && (
          <p className="rounded-lg border border-line bg-card p-4.5 text-muted shadow-card">
            There are too many matching campaigns to split by <bdi>{labelInSentence}</bdi>. Choose fewer
            months, a customer, or a template.
          </p>
        )}
        {split === null && (
          <p className="rounded-lg border border-line bg-card p-4.5 text-muted shadow-card">
            Enter a metadata key, such as “PO”, to split the amounts by its values.
          </p>
        )}
        {rows.length > 0 && typeof split === 'object' && split !== null && (
          <GroupTable
            caption={title}
            heading={label}
            rows={rows}
            countText={`${formatPlural(split.count, one, many)}${metadataKey === undefined ? '' : ` of ${metadataKey}`}`}
            total={total}
            measure={measure}
            currency={currency}
          />
        )}
      </div>
      <div className={COLUMNS}>
        <MonthTable
          months={months}
          sums={report.months}
          currency={currency}
          isInvoiced={isInvoiced}
          dateSettings={dateSettings}
          currentMonth={currentMonth}
          hrefOf={({ index }) =>
            spendingHref(typed, { period: undefined, from: monthParam(index), to: monthParam(index) })
          }
        />
        <CountedNotes totals={totals} undated={undated} isInvoiced={isInvoiced} />
      </div>
    </>
  );
}

const amountsByMonth = ({ months: sums, measure }: SpendingReport, { months }: SpendingQuery) =>
  months.map(({ index }) => sums.find(({ month }) => month === index)?.[measure] ?? 0);

const allSeries = (report: SpendingReport, query: SpendingQuery) => ({
  name: 'All campaigns',
  amounts: amountsByMonth(report, query),
  isRest: false,
});

/** The groups that have their own part of the chart, and the rest. */
function groupRows(query: SpendingQuery, report: SpendingReport, total: number): readonly GroupRow[] {
  const { typed, by } = query;
  const { split, measure } = report;
  if (split === null || split === 'too_many' || split.groups.length === 0) return [];
  const campaignsOf = measure === 'paid' ? 'paidCampaigns' : 'openCampaigns';
  const rows = split.groups.map((group) => ({
    name: groupName(by, group),
    amounts: group.byMonth,
    isRest: false,
    amount: group[measure],
    campaigns: group[campaignsOf],
    href: groupHref(query, group),
  }));
  const others = split.count - rows.length;
  if (others === 0) return rows;
  const [one, many] = GROUP_NOUNS[by];
  const rest: GroupRow = {
    name: formatPlural(others, `other ${one}`, `other ${many}`),
    amounts: amountsByMonth(report, query).map((amount, i) =>
      rows.reduce((left, { amounts }) => left - (amounts[i] ?? 0), amount),
    ),
    isRest: true,
    amount: rows.reduce((left, { amount }) => left - amount, total),
    campaigns: rows.reduce((left, { campaigns }) => left - campaigns, addAmounts(report.months)[campaignsOf]),
    href: by === 'customer' && typed.customer === undefined ? '/customers?sort=-spent' : undefined,
  };
  return [...rows, rest];
}

function groupHref(
  { typed, by }: SpendingQuery,
  { key, name }: { readonly key: string; readonly name: string | undefined },
): string | undefined {
  if ((by !== 'customer' && by !== 'template') || key === '' || typed[by] !== undefined) return undefined;
  // Several templates can have the same name, but each number belongs to only one template.
  const value = by === 'customer' ? (name ?? key) : key;
  const next = by === 'customer' ? 'template' : 'customer';
  return spendingHref(typed, { [by]: value, by: next, currency: undefined });
}
