import { buttonClass } from '#components/ui/button.ts';
import { Card } from '#components/ui/card.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import type { Address } from '#lib/contract/resources.ts';
import { formatCount, orMissing } from '#lib/format/text.ts';
import { type RecipientRow, RecipientsTable } from './recipients-table.tsx';

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
          <RecipientsTable rows={shown.map(recipientRow)} />
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

const recipientRow = ({
  name,
  company,
  address_line1,
  address_city,
  address_state,
  address_zip,
}: Address): RecipientRow => ({
  name: orMissing(name || company),
  company: (name && company) || '',
  line: orMissing(address_line1),
  city: orMissing(address_city),
  state: orMissing(address_state),
  zip: orMissing(address_zip),
});

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
