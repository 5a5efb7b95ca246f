import type { CurrencySpending } from '#lib/domain/spending.ts';
import { addAmounts } from '#lib/domain/spending-totals.ts';
import { formatSum } from '#lib/format/money.ts';
import { formatCount, formatList } from '#lib/format/text.ts';

interface CountedNotesProps {
  readonly totals: readonly CurrencySpending[];
  readonly undated: readonly CurrencySpending[] | 'too_many';
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
          <dd>The amounts that checkout shows as already paid, for sent campaigns and for drafts.</dd>
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
            {isInvoiced &&
              ' Invoices don’t use credits, so this amount can include credits that are still unused.'}
          </dd>
        </div>
        {isInvoiced && (
          <div>
            <dt>Invoiced</dt>
            <dd>
              The price of campaigns that aren’t drafts anymore, minus what was already paid. Credits aren’t
              subtracted, because invoices don’t use them. Counted even before the invoice is paid.
            </dd>
          </div>
        )}
        <div>
          <dt>Not counted</dt>
          <dd>
            Deleted campaigns.
            {unread > 0 && ` ${describeUnread(unread)}`}
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
    ? 'The payment for 1 changed campaign is still being checked.'
    : `Payments for ${formatCount(count)} changed campaigns are still being checked.`;

const describeUnclear = (count: number): string =>
  count === 1
    ? '1 campaign has no clear price or paid amount, or has them in different currencies.'
    : `${formatCount(count)} campaigns have no clear price or paid amount, or have them in different currencies.`;

/** Lists the amounts of campaigns that have no date and therefore don't belong to any month. */
function describeUndated(undated: CountedNotesProps['undated'], isInvoiced: boolean): string {
  if (undated === 'too_many')
    return ' Amounts for campaigns without a date aren’t added up, because there are too many such campaigns.';
  const amounts = undated
    .map(({ currency, paid, open }) => ({ currency, amount: paid + (isInvoiced ? open : 0) }))
    .filter(({ amount }) => amount > 0)
    .map(({ currency, amount }) => formatSum(amount, currency));
  return amounts.length === 0 ? '' : ` Campaigns without any date: ${formatList(amounts)}.`;
}
