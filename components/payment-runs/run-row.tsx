import type { ReactNode } from 'react';
import { CampaignThumbnail } from '#components/campaigns/campaign-thumbnail.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import type { ListedCampaign } from '#lib/domain/campaign-list.ts';
import { campaignName } from '#lib/format/campaign.ts';
import { formatSum } from '#lib/format/money.ts';
import { MISSING } from '#lib/format/text.ts';

interface RunRowProps {
  readonly position: number;
  readonly campaignId: number;
  readonly listed: ListedCampaign | undefined;
  readonly isMuted?: boolean;
  /** The campaign's result. On phones, the result is below the title. */
  readonly result?: ReactNode;
  readonly amount: ReactNode;
}

/** A campaign in a payment run's list. */
export function RunRow({ position, campaignId, listed, isMuted, result, amount }: RunRowProps) {
  return (
    <li
      className={`flex items-center gap-x-3.5 gap-y-0.5 border-line py-2.5 not-first:border-t max-sm:flex-wrap max-sm:gap-x-2.5 ${isMuted ? 'text-muted' : ''}`}
    >
      <span className="w-5 shrink-0 text-right text-muted tabular-nums">{position}</span>
      <span className="grid w-9 shrink-0 justify-items-center">
        <CampaignThumbnail campaign={listed?.campaign ?? { id: campaignId }} size="small" />
      </span>
      <RunCampaign campaignId={campaignId} listed={listed} className="min-w-0 flex-1" />
      <span className="shrink-0 text-right tabular-nums sm:order-last">{amount}</span>
      {result !== undefined && (
        <span className="min-w-0 text-sm max-sm:basis-full max-sm:pl-[76px] sm:max-w-[46%] sm:text-right">
          {result}
        </span>
      )}
    </li>
  );
}

interface RunCampaignProps {
  readonly campaignId: number;
  readonly listed: ListedCampaign | undefined;
  readonly className?: string;
}

/** A campaign's title, number, and customer. */
export function RunCampaign({ campaignId, listed, className = '' }: RunCampaignProps) {
  const name = runCampaignName(listed);
  return (
    <span className={`block ${className}`}>
      <PageLink
        href={`/campaigns/${campaignId}`}
        className="flex min-h-6 min-w-0 gap-x-1.5 font-[550] underline-offset-3 hover:underline"
      >
        <bdi className="truncate">{name?.trim() || 'Campaign'}</bdi>
        <span className="shrink-0 font-normal text-muted tabular-nums">#{campaignId}</span>
      </PageLink>
      {listed?.customer?.email !== undefined && (
        <bdi className="block truncate text-sm text-muted">{listed.customer.email}</bdi>
      )}
    </span>
  );
}

/** Returns a campaign's name, or undefined if the campaign has no name or isn't indexed. */
export const runCampaignName = (listed: ListedCampaign | undefined): string | undefined =>
  campaignName(listed?.given, listed?.templateName);

/** Returns the amount left to pay when checkout was last read. */
export function leftToPay(listed: ListedCampaign | undefined): string {
  const { leftToPay: left = null, currency = null } = listed?.amounts ?? {};
  return left === null ? (listed?.campaign.price ?? MISSING) : formatSum(left, currency);
}
