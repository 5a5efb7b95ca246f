import type { Campaign, Checkout } from '#lib/contract/resources.ts';
import { blockOf } from '#lib/format/payment.ts';
import { MISSING } from '#lib/format/text.ts';
import type { CampaignNames } from '../campaigns/campaign-table.tsx';
import { buttonClass } from '../ui/button.ts';
import { PageLink } from '../ui/page-link.tsx';
import { Entry } from './entry.tsx';

interface DraftEntryProps extends CampaignNames {
  readonly campaign: Campaign;
  /** Missing when the service didn't answer it. */
  readonly checkout: Checkout | undefined;
  readonly mayAct: boolean;
  readonly label: string;
  readonly path: 'send' | 'checkout';
}

/** A draft with what is left to pay, or what was paid when it only waits to be sent, and the way on. */
export function DraftEntry({ label, path, mayAct, checkout, ...entry }: DraftEntryProps) {
  const { id } = entry.campaign;
  const block = checkout && blockOf(checkout);
  const amount = path === 'send' ? block?.already_paid : block?.to_be_paid;
  return (
    <Entry {...entry}>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <span className="whitespace-nowrap tabular-nums">{amount ?? MISSING}</span>
        {mayAct && (
          <PageLink
            href={`/campaigns/${id}/${path}`}
            aria-label={`${label}, campaign ${id}`}
            className={buttonClass('plain', 'relative whitespace-nowrap text-sm')}
          >
            {label}
          </PageLink>
        )}
      </span>
    </Entry>
  );
}
