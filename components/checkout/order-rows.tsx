import type { PriceBlock } from '#lib/contract/resources.ts';
import { asDeduction, isZeroAmount } from '#lib/format/money.ts';
import { ORDER_ROW } from '#lib/format/size.ts';

/** The rows of part 4.6, rules 1 and 2. */
export function OrderRows({ block, paidWithCredits }: { block: PriceBlock; paidWithCredits: boolean }) {
  const { price_calculation, price, credit, already_paid, to_be_paid } = block;
  return (
    <table className="w-full border-collapse">
      <caption className="sr-only">Order</caption>
      <tbody>
        <Row label={ORDER_ROW} note={`(${price_calculation})`} amount={price} />
        <Row label="First Class Postage" amount="Free" />
        {!isZeroAmount(credit) && <Row label="Credits" amount={asDeduction(credit)} />}
        {!isZeroAmount(already_paid) && <Row label="Already Paid" amount={asDeduction(already_paid)} />}
        <tr aria-live="polite" className="font-serif text-lg font-semibold">
          <th scope="row" className="pt-3.5 text-left font-semibold">
            Order Total
          </th>
          <td className="pt-3.5 text-right tabular-nums">
            {to_be_paid}
            {paidWithCredits && (
              <span className="block font-sans text-sm font-normal text-green">Paid with credits</span>
            )}
          </td>
        </tr>
      </tbody>
    </table>
  );
}

function Row({ label, note, amount }: { label: string; note?: string; amount: string }) {
  return (
    <tr className="border-b border-line">
      <th scope="row" className="py-2.5 pr-4 text-left font-normal">
        {label} {note !== undefined && <span className="text-muted">{note}</span>}
      </th>
      <td className="py-2.5 text-right tabular-nums">{amount}</td>
    </tr>
  );
}
