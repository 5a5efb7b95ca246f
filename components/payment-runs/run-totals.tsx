import { Card } from '#components/ui/card.tsx';
import type { RunSum, RunTotals } from '#lib/domain/payment-run.ts';
import { CREDITS_SENTENCE, leftToPayName } from '#lib/format/left-to-pay.ts';
import { formatSums } from '#lib/format/payment-run.ts';
import { formatPlural } from '#lib/format/text.ts';

/** The amounts paid in a run so far, paid elsewhere, and left to pay. */
export function RunTotalsCard({ totals, className }: { totals: RunTotals; className?: string }) {
  const { paid, elsewhere, left, isLeftBeforeCredits, unclearPaid, unclearLeft } = totals;
  const unclear = unclearPaid + unclearLeft;
  return (
    <Card title="This run" className={className ?? ''}>
      <dl className="grid gap-1.5">
        <Total name="Paid so far" sums={paid.length > 0 ? paid : zeroOf(left)} isMain />
        {elsewhere.length > 0 && <Total name="Paid elsewhere" sums={elsewhere} />}
        <Total name={leftToPayName(isLeftBeforeCredits)} sums={left.length > 0 ? left : zeroOf(paid)} />
      </dl>
      {isLeftBeforeCredits && <p className="mt-2 text-sm text-muted">{CREDITS_SENTENCE}</p>}
      {unclear > 0 && (
        <p className="mt-2 text-sm text-muted">
          Excludes {formatPlural(unclear, 'campaign')} with no known price
        </p>
      )}
      <p className="mt-3.5 text-sm text-muted">
        You can stop at any time. What’s paid stays paid, and you can resume from Payment runs.
      </p>
    </Card>
  );
}

/** Returns a zero sum for each currency in the given sums. */
const zeroOf = (sums: readonly RunSum[]): readonly RunSum[] =>
  sums.map(({ currency }) => ({ currency, amount: 0 }));

function Total({ name, sums, isMain = false }: { name: string; sums: readonly RunSum[]; isMain?: boolean }) {
  return (
    <div className="flex items-baseline justify-between gap-3 tabular-nums">
      <dt className="text-muted">{name}</dt>
      <dd className={`min-w-0 text-right ${isMain ? 'font-serif text-lg font-semibold' : ''}`}>
        <bdi>{formatSums(sums)}</bdi>
      </dd>
    </div>
  );
}
