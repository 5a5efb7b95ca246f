import { TabLinks } from '#components/ui/tab-links.tsx';
import { V1_STATUSES } from '#lib/contract/campaign-values.ts';
import { describeStatus } from '#lib/format/status.ts';
import { formatCount } from '#lib/format/text.ts';
import { campaignsHref, type TypedQuery } from '#lib/forms/campaign-fields.ts';

interface StatusTabsProps {
  readonly typed: TypedQuery;
  /** Campaign counts by status, and in total as `all`. A count is missing if it isn't known. */
  readonly counts: Readonly<Record<string, number | undefined>>;
}

/** Shows links that filter campaigns by status. Each link preserves all other filters. */
export function StatusTabs({ typed, counts }: StatusTabsProps) {
  const tabs = [undefined, ...V1_STATUSES];
  const isCounted = counts.all !== undefined;
  const countOf = (status: string | undefined) => (isCounted ? (counts[status ?? 'all'] ?? 0) : undefined);
  return (
    <TabLinks
      label="Status"
      tabs={tabs.map((status) => {
        const name = status === undefined ? 'All' : describeStatus(status).label;
        const count = countOf(status);
        return {
          label: count === undefined ? name : `${name} ${formatCount(count)}`,
          href: campaignsHref(typed, { status, page: undefined }),
          isCurrent: typed.status === status,
        };
      })}
    />
  );
}
