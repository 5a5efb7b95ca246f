import { CELL_CLASS, ColumnHeading, ListTable, ROW_CLASS, ROW_LINK_CLASS } from '#components/lists/table.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import type { Campaign } from '#lib/contract/resources.ts';
import { renamedTemplate, type TemplateName } from '#lib/domain/template-name.ts';
import { campaignTime, campaignTitle } from '#lib/format/campaign.ts';
import type { DateSettings } from '#lib/format/dates.ts';
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
  readonly dateSettings: DateSettings;
  /** The mail service's current time, in milliseconds since the epoch. */
  readonly now: number;
}

export function CampaignTable({ campaigns, ...rest }: CampaignTableProps) {
  // On a customer's own page, `customers` is empty, because every campaign belongs to that customer.
  const hasCustomers = rest.customers.size > 0;
  return (
    <ListTable caption="Campaigns">
      <thead className="@max-list:sr-only">
        <tr>
          <ColumnHeading className="w-[84px]">
            <span className="sr-only">Thumbnail</span>
          </ColumnHeading>
          <ColumnHeading>Campaign</ColumnHeading>
          {hasCustomers && <ColumnHeading className="@max-ledger:hidden">Customer</ColumnHeading>}
          <ColumnHeading className="w-[128px] @ledger:w-[150px]">Status</ColumnHeading>
          <ColumnHeading className="w-[92px] text-right! @ledger:w-[120px]">Recipients</ColumnHeading>
          <ColumnHeading className="w-[116px] text-right! @ledger:w-[140px]">Price</ColumnHeading>
          <ColumnHeading className="w-[196px] @ledger:w-[300px]">Date</ColumnHeading>
        </tr>
      </thead>
      <tbody className="@max-list:block">
        {campaigns.map((campaign) => (
          <CampaignRow key={campaign.id} campaign={campaign} {...rest} />
        ))}
      </tbody>
    </ListTable>
  );
}

function CampaignRow({
  campaign,
  templateNames,
  customers,
  dateSettings,
  now,
}: Omit<CampaignTableProps, 'campaigns'> & { campaign: Campaign }) {
  const { id, status, recipient_count, price } = campaign;
  const when = campaignTime(campaign, dateSettings, now);
  const templateName = templateNames.get(id);
  const newName = templateName && renamedTemplate(templateName);
  const customer = customers.get(id);
  return (
    <tr
      className={`${ROW_CLASS} @max-list:grid @max-list:grid-cols-[72px_minmax(0,1fr)] @max-list:gap-x-3 @max-list:gap-y-1 @max-list:p-3`}
    >
      <td className={`${CELL_CLASS} @max-list:row-span-4`}>
        <CampaignThumbnail campaign={campaign} />
      </td>
      <th scope="row" className={`${CELL_CLASS} text-left font-normal`}>
        <PageLink href={`/campaigns/${id}`} className={`line-clamp-2 ${ROW_LINK_CLASS}`}>
          <bdi>{campaignTitle(id, templateName?.first)}</bdi>
        </PageLink>
        <span className="line-clamp-3 text-sm text-muted">
          {customer !== undefined && <bdi className="@ledger:hidden">{customer} · </bdi>}#{id}
        </span>
        {newName !== undefined && (
          <span className="line-clamp-2 text-sm text-muted">
            Template renamed to “<bdi>{newName}</bdi>”
          </span>
        )}
      </th>
      {customers.size > 0 && (
        <td className={`${CELL_CLASS} text-muted @max-ledger:hidden`}>
          {customer !== undefined && <bdi className="line-clamp-2">{customer}</bdi>}
        </td>
      )}
      <td className={`${CELL_CLASS} @max-list:col-start-2`}>
        <StatusPill status={status} />
      </td>
      <td className={`${CELL_CLASS} text-right tabular-nums @max-list:hidden`}>
        {formatCount(recipient_count)}
      </td>
      <td className={`${CELL_CLASS} text-right tabular-nums @max-list:hidden`}>{orMissing(price)}</td>
      <td className={`${CELL_CLASS} @max-list:col-start-2`}>
        {when.main}
        {when.sub !== undefined && <span className="block text-sm text-muted">{when.sub}</span>}
        <span className="block text-sm text-muted tabular-nums @list:hidden">
          {formatCount(recipient_count)} recipients · {orMissing(price)}
        </span>
      </td>
    </tr>
  );
}
