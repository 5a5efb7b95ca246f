import { CampaignThumbnail } from '#components/campaigns/campaign-thumbnail.tsx';
import { Card } from '#components/ui/card.tsx';
import { ControlIcon } from '#components/ui/control-icon.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import type { JobItem, LeftOutReason } from '#lib/domain/job.ts';
import { LEFT_OUT_NAMES } from '#lib/format/job.ts';
import { formatCount } from '#lib/format/text.ts';
import { itemTitle } from './job-campaign.tsx';
import { OpenInList } from './open-in-list.tsx';

/** The campaigns that were left out for one reason. */
export interface LeftOutGroup {
  readonly reason: LeftOutReason;
  readonly campaigns: number;
  /** The first few of these campaigns. */
  readonly items: readonly JobItem[];
}

/** Shows which campaigns were left out, and why. */
export function LeftOut({ jobId, groups }: { jobId: number; groups: readonly LeftOutGroup[] }) {
  const total = groups.reduce((sum, { campaigns }) => sum + campaigns, 0);
  if (total === 0) return null;
  return (
    <Card title={`${formatCount(total)} left out`}>
      {groups.map((group, i) => (
        <details
          key={group.reason}
          open={i === 0}
          className="group/why border-line not-first-of-type:border-t"
        >
          <summary className="flex list-none items-center gap-2.5 rounded-md py-2.5">
            <ControlIcon
              name="next"
              className="size-4 text-muted transition-transform group-open/why:rotate-90"
            />
            <span className="grow">{LEFT_OUT_NAMES[group.reason]}</span>
            <span className="tabular-nums">{formatCount(group.campaigns)}</span>
          </summary>
          <ul className="mb-2.5 grid gap-1.5 pl-6.5 text-sm">
            {group.items.map((item) => (
              <li key={item.campaignId} className="flex min-w-0 items-center gap-3">
                <span className="grid w-9 shrink-0 place-items-center">
                  <CampaignThumbnail
                    campaign={item.listed?.campaign ?? { id: item.campaignId }}
                    size="tiny"
                  />
                </span>
                <PageLink
                  href={`/campaigns/${item.campaignId}`}
                  className="min-h-6 min-w-0 truncate underline decoration-edge underline-offset-3 hover:decoration-current"
                >
                  <bdi>{itemTitle(item)}</bdi> #{item.campaignId}
                </PageLink>
              </li>
            ))}
            {group.campaigns > group.items.length && (
              <li className="text-muted">And {formatCount(group.campaigns - group.items.length)} more</li>
            )}
          </ul>
        </details>
      ))}
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-sm text-muted">These won’t change.</p>
        <OpenInList job={{ id: jobId, result: 'left_out' }} campaigns={total} />
      </div>
    </Card>
  );
}
