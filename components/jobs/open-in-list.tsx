import { buttonClass } from '#components/ui/button.ts';
import { PageLink } from '#components/ui/page-link.tsx';
import type { JobFilter } from '#lib/domain/index-filter.ts';
import { formatCount, formatPlural } from '#lib/format/text.ts';
import { jobCampaignsHref } from '#lib/forms/campaign-fields.ts';

interface OpenInListProps {
  readonly job: JobFilter;
  /** The number of campaigns with this result. */
  readonly campaigns: number;
}

/**
 * Links to the campaign list, filtered to the campaigns that have a given result in a job, so that members
 * can select them there.
 */
export function OpenInList({ job, campaigns }: OpenInListProps) {
  return (
    <PageLink href={jobCampaignsHref(job)} className={buttonClass('plain', 'button-small')}>
      {job.result === 'copies'
        ? `Open ${formatPlural(campaigns, 'copy', 'copies')} in the list`
        : campaigns === 1
          ? 'Open it in the list'
          : `Open these ${formatCount(campaigns)} in the list`}
    </PageLink>
  );
}
