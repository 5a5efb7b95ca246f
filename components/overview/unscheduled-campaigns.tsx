import { buttonClass } from '#components/ui/button.ts';
import { Icon } from '#components/ui/icon.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import type { Attempt } from '#lib/domain/attempt.ts';
import { formatMomentInFull } from '#lib/format/campaign.ts';
import { type DateSettings, formatMoment } from '#lib/format/dates.ts';
import { formatCount } from '#lib/format/text.ts';

interface UnscheduledCampaignsProps {
  /** Reschedules that canceled a campaign and didn't send it again, latest first. */
  readonly attempts: readonly Attempt[];
  readonly dateSettings: DateSettings;
  readonly now: number;
  readonly canAct: boolean;
}

/** Lists the drafts that won't be mailed because a reschedule failed after sending was canceled. */
export function UnscheduledCampaigns({ attempts, dateSettings, now, canAct }: UnscheduledCampaignsProps) {
  if (attempts.length === 0) return null;
  return (
    <section
      aria-labelledby="unscheduled"
      className="tint mb-5 grid gap-x-6 gap-y-2 rounded-lg border border-red/40 px-4 py-2.5 wide:grid-cols-[auto_minmax(0,1fr)]"
    >
      <h2 id="unscheduled" className="flex min-h-7.5 items-center gap-2 self-start text-base text-red">
        <Icon name="alert" className="size-4.5" />
        Canceled, not scheduled again
        <span className="font-normal tabular-nums">{formatCount(attempts.length)}</span>
      </h2>
      <ul className="grid gap-y-1.5">
        {attempts.map(({ id, campaignId, by, settledAt, reschedule }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <span className="min-w-0 grow basis-48">
              <span className="font-[550]">Campaign #{campaignId}</span>{' '}
              <span className="text-sm text-muted">
                New time: {formatMomentInFull(reschedule?.sendAt, dateSettings)} · <bdi>{by}</bdi>,{' '}
                {formatMoment(settledAt ?? undefined, dateSettings, now)}
              </span>
            </span>
            <PageLink
              href={`/campaigns/${campaignId}`}
              aria-label={`${canAct ? 'Schedule' : 'View'} campaign ${campaignId}`}
              className={buttonClass('plain', 'button-tiny')}
            >
              {canAct ? 'Schedule' : 'View campaign'}
            </PageLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
