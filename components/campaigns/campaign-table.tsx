import type { ReactNode } from 'react';
import type { Campaign } from '#lib/contract/resources.ts';
import { campaignTitle, whenOf } from '#lib/format/campaign.ts';
import { formatCount, orMissing } from '#lib/format/text.ts';
import { PageLink } from '../ui/page-link.tsx';
import { StatusPill } from './status-pill.tsx';
import { Thumb } from './thumb.tsx';

export interface CampaignNames {
  readonly templates: ReadonlyMap<number, string>;
  /** Customers' addresses by campaign, as far as they are known. */
  readonly customers: ReadonlyMap<number, string>;
}

interface CampaignTableProps extends CampaignNames {
  readonly campaigns: readonly Campaign[];
  readonly zone: string;
  /** The service's clock, milliseconds. */
  readonly now: number;
}

/** A table where there is room; on phones each row folds into a card. */
export function CampaignTable({ campaigns, ...rest }: CampaignTableProps) {
  return (
    <table className="w-full overflow-hidden rounded-lg border border-line bg-card shadow-card [border-collapse:separate] border-spacing-0 max-rail:block">
      <caption className="sr-only">Campaigns</caption>
      <thead className="max-rail:sr-only">
        <tr>
          <Heading className="w-[100px]">
            <span className="sr-only">Picture</span>
          </Heading>
          <Heading>Campaign</Heading>
          <Heading>Status</Heading>
          <Heading className="text-right!">Recipients</Heading>
          <Heading className="text-right!">Price</Heading>
          <Heading>When</Heading>
        </tr>
      </thead>
      <tbody className="max-rail:block">
        {campaigns.map((campaign) => (
          <Row key={campaign.id} campaign={campaign} {...rest} />
        ))}
      </tbody>
    </table>
  );
}

function Heading({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <th
      scope="col"
      className={`border-b border-line bg-paper/60 px-3.5 py-2.75 text-left text-[0.78125rem] font-[550] leading-none text-muted ${className}`}
    >
      {children}
    </th>
  );
}

const CELL =
  'rail:border-b rail:border-line rail:px-3.5 rail:py-2.5 rail:align-middle rail:group-last:border-b-0';

function Row({
  campaign,
  templates,
  customers,
  zone,
  now,
}: Omit<CampaignTableProps, 'campaigns'> & { campaign: Campaign }) {
  const { id, status, recipient_count, price, template_id } = campaign;
  const when = whenOf(campaign, zone, now);
  const template = template_id === undefined ? undefined : templates.get(template_id);
  const customer = customers.get(id);
  return (
    <tr className="group relative hover:bg-paper/55 max-rail:grid max-rail:grid-cols-[72px_minmax(0,1fr)] max-rail:gap-x-3 max-rail:gap-y-1 max-rail:border-b max-rail:border-line max-rail:p-3 max-rail:last:border-b-0">
      <td className={`${CELL} max-rail:row-span-4`}>
        <Thumb campaign={campaign} />
      </td>
      <th scope="row" className={`${CELL} text-left font-normal`}>
        <PageLink
          href={`/campaigns/${id}`}
          dir="auto"
          className="line-clamp-2 font-[550] after:absolute after:inset-0 group-hover:underline group-hover:underline-offset-3 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-blue"
        >
          {campaignTitle(id, template)}
        </PageLink>
        <span className="block text-sm text-muted">
          {customer !== undefined && <bdi>{customer} · </bdi>}#{id}
        </span>
      </th>
      <td className={`${CELL} max-rail:col-start-2`}>
        <StatusPill status={status} />
      </td>
      <td className={`${CELL} text-right tabular-nums max-rail:hidden`}>{formatCount(recipient_count)}</td>
      <td className={`${CELL} text-right tabular-nums max-rail:hidden`}>{orMissing(price)}</td>
      <td className={`${CELL} max-rail:col-start-2`}>
        {when.main}
        {when.sub !== undefined && <span className="block text-sm text-muted">{when.sub}</span>}
        <span className="block text-sm text-muted tabular-nums rail:hidden">
          {formatCount(recipient_count)} recipients · {orMissing(price)}
        </span>
      </td>
    </tr>
  );
}
