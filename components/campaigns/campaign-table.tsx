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
    <table className="w-full table-fixed overflow-hidden rounded-lg border border-line bg-card shadow-card [border-collapse:separate] border-spacing-0 max-wide:block">
      <caption className="sr-only">Campaigns</caption>
      <thead className="max-wide:sr-only">
        <tr>
          <Heading className="w-[100px]">
            <span className="sr-only">Picture</span>
          </Heading>
          <Heading>Campaign</Heading>
          <Heading className="w-[136px]">Status</Heading>
          <Heading className="w-[110px] text-right!">Recipients</Heading>
          <Heading className="w-[124px] text-right!">Price</Heading>
          <Heading className="w-[270px]">When</Heading>
        </tr>
      </thead>
      <tbody className="max-wide:block">
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
  'wide:border-b wide:border-line wide:px-3.5 wide:py-2.5 wide:align-middle wide:group-last:border-b-0';

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
    <tr className="group relative hover:bg-paper/55 max-wide:grid max-wide:grid-cols-[72px_minmax(0,1fr)] max-wide:gap-x-3 max-wide:gap-y-1 max-wide:border-b max-wide:border-line max-wide:p-3 max-wide:last:border-b-0">
      <td className={`${CELL} max-wide:row-span-4`}>
        <Thumb campaign={campaign} />
      </td>
      <th scope="row" className={`${CELL} text-left font-normal`}>
        <PageLink
          href={`/campaigns/${id}`}
          className="line-clamp-2 font-[550] after:absolute after:inset-0 group-hover:underline group-hover:underline-offset-3 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-blue"
        >
          <bdi>{campaignTitle(id, template)}</bdi>
        </PageLink>
        <span className="block text-sm text-muted">
          {customer !== undefined && <bdi>{customer} · </bdi>}#{id}
        </span>
      </th>
      <td className={`${CELL} max-wide:col-start-2`}>
        <StatusPill status={status} />
      </td>
      <td className={`${CELL} text-right tabular-nums max-wide:hidden`}>{formatCount(recipient_count)}</td>
      <td className={`${CELL} text-right tabular-nums max-wide:hidden`}>{orMissing(price)}</td>
      <td className={`${CELL} max-wide:col-start-2`}>
        {when.main}
        {when.sub !== undefined && <span className="block text-sm text-muted">{when.sub}</span>}
        <span className="block text-sm text-muted tabular-nums wide:hidden">
          {formatCount(recipient_count)} recipients · {orMissing(price)}
        </span>
      </td>
    </tr>
  );
}
