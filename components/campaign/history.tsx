import { type Activity, OUTCOME_NAMES, TRAIL_NAMES } from '#lib/format/activity.ts';
import { activityHref } from '#lib/format/activity-query.ts';
import { formatMoment } from '#lib/format/dates.ts';
import { Who } from '../activity/trail.tsx';
import { Card } from '../ui/card.tsx';
import { PageLink } from '../ui/page-link.tsx';

interface HistoryProps {
  readonly campaignId: number;
  /** Newest first. */
  readonly entries: readonly Activity[];
  readonly hasMore: boolean;
  readonly zone: string;
  readonly now: number;
}

/** Who did what to this campaign. */
export function History({ campaignId, entries, hasMore, zone, now }: HistoryProps) {
  if (entries.length === 0) return null;
  const all = (
    <PageLink
      href={activityHref({ campaign: String(campaignId) })}
      className="text-sm text-muted underline underline-offset-3 hover:text-ink"
    >
      {hasMore ? 'All of it' : 'In the activity list'}
    </PageLink>
  );
  return (
    <Card title="History" aside={all}>
      <ol className="grid gap-2.5">
        {entries.map(({ id, at, by, operation, outcome, amount, reason }) => (
          <li
            key={id}
            className="grid grid-cols-[minmax(0,1fr)] gap-x-3 sm:grid-cols-[11.5rem_minmax(0,1fr)]"
          >
            <time dateTime={new Date(at).toISOString()} className="text-sm text-muted tabular-nums">
              {formatMoment(at, zone, now)}
            </time>
            <div className="min-w-0">
              <span className="font-[550]">{TRAIL_NAMES[operation]}</span>
              {amount !== null && <span className="tabular-nums"> · {amount}</span>} ·{' '}
              {OUTCOME_NAMES[outcome].toLowerCase()}
              <span className="block text-sm text-muted">
                <Who by={by} outcome={outcome} />
                {reason !== null && (
                  <span className="block wrap-anywhere">
                    “<bdi>{reason}</bdi>”
                  </span>
                )}
              </span>
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}
