import type { ReactNode } from 'react';
import type { Attempt } from '#lib/attempts/attempt.ts';
import type { Campaign, Checkout } from '#lib/contract/resources.ts';
import { blockOf } from '#lib/format/payment.ts';
import { isBusy } from '../campaign/attempt-notes.tsx';
import { buttonClass } from '../ui/button.ts';
import { Card } from '../ui/card.tsx';
import { Note } from '../ui/note.tsx';
import { PageLink } from '../ui/page-link.tsx';
import { OrderRows } from './order-rows.tsx';

interface NotPayableProps {
  readonly campaign: Campaign;
  readonly checkout: Checkout;
  readonly attempts: readonly Attempt[];
  /** The form, for a campaign that can be paid. */
  readonly children: ReactNode;
}

/** Lets a draft be paid; of anything else it shows the order and says why there is nothing to pay now. */
export function NotPayable({ campaign, checkout, attempts, children }: NotPayableProps) {
  const pending = isBusy(attempts);
  if (campaign.status === 'draft' && !pending) return children;
  return (
    <div className="grid max-w-2xl gap-4">
      <Note tone="amber" title={pending ? 'Something is under way' : 'There is nothing to pay now'}>
        {pending
          ? 'What was begun before has to end first. The campaign’s page tells how it stands.'
          : 'This campaign has already been sent or is no longer a draft.'}
      </Note>
      <Card title="Order">
        <OrderRows block={blockOf(checkout)} paidWithCredits={false} />
      </Card>
      <div>
        <PageLink href={`/campaigns/${campaign.id}`} className={buttonClass('primary')}>
          Go to the campaign
        </PageLink>
      </div>
    </div>
  );
}
