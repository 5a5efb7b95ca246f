import {
  CELL_CLASS,
  ColumnHeading,
  ROW_CLASS,
  ROW_LINK_CLASS,
  TABLE_CLASS,
} from '#components/lists/table.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import type { Campaign } from '#lib/contract/resources.ts';
import { renamedTemplate, type TemplateName } from '#lib/domain/template-name.ts';
import { campaignTime, campaignTitle } from '#lib/format/campaign.ts';
import { formatCount, orMissing } from '#lib/format/text.ts';
import { CampaignThumbnail } from './campaign-thumbnail.tsx';
import { StatusPill } from './status-pill.tsx';

export interface CampaignNames {
  /** Template names by campaign id. */
  readonly templateNames: ReadonlyMap<number, TemplateName>;
  /** The known email addresses of customers, by campaign id. */
  readonly customers: ReadonlyMap<number, string>;
}

interface CampaignTableProps extends CampaignNames {
  readonly campaigns: readonly Campaign[];
  readonly zone: string;
  /** The mail service's current time, in milliseconds. */
  readonly now: number;
}

export function CampaignTable({ campaigns, ...rest }: CampaignTableProps) {
  return (
    <table className={TABLE_CLASS}>
      <caption className="sr-only">Campaigns</caption>
      <thead className="max-wide:sr-only">
        <tr>
          <ColumnHeading className="w-[100px]">
            <span className="sr-only">Thumbnail</span>
          </ColumnHeading>
          <ColumnHeading>Campaign</ColumnHeading>
          <ColumnHeading className="w-[136px]">Status</ColumnHeading>
          <ColumnHeading className="w-[110px] text-right!">Recipients</ColumnHeading>
          <ColumnHeading className="w-[124px] text-right!">Price</ColumnHeading>
          <ColumnHeading className="w-[270px]">Date</ColumnHeading>
        </tr>
      </thead>
      <tbody className="max-wide:block">
        {campaigns.map((campaign) => (
          <CampaignRow key={campaign.id} campaign={campaign} {...rest} />
        ))}
      </tbody>
    </table>
  );
}

function CampaignRow({
  campaign,
  templateNames,
  customers,
  zone,
  now,
}: Omit<CampaignTableProps, 'campaigns'> & { campaign: Campaign }) {
  const { id, status, recipient_count, price } = campaign;
  const when = campaignTime(campaign, zone, now);
  const templateName = templateNames.get(id);
  const newName = templateName && renamedTemplate(templateName);
  const customer = customers.get(id);
  return (
    <tr
      className={`${ROW_CLASS} max-wide:grid max-wide:grid-cols-[72px_minmax(0,1fr)] max-wide:gap-x-3 max-wide:gap-y-1 max-wide:p-3`}
    >
      <td className={`${CELL_CLASS} max-wide:row-span-4`}>
        <CampaignThumbnail campaign={campaign} />
      </td>
      <th scope="row" className={`${CELL_CLASS} text-left font-normal`}>
        <PageLink href={`/campaigns/${id}`} className={`line-clamp-2 ${ROW_LINK_CLASS}`}>
          <bdi>{campaignTitle(id, templateName?.first)}</bdi>
        </PageLink>
        <span className="line-clamp-3 text-sm text-muted">
          {customer !== undefined && <bdi>{customer} · </bdi>}#{id}
        </span>
        {newName !== undefined && (
          <span className="line-clamp-2 text-sm text-muted">
            Template renamed to “<bdi>{newName}</bdi>”
          </span>
        )}
      </th>
      <td className={`${CELL_CLASS} max-wide:col-start-2`}>
        <StatusPill status={status} />
      </td>
      <td className={`${CELL_CLASS} text-right tabular-nums max-wide:hidden`}>
        {formatCount(recipient_count)}
      </td>
      <td className={`${CELL_CLASS} text-right tabular-nums max-wide:hidden`}>{orMissing(price)}</td>
      <td className={`${CELL_CLASS} max-wide:col-start-2`}>
        {when.main}
        {when.sub !== undefined && <span className="block text-sm text-muted">{when.sub}</span>}
        <span className="block text-sm text-muted tabular-nums wide:hidden">
          {formatCount(recipient_count)} recipients · {orMissing(price)}
        </span>
      </td>
    </tr>
  );
}
