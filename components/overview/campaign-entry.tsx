import type { ReactNode } from 'react';
import { CampaignThumbnail } from '#components/campaigns/campaign-thumbnail.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import type { Campaign } from '#lib/contract/resources.ts';
import type { TemplateName } from '#lib/domain/template-name.ts';
import type { TitleAndNote } from '#lib/domain/title-and-note.ts';
import { campaignName, campaignTitle } from '#lib/format/campaign.ts';

export interface EntryContext extends CampaignNames {
  /**
   * The first campaign that has a thumbnail. The browser loads this thumbnail first. To recognize this
   * campaign, compare the object instead of the id, because the same campaign can also appear in a later
   * section.
   */
  readonly first: Campaign | undefined;
}

export interface CampaignNames {
  /** Template names by campaign id. */
  readonly templateNames: ReadonlyMap<number, TemplateName>;
  /** The titles and notes that members gave campaigns, by campaign id. */
  readonly given: ReadonlyMap<number, TitleAndNote>;
  /** The known email addresses of customers, by campaign id. */
  readonly customers: ReadonlyMap<number, string>;
}

interface CampaignEntryProps extends EntryContext {
  readonly campaign: Campaign;
  /** Details shown on the right. */
  readonly children: ReactNode;
}

/** A campaign in an overview section. */
export function CampaignEntry({
  campaign,
  templateNames,
  given,
  customers,
  first,
  children,
}: CampaignEntryProps) {
  const { id } = campaign;
  const customer = customers.get(id);
  return (
    <li className="relative grid grid-cols-[72px_minmax(0,1fr)] items-center gap-x-3.5 gap-y-1.5 px-4.5 py-3 hover:bg-paper/55 @entry:grid-cols-[72px_minmax(0,1fr)_fit-content(45%)]">
      <span className="grid justify-items-center @max-entry:row-span-2 @max-entry:self-start @max-entry:pt-1">
        <CampaignThumbnail campaign={campaign} isFirst={campaign === first} />
      </span>
      <span className="min-w-0">
        <PageLink
          href={`/campaigns/${id}`}
          className="line-clamp-1 font-[550] after:absolute after:inset-0 hover:underline hover:underline-offset-3"
        >
          <bdi>{campaignTitle(id, campaignName(given.get(id), templateNames.get(id)))}</bdi>
        </PageLink>
        <span className="line-clamp-3 text-sm text-muted">
          {customer !== undefined && <bdi>{customer} · </bdi>}#{id}
        </span>
      </span>
      <span className="min-w-0">{children}</span>
    </li>
  );
}
