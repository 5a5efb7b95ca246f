import type { ReactNode } from 'react';
import { Dotted } from '#components/ui/dotted.tsx';
import type { CurrencySpending } from '#lib/domain/spending.ts';
import { formatSum } from '#lib/format/money.ts';
import { formatPlural } from '#lib/format/text.ts';

interface SpendingFiguresProps {
  /** The totals for the period, one for each currency. */
  readonly totals: readonly CurrencySpending[];
  readonly isInvoiced: boolean;
}

/** The sums for the period. Each currency's amounts have a line of their own. */
export function SpendingFigures({ totals, isInvoiced }: SpendingFiguresProps) {
  const counted = (campaigns: number, recipients: number) =>
    `${formatPlural(campaigns, 'campaign')} · ${formatPlural(recipients, 'recipient')}`;
  return (
    <dl className="mb-4 grid rounded-lg border border-line bg-card px-5 py-4 shadow-card max-sm:gap-y-3 sm:grid-flow-col sm:auto-cols-fr [&>div+div]:sm:border-l [&>div+div]:sm:border-line [&>div+div]:sm:pl-5">
      <Figure
        name="Paid"
        amounts={totals.map(({ currency, paid, paidCampaigns, paidRecipients }) => ({
          currency,
          amount: paid,
          note: counted(paidCampaigns, paidRecipients),
        }))}
      />
      <Figure
        name={isInvoiced ? 'Credits' : 'Credits used'}
        amounts={totals.map(({ currency, credit }) => ({ currency, amount: credit }))}
        note="Not included in “Paid”"
      />
      {isInvoiced && (
        <Figure
          name="On invoices"
          amounts={totals.map(({ currency, open, openCampaigns, openRecipients }) => ({
            currency,
            amount: open,
            note: counted(openCampaigns, openRecipients),
          }))}
          note="Not included in “Paid”"
        />
      )}
    </dl>
  );
}

interface FigureProps {
  readonly name: string;
  readonly amounts: readonly {
    readonly currency: string | null;
    readonly amount: number;
    readonly note?: string;
  }[];
  readonly note?: ReactNode;
}

function Figure({ name, amounts, note }: FigureProps) {
  const shown = amounts.filter(({ amount }) => amount > 0);
  const [first] = amounts;
  const lines: FigureProps['amounts'] =
    shown.length > 0 ? shown : [{ currency: first?.currency ?? null, amount: 0 }];
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{name}</dt>
      {lines.map(({ currency, amount, ...line }) => (
        <dd key={currency ?? ''} className="mt-0.5">
          <span className="block font-serif text-[1.4375rem] leading-tight font-semibold tabular-nums">
            <bdi>{formatSum(amount, currency)}</bdi>
          </span>
          {line.note !== undefined && <Dotted parts={line.note} className="text-sm text-muted" />}
        </dd>
      ))}
      {note !== undefined && <dd className="text-sm text-muted">{note}</dd>}
    </div>
  );
}
