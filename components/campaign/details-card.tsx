import { BreakableEmail } from '#components/ui/breakable-email.tsx';
import { Card } from '#components/ui/card.tsx';
import { type Fact, Facts } from '#components/ui/facts.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import type { Address, Campaign } from '#lib/contract/resources.ts';
import type { CampaignOwner } from '#lib/data/names.ts';
import { parseTimestamp } from '#lib/domain/timestamp.ts';
import { customerName } from '#lib/format/customer.ts';
import { type DateSettings, formatStandaloneMoment } from '#lib/format/dates.ts';
import { sizeLabel } from '#lib/format/size.ts';
import { formatCount, MISSING, orMissing, sentenceCase } from '#lib/format/text.ts';

interface DetailsCardProps {
  readonly campaign: Campaign;
  /** The template's current name, or undefined if the service no longer lists the template. */
  readonly template: string | undefined;
  readonly owner: CampaignOwner | undefined;
  readonly dateSettings: DateSettings;
  /** The mail service's current time, in milliseconds since the epoch. */
  readonly now: number;
}

export function DetailsCard({ campaign, template, owner, dateSettings, now }: DetailsCardProps) {
  const { template_id, send_copy_to_sender: copy } = campaign;
  const facts: readonly Fact[] = [
    ['Customer', owner === undefined ? MISSING : <CustomerLink key="customer" {...owner} />],
    [
      'Template',
      template_id === undefined ? MISSING : <TemplateLink key="template" id={template_id} name={template} />,
    ],
    ['Size', sizeLabel(campaign.size)],
    ['Postage', sentenceCase(campaign.postage_class)],
    ['Recipients', formatCount(campaign.recipient_count)],
    ['Price', orMissing(campaign.price)],
    ['Copy to sender', copy === undefined ? MISSING : copy ? 'Yes' : 'No'],
    ['Created', formatStandaloneMoment(parseTimestamp(campaign.created_at), dateSettings, now)],
    ['Updated', formatStandaloneMoment(parseTimestamp(campaign.updated_at), dateSettings, now)],
  ];
  return (
    <Card title="Details">
      <Facts facts={facts} />
    </Card>
  );
}

const LINK = 'text-sm underline decoration-edge underline-offset-3 hover:decoration-current';

/**
 * Links to the template. If the service no longer lists the template, shows only the template's id, because the
 * template's page no longer exists.
 */
function TemplateLink({ id, name }: { id: number; name: string | undefined }) {
  if (name === undefined) return `#${id}`;
  return (
    <PageLink href={`/templates/${id}`} className={LINK}>
      {name}
    </PageLink>
  );
}

function CustomerLink({ customerId, email }: CampaignOwner) {
  return (
    <PageLink href={`/customers/${customerId}`} className={LINK}>
      <BreakableEmail text={customerName(customerId, email)} />
    </PageLink>
  );
}

export function SenderCard({ sender }: { sender: Address | undefined }) {
  const { name, company, address_line1, address_city, address_state, address_zip, address_country } =
    sender ?? {};
  const cityLine = [address_city, [address_state, address_zip].filter(Boolean).join(' ')];
  const lines = [name, company, address_line1, cityLine.filter(Boolean).join(', '), address_country];
  const filled = lines.filter((line): line is string => Boolean(line?.trim()));
  return (
    <Card title="Sender">
      <address className="not-italic">
        {filled.length === 0
          ? MISSING
          : filled.map((line) => (
              <span key={line} className="block">
                <bdi>{line}</bdi>
              </span>
            ))}
      </address>
    </Card>
  );
}
