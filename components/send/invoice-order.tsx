import { InvoiceRows } from '#components/checkout/order-rows.tsx';
import type { PriceBlock } from '#lib/contract/resources.ts';
import { BILLED_AMOUNTS, billedOnInvoice } from '#lib/domain/payment.ts';

/**
 * An order that is billed on the monthly invoice, with hidden fields for the amounts that the member sees.
 * @param block the price with or without the sender's copy, depending on the setting that is saved with the campaign.
 * Members can't change the setting for a campaign that is billed on the monthly invoice.
 */
export function InvoiceOrder({ block }: { block: PriceBlock }) {
  return (
    <section className="min-w-0 rounded-lg border border-line bg-card p-4.5 shadow-card">
      <h2 className="mb-3">Order</h2>
      {BILLED_AMOUNTS.map((amount) => (
        <input key={amount} type="hidden" name={amount} value={block[amount]} />
      ))}
      <InvoiceRows block={block} billed={billedOnInvoice(block)} />
    </section>
  );
}
