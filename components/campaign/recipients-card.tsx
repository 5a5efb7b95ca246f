import { buttonClass } from '#components/ui/button.ts';
import { Card } from '#components/ui/card.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import type { Address } from '#lib/contract/resources.ts';
import { formatCount, orMissing } from '#lib/format/text.ts';

/** The number of recipients to show at first. */
const FIRST_RECIPIENTS = 10;

interface RecipientsCardProps {
  /** The URL of the same page with all addresses shown. */
  readonly allHref: string;
  readonly addresses: readonly Address[];
  /** The service may list fewer addresses than there are recipients. */
  readonly count: number | undefined;
  readonly showAll: boolean;
}

const COLUMNS = [
  ['Name', ''],
  ['Address', 'w-[30%]'],
  ['City', 'w-[19%]'],
  ['State', 'w-[68px]'],
  ['ZIP', 'w-[106px]'],
] as const;
const RECIPIENT_CELL =
  '@recipients:border-b @recipients:border-line @recipients:px-3.5 @recipients:py-2.5 @recipients:align-top @recipients:group-last:border-b-0 @max-recipients:text-muted';

/** On phones, each address looks like an address on an envelope. */
export function RecipientsCard({ allHref, addresses, count, showAll }: RecipientsCardProps) {
  const shown = showAll ? addresses : addresses.slice(0, FIRST_RECIPIENTS);
  return (
    <Card
      id="recipients"
      title={
        <>
          Recipients{' '}
          <span className="font-normal text-muted tabular-nums">{countText(shown.length, count)}</span>
        </>
      }
    >
      {shown.length === 0 ? (
        <p className="text-muted">The mail service doesn’t list addresses for this campaign.</p>
      ) : (
        <div className="@container">
          <table className="w-full overflow-hidden @recipients:table-fixed rounded-md border border-line border-separate border-spacing-0 @max-recipients:block">
            <thead className="bg-paper/60 @max-recipients:sr-only">
              <tr>
                {COLUMNS.map(([column, width]) => (
                  <th key={column} scope="col" className={`column-heading bg-transparent ${width}`}>
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="@max-recipients:block">
              {shown.map((address, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: addresses have no ids, and the list is never reordered
                <RecipientRow key={i} address={address} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <MoreRecipients allHref={allHref} shown={shown.length} listed={addresses.length} count={count} />
    </Card>
  );
}

const countText = (shown: number, count: number | undefined) =>
  shown === 0 || count === undefined || shown >= count
    ? formatCount(count)
    : `${formatCount(shown)} of ${formatCount(count)} shown`;

function RecipientRow({ address }: { address: Address }) {
  const { name, company, address_line1, address_city, address_state, address_zip } = address;
  return (
    <tr className="group @max-recipients:flex @max-recipients:flex-wrap @max-recipients:gap-x-1.5 @max-recipients:border-b @max-recipients:border-line @max-recipients:px-3.5 @max-recipients:py-2.5 @max-recipients:last:border-b-0">
      <th
        scope="row"
        className={`${RECIPIENT_CELL} text-left font-normal @max-recipients:basis-full @max-recipients:text-ink`}
      >
        <bdi>{orMissing(name || company)}</bdi>
        {name && company && <bdi className="block text-sm text-muted">{company}</bdi>}
      </th>
      <td className={`${RECIPIENT_CELL} @max-recipients:basis-full`}>
        <bdi>{orMissing(address_line1)}</bdi>
      </td>
      <td className={RECIPIENT_CELL}>
        <bdi>{orMissing(address_city)}</bdi>
      </td>
      <td className={RECIPIENT_CELL}>
        <bdi>{orMissing(address_state)}</bdi>
      </td>
      <td className={`${RECIPIENT_CELL} tabular-nums`}>
        <bdi>{orMissing(address_zip)}</bdi>
      </td>
    </tr>
  );
}

interface MoreRecipientsProps {
  readonly allHref: string;
  readonly shown: number;
  readonly listed: number;
  readonly count: number | undefined;
}

function MoreRecipients({ allHref, shown, listed, count }: MoreRecipientsProps) {
  if (shown < listed) {
    return (
      <PageLink href={allHref} className={buttonClass('quiet', 'mt-2.5')}>
        Show {formatCount(listed - shown)} more
      </PageLink>
    );
  }
  if (count === undefined || count <= listed || listed === 0) return null;
  return <p className="mt-2.5 text-sm text-muted">The mail service doesn’t list any more addresses.</p>;
}
