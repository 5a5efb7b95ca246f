import type { Freshness } from '#lib/domain/campaign-list.ts';
import type { DateSettings } from '#lib/format/dates.ts';
import { describeFreshness } from '#lib/format/freshness.ts';

interface FreshnessLineProps {
  /** Undefined if the list couldn't be read. */
  readonly freshness: Freshness | undefined;
  readonly dateSettings: DateSettings;
}

/** Says how current the list is. While campaigns are being indexed, shows the progress. */
export function FreshnessLine({ freshness, dateSettings }: FreshnessLineProps) {
  const text = freshness && describeFreshness(freshness, dateSettings);
  if (freshness === undefined || text === undefined) return null;
  const isCurrent = freshness.state === 'current';
  return (
    <p className="inline-flex items-center gap-2 text-sm wrap-anywhere text-muted tabular-nums">
      <span
        aria-hidden="true"
        className={`size-1.5 shrink-0 rounded-full ${isCurrent ? 'bg-green' : 'bg-amber'}`}
      />
      {text}
      {freshness.state === 'indexing' && freshness.total !== null && (
        <progress
          aria-label="Indexed campaigns"
          max={freshness.total}
          value={freshness.done}
          className="h-1.5 w-24 overflow-hidden rounded-full bg-backdrop [&::-moz-progress-bar]:bg-amber [&::-webkit-progress-bar]:bg-backdrop [&::-webkit-progress-value]:bg-amber"
        />
      )}
    </p>
  );
}
