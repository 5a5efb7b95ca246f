import type { ReactNode } from 'react';
import { type Crumb, PageHeader } from '#components/ui/page-header.tsx';
import type { CampaignOwner } from '#lib/data/names.ts';
import { campaignTitle } from '#lib/format/campaign.ts';

interface CampaignHeaderProps {
  readonly id: number;
  readonly template: string | undefined;
  /** The template's current name, if the template has been renamed since Mailroom first read the campaign. */
  readonly newTemplateName?: string | undefined;
  readonly owner: CampaignOwner | undefined;
  /** The title of a subpage, such as checkout. A subpage has breadcrumbs that link back to the campaign. */
  readonly title?: string;
  readonly children?: ReactNode;
}

export function CampaignHeader({
  id,
  template,
  newTemplateName,
  owner,
  title,
  children,
}: CampaignHeaderProps) {
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
      note={
        newTemplateName === undefined ? undefined : (
          <>
            Template renamed to “<bdi>{newTemplateName}</bdi>”
          </>
        )
      }
    >
      {children}
    </PageHeader>
  );
}
