import type { CampaignNames } from '#components/campaigns/campaign-table.tsx';
import type { Campaign } from '#lib/contract/resources.ts';
import type { Approval } from '#lib/domain/approval.ts';
import { formatMoment } from '#lib/format/dates.ts';
import { Entry } from './entry.tsx';
import { Group } from './group.tsx';

export interface DecidedEntry {
  readonly campaign: Campaign;
  readonly approval: Exclude<Approval, { readonly kind: 'none' }>;
}

interface GuestsDecidedProps extends CampaignNames {
  /** What needs somebody first. */
  readonly decided: readonly DecidedEntry[];
  readonly zone: string;
  readonly now: number;
}

/** What guests said in the last days. */
export function GuestDecisionList({ decided, zone, now, ...names }: GuestsDecidedProps) {
  if (decided.length === 0) return null;
  const isPressing = decided.some(
    ({ campaign, approval }) => campaign.status === 'draft' && approval.kind !== 'approved',
  );
  return (
    <Group title="What guests said" {...(isPressing && { tone: 'amber' })}>
      {decided.map(({ campaign, approval: { kind, decision } }) => {
        const { word, tone } = WORDS[kind];
        return (
          <Entry key={campaign.id} campaign={campaign} {...names}>
            <span className="block sm:text-right">
              <span className={`block font-[550] ${tone}`}>{word}</span>
              <span className="block text-sm text-muted">
                <bdi>{decision.name}</bdi>, {formatMoment(decision.at, zone, now)}
              </span>
            </span>
          </Entry>
        );
      })}
    </Group>
  );
}

const WORDS: Readonly<
  Record<DecidedEntry['approval']['kind'], { readonly word: string; readonly tone: string }>
> = {
  approved: { word: 'Approved', tone: 'text-green' },
  changes: { word: 'Asks for changes', tone: 'text-amber' },
  void: { word: 'Decided, then changed', tone: 'text-amber' },
  unread: { word: 'Decided', tone: '' },
};
