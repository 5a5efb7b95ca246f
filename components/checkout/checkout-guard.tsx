import type { ReactNode } from 'react';
import { buttonClass } from '#components/ui/button.ts';
import { Card } from '#components/ui/card.tsx';
import { Note } from '#components/ui/note.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import type { Campaign, Checkout } from '#lib/contract/resources.ts';
import { type Attempt, hasBlockingAttempt } from '#lib/domain/attempt.ts';
import { applicablePrice } from '#lib/domain/payment.ts';
import { OrderRows } from './order-rows.tsx';

interface CheckoutGuardProps {
  readonly campaign: Campaign;
  readonly checkout: Checkout;
  readonly attempts: readonly Attempt[];
  /** Whether the mail service still shows the state from before a successful action. */
  readonly isStale: boolean;
  /** True if the team requires a guest's approval and the campaign has no valid approval. */
  readonly needsApproval: boolean;
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
  needsApproval,
  children,
}: CheckoutGuardProps) {
  const isBlocked = hasBlockingAttempt(attempts);
  const isDraft = campaign.status === 'draft';
  if (isDraft && !isBlocked && !isStale && !needsApproval) return children;
  const reason = isBlocked ? 'blocked' : isStale ? 'stale' : isDraft ? 'unapproved' : 'notDraft';
  const [title, text] = REASONS[reason];
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
    'The mail service is behind',
    'It still shows the state from before the last action. Payments are disabled until it catches up. Try again in a moment.',
  ],
  unapproved: [
    'Waiting for approval',
    'Campaigns can’t be paid for until a guest approves the proof. Go to the campaign to request approval.',
  ],
  notDraft: ['Nothing to pay', 'This campaign has already been sent or is no longer a draft.'],
} as const;
