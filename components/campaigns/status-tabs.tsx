import { PageLink } from '#components/ui/page-link.tsx';
import { V1_STATUSES, type V1Status } from '#lib/contract/resources.ts';
import { describeStatus } from '#lib/format/status.ts';
import { formatCount } from '#lib/format/text.ts';
import { campaignsHref, type TypedQuery } from '#lib/forms/campaign-query.ts';

interface StatusTabsProps {
  readonly typed: TypedQuery;
  /** Campaign counts by status. A count is missing if the service didn't return it. */
  readonly counts: Readonly<Partial<Record<V1Status | 'all', number>>>;
}

/** Shows links that filter campaigns by status. Each link preserves all other filters. */
export function StatusTabs({ typed, counts }: StatusTabsProps) {
  const tabs = [undefined, ...V1_STATUSES];
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
              {counts[status ?? 'all'] !== undefined && ` ${formatCount(counts[status ?? 'all'])}`}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
