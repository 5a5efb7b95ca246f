import { Card } from '#components/ui/card.tsx';
import type { JobItem } from '#lib/domain/job.ts';
import { currencyOf, toMinorUnits } from '#lib/domain/money.ts';
import { formatSum } from '#lib/format/money.ts';
import { formatCount, formatPlural, orMissing } from '#lib/format/text.ts';
import { JobCampaign } from './job-campaign.tsx';

interface ChangedPricesProps {
  /** The first campaigns whose price changed between the selection and the review. */
  readonly items: readonly JobItem[];
  readonly total: number;
}

/** Compares the prices that the list showed with the prices that were read for the review. */
export function ChangedPrices({ items, total }: ChangedPricesProps) {
  if (items.length === 0) return null;
  return (
    <Card
      title={
        <>
          {formatPlural(total, 'price')} changed{' '}
          <span className="font-normal text-muted">since you selected them</span>
        </>
      }
    >
      <table className="w-full table-fixed tabular-nums [&_td,&_th]:border-t [&_td,&_th]:border-line [&_td,&_th]:py-2">
        <caption className="sr-only">Changed prices, old and new</caption>
        <thead className="text-sm text-muted [&_th]:border-0! [&_th]:font-[550]">
          <tr>
            <th scope="col" className="text-left">
              Campaign
            </th>
            <th scope="col" className="w-28 text-right max-sm:hidden">
              Old price
            </th>
            <th scope="col" className="w-28 text-right">
              New price
            </th>
            <th scope="col" className="w-28 text-right max-sm:hidden">
              Change
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.campaignId}>
              <td>
                <JobCampaign item={item} />
              </td>
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
            </tr>
          ))}
        </tbody>
      </table>
      {total > items.length && (
        <p className="mt-3 text-sm text-muted">
          And {formatCount(total - items.length)} more. The results CSV contains all of them.
        </p>
      )}
    </Card>
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
