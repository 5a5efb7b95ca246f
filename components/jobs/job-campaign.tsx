import { CampaignThumbnail } from '#components/campaigns/campaign-thumbnail.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import type { JobItem } from '#lib/domain/job.ts';
import { campaignName, campaignTitle } from '#lib/format/campaign.ts';
import { customerName } from '#lib/format/customer.ts';

type ItemCampaign = Pick<JobItem, 'campaignId' | 'listed'>;

/** Returns the title of a job's campaign. */
export const itemTitle = ({ campaignId, listed }: ItemCampaign): string =>
  campaignTitle(campaignId, campaignName(listed?.given, listed?.templateName));

/** A job's campaign: its thumbnail, its title and number, and its customer. */
export function JobCampaign({ item }: { item: ItemCampaign }) {
  const { campaignId, listed } = item;
  const customer = listed?.customer;
  return (
    <div className="flex min-w-0 items-center gap-3">
      <span className="grid w-9 shrink-0 place-items-center">
        <CampaignThumbnail campaign={listed?.campaign ?? { id: campaignId }} size="small" />
      </span>
      <div className="min-w-0">
        <PageLink
          href={`/campaigns/${campaignId}`}
          className="font-[550] hover:underline hover:underline-offset-3"
        >
          <bdi>{itemTitle(item)}</bdi> <span className="font-normal text-muted">#{campaignId}</span>
        </PageLink>
        {customer && (
          <bdi className="block truncate text-sm text-muted">{customerName(customer.id, customer.email)}</bdi>
        )}
      </div>
    </div>
  );
}
