import type { ReactNode } from 'react';
import { type Crumb, PageHeader } from '#components/ui/page-header.tsx';
import type { CampaignOwner } from '#lib/data/names.ts';
import { campaignTitle } from '#lib/format/campaign.ts';

interface CampaignHeaderProps {
  readonly id: number;
  /** The campaign's name, from `campaignName`. */
  readonly name: string | undefined;
  readonly owner: CampaignOwner | undefined;
  /** Text below the title. */
  readonly note?: ReactNode;
  /** The title of a subpage, such as checkout. A subpage has breadcrumbs that link back to the campaign. */
  readonly title?: string;
  readonly children?: ReactNode;
}

export function CampaignHeader({ id, name, owner, note, title, children }: CampaignHeaderProps) {
  const crumbs: Crumb[] = [{ label: 'Campaigns', href: '/campaigns' }];
  if (owner?.email !== undefined) {
    crumbs.push({ label: owner.email, href: `/customers/${owner.customerId}` });
  }
  if (title !== undefined) crumbs.push({ label: `#${id}`, href: `/campaigns/${id}` });
  return (
    <PageHeader
      title={title ?? campaignTitle(id, name)}
      number={title === undefined && name ? id : undefined}
      crumbs={crumbs}
      note={note}
    >
      {children}
    </PageHeader>
  );
}
