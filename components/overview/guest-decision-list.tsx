import type { CampaignNames } from '#components/campaigns/campaign-table.tsx';
import type { Campaign } from '#lib/contract/resources.ts';
import type { Approval } from '#lib/domain/approval.ts';
import { formatMoment } from '#lib/format/dates.ts';
import { CampaignEntry } from './campaign-entry.tsx';
import { OverviewSection } from './overview-section.tsx';

export interface DecidedCampaign {
  readonly campaign: Campaign;
  readonly approval: Exclude<Approval, { readonly kind: 'none' }>;
}

interface GuestDecisionListProps extends CampaignNames {
  /** What needs somebody first. */
  readonly decided: readonly DecidedCampaign[];
  readonly zone: string;
  readonly now: number;
}

/** What guests said in the last days. */
export function GuestDecisionList({ decided, zone, now, ...names }: GuestDecisionListProps) {
  if (decided.length === 0) return null;
  const isPressing = decided.some(
    ({ campaign, approval }) => campaign.status === 'draft' && approval.kind !== 'approved',
  );
  return (
    <OverviewSection title="Guest decisions" {...(isPressing && { tone: 'amber' })}>
      {decided.map(({ campaign, approval: { kind, decision } }) => {
        const { word, tone } = DECISION_LABELS[kind];
        return (
          <CampaignEntry key={campaign.id} campaign={campaign} {...names}>
            <span className="block sm:text-right">
              <span className={`block font-[550] ${tone}`}>{word}</span>
              <span className="block text-sm text-muted">
                <bdi>{decision.name}</bdi>, {formatMoment(decision.at, zone, now)}
              </span>
            </span>
          </CampaignEntry>
        );
      })}
    </OverviewSection>
  );
}

const DECISION_LABELS: Readonly<
  Record<DecidedCampaign['approval']['kind'], { readonly word: string; readonly tone: string }>
> = {
  approved: { word: 'Approved', tone: 'text-green' },
  changes: { word: 'Changes requested', tone: 'text-amber' },
  void: { word: 'Changed since decision', tone: 'text-amber' },
  unread: { word: 'Decided', tone: '' },
};
