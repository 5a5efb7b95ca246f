import { Icon } from '#components/ui/icon.tsx';
import { PageLink } from '#components/ui/page-link.tsx';

interface FilterChipProps {
  readonly label: string;
  readonly value: string;
  /** The URL of the list without the filter. */
  readonly href: string;
}

/** An active filter, and the link that removes it. */
export function FilterChip({ label, value, href }: FilterChipProps) {
  return (
    <span className="inline-flex max-w-full items-center rounded-md border border-edge/60 bg-card text-sm text-muted">
      <span className="min-w-0 truncate py-1 pr-1 pl-2.5">
        <bdi>{label}</bdi> <bdi className="font-[550] text-ink">{value}</bdi>
      </span>
      <PageLink
        href={href}
        aria-label={`Remove filter: ${label}`}
        className="grid min-h-6 min-w-6 place-items-center rounded-md pr-1 hover:text-ink"
      >
        <Icon name="cross" className="size-3.5" />
      </PageLink>
    </span>
  );
}
