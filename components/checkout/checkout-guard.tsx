import type { ReactNode } from 'react';
import { hasBlockingAttempt } from '#components/campaign/attempt-notes.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { Card } from '#components/ui/card.tsx';
import { Note } from '#components/ui/note.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import type { Campaign, Checkout } from '#lib/contract/resources.ts';
import type { Attempt } from '#lib/domain/attempt.ts';
import { applicablePrice } from '#lib/domain/payment.ts';
import { OrderRows } from './order-rows.tsx';

interface CheckoutGuardProps {
  readonly campaign: Campaign;
  readonly checkout: Checkout;
  readonly attempts: readonly Attempt[];
  /** Whether the team wants a guest's approval first, and there is none. */
  readonly waitsForApproval: boolean;
  /** The form, for a campaign that can be paid. */
  readonly children: ReactNode;
}

/** Lets a draft be paid; of anything else it shows the order and says why there is nothing to pay now. */
export function CheckoutGuard({
  campaign,
  checkout,
  attempts,
  waitsForApproval,
  children,
}: CheckoutGuardProps) {
  const pending = hasBlockingAttempt(attempts);
  const isDraft = campaign.status === 'draft';
  if (isDraft && !pending && !waitsForApproval) return children;
  const [title, text] = REASONS[pending ? 'pending' : isDraft ? 'waiting' : 'over'];
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
  pending: [
    'Another action is in progress',
    'Wait until it finishes, or check the campaign for its outcome.',
  ],
  waiting: [
    'Waiting for approval',
    'Campaigns can’t be paid for until a guest approves the proof. Go to the campaign to request approval.',
  ],
  over: ['Nothing to pay', 'This campaign has already been sent or is no longer a draft.'],
} as const;
