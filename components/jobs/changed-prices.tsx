import type { JobItem } from '#lib/domain/job.ts';
import { currencyOf, toMinorUnits } from '#lib/domain/money.ts';
import { formatSum } from '#lib/format/money.ts';
import { formatPlural, orMissing } from '#lib/format/text.ts';
import { ComparisonCard } from './comparison-card.tsx';

interface ChangedPricesProps {
  /** The first campaigns whose price changed between the selection and the review. */
  readonly items: readonly JobItem[];
  readonly total: number;
}

/** Compares the prices that the list showed with the prices that were read for the review. */
export function ChangedPrices({ items, total }: ChangedPricesProps) {
  return (
    <ComparisonCard
      title={
        <>
          {formatPlural(total, 'price')} changed{' '}
          <span className="font-normal text-muted">since you selected them</span>
        </>
      }
      caption="Changed prices, old and new"
      items={items}
      total={total}
      heading={
        <>
          <th scope="col" className="w-28 text-right max-sm:hidden">
            Old price
          </th>
          <th scope="col" className="w-28 text-right">
            New price
          </th>
          <th scope="col" className="w-28 text-right max-sm:hidden">
            Change
          </th>
        </>
      }
      cellsOf={(item) => (
        <>
          <td className="text-right text-muted max-sm:hidden">
            <del>{orMissing(item.priceAtSelection ?? undefined)}</del>
          </td>
          <td className="text-right font-semibold">
            <bdi>{orMissing(item.price ?? undefined)}</bdi>
            <span className="block text-sm font-normal text-muted sm:hidden">
              was {orMissing(item.priceAtSelection ?? undefined)}
            </span>
          </td>
          <td className="text-right max-sm:hidden">{describeChange(item)}</td>
        </>
      )}
    />
  );
}

/** Returns text such as “+$12.75” or “−$12.80”. Blank if one of the prices can't be read as an amount. */
function describeChange({ price, priceAtSelection }: JobItem): string {
  const [before, after] = [priceAtSelection, price].map((text) => toMinorUnits(text ?? ''));
  if (before === undefined || after === undefined) return '';
  return formatChange(after - before, currencyOf(price ?? ''));
}

/** @param minor in minor units, such as cents */
export const formatChange = (minor: number, currency: string | null): string =>
  `${minor < 0 ? '−' : '+'}${formatSum(Math.abs(minor), currency)}`;
