import type { ReactNode } from 'react';
import { type Crumb, PageHeader } from '#components/ui/page-header.tsx';
import { campaignTitle } from '#lib/format/campaign.ts';

export interface Owner {
  readonly customerId: number;
  readonly email: string | undefined;
}

interface CampaignHeaderProps {
  readonly id: number;
  readonly template: string | undefined;
  readonly owner: Owner | undefined;
  /** On pages below the campaign's own: what they are for. Then the number in the crumbs leads back. */
  readonly title?: string;
  readonly children?: ReactNode;
}

export function CampaignHeader({ id, template, owner, title, children }: CampaignHeaderProps) {
  const crumbs: Crumb[] = [{ label: 'Campaigns', href: '/campaigns' }];
  if (owner?.email !== undefined) {
    crumbs.push({ label: owner.email, href: `/customers/${owner.customerId}` });
  }
  if (title !== undefined) crumbs.push({ label: `#${id}`, href: `/campaigns/${id}` });
  return (
    <PageHeader
      title={title ?? campaignTitle(id, template)}
      number={title === undefined && template ? id : undefined}
      crumbs={crumbs}
    >
      {children}
    </PageHeader>
  );
}
