import type { ReactNode } from 'react';
import { CampaignThumbnail } from '#components/campaigns/campaign-thumbnail.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { PageLink } from '#components/ui/page-link.tsx';
import type { ListedCampaign } from '#lib/domain/campaign-list.ts';
import { campaignName, campaignTitle } from '#lib/format/campaign.ts';

interface WorklistRowProps {
  readonly listed: ListedCampaign;
  /** True for the first thumbnail on the page, which the browser loads first. */
  readonly isFirst: boolean;
  /** The most important value, such as an amount. */
  readonly value: ReactNode;
  /** A value below the most important one, such as a time. */
  readonly detail?: ReactNode;
  /** The link to the campaign's next step. */
  readonly action?: { readonly label: string; readonly href: string } | undefined;
}

/** A campaign of a worklist. In a narrow card, the name has a line of its own, and the values are beside the action. */
export function WorklistRow({ listed, isFirst, value, detail, action }: WorklistRowProps) {
  const { campaign, given, templateName, customer } = listed;
  const { id } = campaign;
  return (
    <li
      className={`relative grid min-h-12.75 grid-cols-[46px_minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-1.5 hover:bg-paper/55 @max-entry:gap-y-1 @max-entry:py-2.5 ${action ? '@entry:grid-cols-[46px_minmax(0,1fr)_auto_auto]' : ''}`}
    >
      <span className="grid justify-items-center @max-entry:self-start">
        <CampaignThumbnail campaign={campaign} isFirst={isFirst} size="small" />
      </span>
      <span className="min-w-0 @max-entry:col-span-2">
        <PageLink
          href={`/campaigns/${id}`}
          className="line-clamp-3 font-[550] after:absolute after:inset-0 hover:underline hover:underline-offset-3 @entry:line-clamp-2"
        >
          <bdi>{campaignTitle(id, campaignName(given, templateName))}</bdi>
        </PageLink>
        <span className="flex gap-x-1.5 text-sm text-muted">
          {customer?.email !== undefined && <bdi className="min-w-0 truncate">{customer.email}</bdi>}
          <span className="shrink-0 tabular-nums">#{id}</span>
        </span>
      </span>
      <span
        className={`min-w-0 tabular-nums @max-entry:col-start-2 @max-entry:flex @max-entry:flex-wrap @max-entry:items-baseline @max-entry:gap-x-2 @entry:max-w-45 @entry:text-right ${action ? '' : '@max-entry:col-span-2'}`}
      >
        <span className="block max-w-full truncate">{value}</span>
        {detail !== undefined && (
          <span className="block max-w-full truncate text-sm text-muted">{detail}</span>
        )}
      </span>
      {action && (
        <span className="grid justify-items-end">
          <PageLink
            href={action.href}
            aria-label={`${action.label}, campaign ${id}`}
            className={buttonClass('plain', 'relative button-tiny whitespace-nowrap')}
          >
            {action.label}
          </PageLink>
        </span>
      )}
    </li>
  );
}
