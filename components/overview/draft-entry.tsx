import { buttonClass } from '#components/ui/button.ts';
import { PageLink } from '#components/ui/page-link.tsx';
import type { Campaign } from '#lib/contract/resources.ts';
import { MISSING } from '#lib/format/text.ts';
import { CampaignEntry, type EntryContext } from './campaign-entry.tsx';

interface DraftEntryProps extends EntryContext {
  readonly campaign: Campaign;
  /** The amount, formatted by the service. */
  readonly amount: string | undefined;
  readonly canAct: boolean;
  readonly label: string;
  readonly path: 'send' | 'checkout';
  /**
   * True if the draft needs an approval before the member can pay for and send it. If the draft needs an
   * approval, its entry links to the campaign's page, which explains the requirement.
   */
  readonly needsApproval: boolean;
}

/** A draft with an amount and a link to the next step. */
export function DraftEntry({ label, path, canAct, amount, needsApproval, ...entry }: DraftEntryProps) {
  const { id } = entry.campaign;
  const link = needsApproval
    ? { label: 'Not approved yet', href: `/campaigns/${id}` }
    : { label, href: `/campaigns/${id}/${path}` };
  return (
    <CampaignEntry {...entry}>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <span className="whitespace-nowrap @entry:text-right">
          <span className="tabular-nums">{amount ?? MISSING}</span>
          {path === 'checkout' && amount !== undefined && (
            <span className="block text-sm text-muted">to pay</span>
          )}
        </span>
        {canAct && (
          <PageLink
            href={link.href}
            aria-label={`${link.label}, campaign ${id}`}
            className={buttonClass('plain', 'relative whitespace-nowrap text-sm')}
          >
            {link.label}
          </PageLink>
        )}
      </span>
    </CampaignEntry>
  );
}
