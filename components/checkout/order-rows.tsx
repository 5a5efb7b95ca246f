import type { ReactNode } from 'react';
import type { PriceBlock } from '#lib/contract/resources.ts';
import { isZeroAmount } from '#lib/domain/money.ts';
import { AMOUNT_NAMES, asDeduction, PIECES_ROW_LABEL } from '#lib/format/money.ts';

/** Shows the order's rows, as required by rules 1 and 2 in section 4.6 of the interface documentation. */
export function OrderRows({ block, paidWithCredits }: { block: PriceBlock; paidWithCredits: boolean }) {
  const { price_calculation, price, credit, already_paid, to_be_paid } = block;
  return (
    <table className="w-full border-collapse">
      <caption className="sr-only">Order</caption>
      <tbody>
        <OrderRow label={PIECES_ROW_LABEL} note={`(${price_calculation})`} amount={price} />
        <OrderRow label="First Class Postage" amount="Free" />
        {!isZeroAmount(credit) && <OrderRow label={AMOUNT_NAMES.credit} amount={asDeduction(credit)} />}
        {!isZeroAmount(already_paid) && (
          <OrderRow label={AMOUNT_NAMES.already_paid} amount={asDeduction(already_paid)} />
        )}
        <TotalRow label={AMOUNT_NAMES.to_be_paid} amount={to_be_paid}>
          {paidWithCredits && (
            <span className="block font-sans text-sm font-normal text-green">Paid with credits</span>
          )}
        </TotalRow>
      </tbody>
    </table>
  );
}

interface InvoiceRowsProps {
  readonly block: PriceBlock;
  /** The amount that will be billed, or undefined if the order doesn't contain that amount. */
  readonly billed: string | undefined;
}

/**
 * Shows the rows of an order that is billed on the monthly invoice. Credits aren't deducted from the monthly
 * invoice.
 */
export function InvoiceRows({ block, billed }: InvoiceRowsProps) {
  const { price_calculation, price, credit, already_paid } = block;
  const isPartlyPaid = !isZeroAmount(already_paid);
  return (
    <>
      <table className="w-full border-collapse">
        <caption className="sr-only">Order</caption>
        <tbody>
          <OrderRow label={PIECES_ROW_LABEL} note={`(${price_calculation})`} amount={price} />
          <OrderRow label="First Class Postage" amount="Free" />
          {isPartlyPaid && <OrderRow label={AMOUNT_NAMES.already_paid} amount={asDeduction(already_paid)} />}
          <TotalRow label="On monthly invoice" amount={billed ?? 'Unpaid amount'} />
        </tbody>
      </table>
      <div className="mt-2.5 grid gap-1.5 text-sm text-muted empty:hidden">
        {!isZeroAmount(credit) && <p>The customer’s credits ({credit}) won’t be used.</p>}
        {isPartlyPaid && (
          <p>
            Part of this order has been paid for. The mail service may bill either the remaining amount or the
            full price.
          </p>
        )}
      </div>
    </>
  );
}

function OrderRow({ label, note, amount }: { label: string; note?: string; amount: string }) {
  return (
    <tr className="border-b border-line">
      <th scope="row" className="py-2.5 pr-4 text-left font-normal">
        {label} {note !== undefined && <bdi className="inline-block text-muted">{note}</bdi>}
      </th>
      <td className="py-2.5 text-right tabular-nums">{amount}</td>
    </tr>
  );
}

function TotalRow({ label, amount, children }: { label: string; amount: string; children?: ReactNode }) {
  return (
    <tr aria-live="polite" className="font-serif text-lg font-semibold">
      <th scope="row" className="pt-3.5 text-left font-semibold">
        {label}
      </th>
      <td className="pt-3.5 text-right tabular-nums">
        {amount}
        {children}
      </td>
    </tr>
  );
}
