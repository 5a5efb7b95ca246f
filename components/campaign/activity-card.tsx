import { ChangeDetails, OutcomeDetails } from '#components/activity/entry-details.tsx';
import { BreakableEmail } from '#components/ui/breakable-email.tsx';
import { Card } from '#components/ui/card.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import type { ActivityEntry } from '#lib/domain/activity.ts';
import { ACTIVITY_NAMES, describeActor, OUTCOME_NAMES } from '#lib/format/activity.ts';
import { type DateSettings, formatStandaloneMoment } from '#lib/format/dates.ts';
import { activityHref } from '#lib/forms/activity-query.ts';

interface ActivityCardProps {
  readonly campaignId: number;
  /** Activity entries, with the latest outcome first. */
  readonly entries: readonly ActivityEntry[];
  readonly hasMore: boolean;
  readonly dateSettings: DateSettings;
  readonly now: number;
}

export function ActivityCard({ campaignId, entries, hasMore, dateSettings, now }: ActivityCardProps) {
  if (entries.length === 0) return null;
  const activityLink = (
    <PageLink
      href={activityHref({ campaign: String(campaignId) })}
      className="text-sm text-muted underline underline-offset-3 hover:text-ink"
    >
      {hasMore ? 'View all' : 'View in activity log'}
    </PageLink>
  );
  return (
    <Card title="Activity" aside={activityLink}>
      <ol className="grid gap-2.5">
        {entries.map((entry) => (
          <li
            key={entry.id}
            className="grid grid-cols-[minmax(0,1fr)] gap-x-3 sm:grid-cols-[11.5rem_minmax(0,1fr)]"
          >
            <time dateTime={new Date(entry.at).toISOString()} className="text-sm text-muted tabular-nums">
              {formatStandaloneMoment(entry.at, dateSettings, now)}
            </time>
            <div className="min-w-0">
              <span className="font-[550]">{ACTIVITY_NAMES[entry.operation]}</span>
              {entry.amount !== null && <span className="tabular-nums"> · {entry.amount}</span>} ·{' '}
              {OUTCOME_NAMES[entry.outcome].toLowerCase()}
              <OutcomeDetails entry={entry} dateSettings={dateSettings} now={now} />
              <ChangeDetails entry={entry} />
              <span className="block text-sm text-muted">
                <BreakableEmail text={describeActor(entry)} />
                {entry.tokenName !== null && (
                  <span className="wrap-anywhere">
                    {' '}
                    via API token “<bdi>{entry.tokenName}</bdi>”
                  </span>
                )}
                {entry.reason !== null && (
                  <span className="block wrap-anywhere">
                    “<bdi>{entry.reason}</bdi>”
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
