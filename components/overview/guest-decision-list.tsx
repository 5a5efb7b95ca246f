import type { DecidedCampaign } from '#lib/data/approval.ts';
import { type Approval, needsAttention } from '#lib/domain/approval.ts';
import { type DateSettings, formatMoment } from '#lib/format/dates.ts';
import { CampaignEntry, type EntryContext } from './campaign-entry.tsx';
import { OverviewSection } from './overview-section.tsx';

/** A campaign that guests have made a decision about. */
export interface GuestDecidedCampaign extends Pick<DecidedCampaign, 'campaign'> {
  readonly approval: Exclude<Approval, { readonly kind: 'none' }>;
}

/** Leaves out campaigns that only members have made a decision about. */
export const decidedByGuests = (decided: readonly DecidedCampaign[]): readonly GuestDecidedCampaign[] =>
  decided.flatMap(({ campaign, approval }) => (approval.kind === 'none' ? [] : [{ campaign, approval }]));

interface GuestDecisionListProps extends EntryContext {
  /** Campaigns that need attention come first. */
  readonly byGuests: readonly GuestDecidedCampaign[];
  readonly dateSettings: DateSettings;
  readonly now: number;
}

export function GuestDecisionList({ byGuests, dateSettings, now, ...names }: GuestDecisionListProps) {
  if (byGuests.length === 0) return null;
  const isUrgent = byGuests.some(
    ({ campaign, approval }) => campaign.status === 'draft' && needsAttention(approval),
  );
  return (
    <OverviewSection title="Guest decisions" {...(isUrgent && { tone: 'amber' })}>
      {byGuests.map(({ campaign, approval: { kind, decision } }) => {
        const { label, tone } = DECISION_LABELS[kind];
        return (
          <CampaignEntry key={campaign.id} campaign={campaign} {...names}>
            <span className="block @entry:text-right">
              <span className={`block font-[550] ${tone}`}>{label}</span>
              <span className="block text-sm text-muted">
                <bdi>{decision.name}</bdi>, {formatMoment(decision.at, dateSettings, now)}
              </span>
            </span>
          </CampaignEntry>
        );
      })}
    </OverviewSection>
  );
}

const DECISION_LABELS: Readonly<
  Record<Exclude<Approval['kind'], 'none'>, { readonly label: string; readonly tone: string }>
> = {
  approved: { label: 'Approved', tone: 'text-green' },
  changes: { label: 'Changes requested', tone: 'text-amber' },
  unverified: { label: 'Not verified', tone: '' },
  void: { label: 'Changed since the decision', tone: 'text-amber' },
  unread: { label: 'Decided', tone: '' },
};
