import type { ReactNode } from 'react';
import type { Campaign } from '#lib/contract/resources.ts';
import { campaignTitle } from '#lib/format/campaign.ts';
import { pieces } from '#lib/format/size.ts';
import type { CampaignNames } from '../campaigns/campaign-table.tsx';
import { Thumb } from '../campaigns/thumb.tsx';
import { PageLink } from '../ui/page-link.tsx';

interface EntryProps extends CampaignNames {
  readonly campaign: Campaign;
  /** On the right: what matters of it here. */
  readonly children: ReactNode;
}

/** A campaign in a group of the overview. */
export function Entry({ campaign, templates, customers, children }: EntryProps) {
  const { id, template_id, recipient_count, size } = campaign;
  const template = template_id === undefined ? undefined : templates.get(template_id);
  const customer = customers.get(id);
  return (
    <li className="relative flex flex-wrap items-center gap-x-3.5 gap-y-1.5 px-4.5 py-3 hover:bg-paper/55">
      <span className="grid w-18 justify-items-center">
        <Thumb campaign={campaign} />
      </span>
      <span className="min-w-0 grow basis-40">
        <PageLink
          href={`/campaigns/${id}`}
          dir="auto"
          className="line-clamp-1 font-[550] after:absolute after:inset-0 hover:underline hover:underline-offset-3"
        >
          {campaignTitle(id, template)}
        </PageLink>
        <span className="block text-sm text-muted">
          {customer !== undefined && <bdi>{customer} · </bdi>}#{id} · {pieces(recipient_count, size)}
        </span>
      </span>
      {children}
    </li>
  );
}
