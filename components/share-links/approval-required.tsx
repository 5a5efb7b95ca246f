import { buttonClass } from '#components/ui/button.ts';
import { Card } from '#components/ui/card.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import type { Approval } from '#lib/domain/approval.ts';
import type { ShareLink } from '#lib/domain/share-link.ts';

interface WaitsForApprovalProps {
  readonly campaignId: number;
  readonly approval: Approval;
  /** Undefined for who may not share. */
  readonly links: readonly ShareLink[] | undefined;
  /** Whether there is a proof to show. */
  readonly isDrawn: boolean;
}

/** Takes the place of paying and sending while the team waits for a guest. */
export function ApprovalRequired({ campaignId, approval, links, isDrawn }: WaitsForApprovalProps) {
  const isAsked = links?.some(({ state, guestsDecide }) => state === 'open' && guestsDecide) ?? false;
  return (
    <Card title="Waiting for an approval">
      <p className="font-serif text-lg font-[560]">{MAIN[approval.kind]}</p>
      <p className="mt-1 text-muted">Your team pays and sends nothing that no guest has approved.</p>
      {links !== undefined && isDrawn && (
        <PageLink
          href={`/campaigns/${campaignId}/share`}
          className={buttonClass(isAsked ? 'plain' : 'primary', 'mt-3.5 w-full py-2.75')}
        >
          {isAsked ? 'Ask somebody else' : 'Ask for an approval'}
        </PageLink>
      )}
    </Card>
  );
}

const MAIN: Readonly<Record<Approval['kind'], string>> = {
  none: 'Nobody has decided yet',
  approved: 'Approved',
  changes: 'Changes are asked for',
  void: 'It has to be approved anew',
  unread: 'Whether it is approved can’t be told just now',
};
