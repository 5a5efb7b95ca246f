import type { CurrencySpending } from '#lib/domain/spending.ts';
import { addAmounts } from '#lib/domain/spending-totals.ts';
import { formatSum } from '#lib/format/money.ts';
import { formatList, formatPlural } from '#lib/format/text.ts';

interface CountedNotesProps {
  readonly totals: readonly CurrencySpending[];
  readonly undated: readonly CurrencySpending[];
  readonly isInvoiced: boolean;
}

/** Explains exactly what the page counts, and how many campaigns it can't count. */
export function CountedNotes({ totals, undated, isInvoiced }: CountedNotesProps) {
  const { unread, unclear } = addAmounts(totals);
  return (
    <section className="rounded-lg border border-line bg-card p-4.5 shadow-card">
      <h2 className="mb-3">What’s counted</h2>
      <dl className="grid gap-3 [&_dd]:mt-0.5 [&_dd]:text-sm [&_dd]:text-muted [&_dt]:font-[550]">
        <div>
          <dt>Paid</dt>
          <dd>What checkout shows as already paid, for sent campaigns and for drafts.</dd>
        </div>
        <div>
          <dt>Month</dt>
          <dd>
            The month in which the campaign was sent or is scheduled to be sent. A draft counts in the month
            in which it was created. The mail service doesn’t report when a payment was made.
          </dd>
        </div>
        <div>
          <dt>Credits</dt>
          <dd>
            The credits that checkout shows for campaigns that aren’t drafts anymore. Drafts haven’t used
            their credits yet.
          </dd>
        </div>
        {isInvoiced && (
          <div>
            <dt>Invoiced</dt>
            <dd>
              The price of campaigns that aren’t drafts anymore, minus what was already paid. Counted even
              before the invoice is paid.
            </dd>
          </div>
        )}
        <div>
          <dt>Not counted</dt>
          <dd>
            Deleted campaigns.
            {unread > 0 && ` The payments of ${describeUnread(unread)}`}
            {unclear > 0 && ` ${describeUnclear(unclear)}`}
            {describeUndated(undated, isInvoiced)}
          </dd>
        </div>
      </dl>
    </section>
  );
}

const describeUnread = (count: number): string =>
  count === 1
    ? '1 campaign haven’t been read since the campaign last changed. Mailroom is reading them.'
    : `${formatPlural(count, 'campaign')} haven’t been read since the campaigns last changed. Mailroom is reading them.`;

const describeUnclear = (count: number): string =>
  count === 1
    ? '1 campaign has no clear price or paid amount.'
    : `${formatPlural(count, 'campaign')} have no clear price or paid amount.`;

/** Names the amounts of campaigns that have no date, and therefore are in no month. */
function describeUndated(undated: readonly CurrencySpending[], isInvoiced: boolean): string {
  const amounts = undated
    .map(({ currency, paid, open }) => ({ currency, amount: paid + (isInvoiced ? open : 0) }))
    .filter(({ amount }) => amount > 0)
    .map(({ currency, amount }) => formatSum(amount, currency));
  return amounts.length === 0 ? '' : ` Campaigns without any date: ${formatList(amounts)}.`;
}
