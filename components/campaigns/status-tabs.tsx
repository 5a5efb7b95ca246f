import { PageLink } from '#components/ui/page-link.tsx';
import { V1_STATUSES } from '#lib/contract/resources.ts';
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
    <nav aria-label="Status" className="w-fit max-w-full overflow-x-auto rounded-[9px] bg-backdrop p-[3px]">
      <ul className="flex gap-0.5">
        {tabs.map((status) => (
          <li key={status ?? 'all'}>
            <PageLink
              href={campaignsHref(typed, { status, page: undefined })}
              aria-current={typed.status === status ? 'true' : undefined}
              className="block whitespace-nowrap rounded-[7px] px-3 py-1.25 text-[0.84375rem] font-medium text-muted tabular-nums -outline-offset-2 hover:text-ink aria-[current]:bg-card aria-[current]:text-ink aria-[current]:shadow-tab"
            >
              {status === undefined ? 'All' : describeStatus(status).label}
              {countOf(status) !== undefined && ` ${formatCount(countOf(status))}`}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
