import type { ReactNode } from 'react';
import { buttonClass } from '#components/ui/button.ts';
import { Card } from '#components/ui/card.tsx';
import { Note } from '#components/ui/note.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import type { Campaign, Checkout } from '#lib/contract/resources.ts';
import type { ApprovalRule } from '#lib/domain/approval-rule.ts';
import { type Attempt, isFormBlocked } from '#lib/domain/attempt.ts';
import { applicablePrice } from '#lib/domain/payment.ts';
import { describeMissingApproval } from '#lib/format/approval.ts';
import { OrderRows } from './order-rows.tsx';

interface CheckoutGuardProps {
  readonly campaign: Campaign;
  readonly checkout: Checkout;
  readonly attempts: readonly Attempt[];
  /** Whether the mail service returned data from before a successful attempt. */
  readonly isStale: boolean;
  /** The approvals that the campaign still needs before the member can pay. */
  readonly missingApproval: ApprovalRule;
  /** The checkout form. */
  readonly children: ReactNode;
}

/**
 * Shows the checkout form if the campaign can be paid for. If the campaign can't be paid for, shows the order
 * and the reason.
 */
export function CheckoutGuard({
  campaign,
  checkout,
  attempts,
  isStale,
  missingApproval,
  children,
}: CheckoutGuardProps) {
  const isDraft = campaign.status === 'draft';
  const isBlocked = isFormBlocked(attempts, isDraft);
  if (isDraft && !isBlocked && !isStale && missingApproval === 'none') return children;
  const [title, text] = isBlocked
    ? REASONS.blocked
    : isStale
      ? REASONS.stale
      : isDraft && missingApproval !== 'none'
        ? [
            'Waiting for approval',
            `${describeMissingApproval(missingApproval)} You can request or give approval on the campaign’s page.`,
          ]
        : REASONS.notDraft;
  return (
    <div className="grid max-w-2xl gap-4">
      <Note tone="amber" title={title}>
        {text}
      </Note>
      <Card title="Order">
        <OrderRows block={applicablePrice(checkout)} paidWithCredits={false} />
      </Card>
      <div>
        <PageLink href={`/campaigns/${campaign.id}`} className={buttonClass('primary')}>
          Go to campaign
        </PageLink>
      </div>
    </div>
  );
}

const REASONS = {
  blocked: [
    'Another action is in progress',
    'Wait for the action to finish, or check the campaign for the outcome.',
  ],
  stale: [
    'The mail service hasn’t caught up yet',
    'The campaign still appears as it was before the last action. Payments are disabled until the mail service catches up. Try again in a moment.',
  ],
  notDraft: ['Nothing to pay', 'This campaign is no longer a draft. It may already be scheduled or sent.'],
} as const;
