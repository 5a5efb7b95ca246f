import type { CampaignNames } from '#components/campaigns/campaign-table.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { PageLink } from '#components/ui/page-link.tsx';
import type { Campaign } from '#lib/contract/resources.ts';
import { MISSING } from '#lib/format/text.ts';
import { CampaignEntry } from './campaign-entry.tsx';

interface DraftEntryProps extends CampaignNames {
  readonly campaign: Campaign;
  /** As the service formats it. */
  readonly amount: string | undefined;
  readonly mayAct: boolean;
  readonly label: string;
  readonly path: 'send' | 'checkout';
  /** A guest has to approve it first: then its own page tells how that stands. */
  readonly waits: boolean;
}

/** A draft with the amount that counts now, and the way on. */
export function DraftEntry({ label, path, mayAct, amount, waits, ...entry }: DraftEntryProps) {
  const { id } = entry.campaign;
  const way = waits
    ? { label: 'Not approved yet', href: `/campaigns/${id}` }
    : { label, href: `/campaigns/${id}/${path}` };
  return (
    <CampaignEntry {...entry}>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <span className="whitespace-nowrap tabular-nums">{amount ?? MISSING}</span>
        {mayAct && (
          <PageLink
            href={way.href}
            aria-label={`${way.label}, campaign ${id}`}
            className={buttonClass('plain', 'relative whitespace-nowrap text-sm')}
          >
            {way.label}
          </PageLink>
        )}
      </span>
    </CampaignEntry>
  );
}
