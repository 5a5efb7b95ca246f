import { buttonClass } from '#components/ui/button.ts';
import { Card } from '#components/ui/card.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import type { Approval } from '#lib/domain/approval.ts';
import type { MissingApproval } from '#lib/domain/approval-rule.ts';
import type { ShareLink } from '#lib/domain/share-link.ts';
import { describeMissingApproval } from '#lib/format/approval.ts';
import { AskForApproval, type AskForApprovalProps } from './ask-for-approval.tsx';

interface ApprovalRequiredProps extends AskForApprovalProps {
  /** The approvals that the campaign still needs before the signed-in member can pay for and send it. */
  readonly missing: MissingApproval;
  /** The approval state that results from guests' decisions. */
  readonly approval: Approval;
  /** The campaign's share links, or undefined if the member can't share proofs. */
  readonly links: readonly ShareLink[] | undefined;
  readonly hasProof: boolean;
}

/** Shown instead of the payment and send steps while an approval is missing. */
export function ApprovalRequired({
  campaignId,
  missing,
  approval,
  links,
  hasProof,
  ...asking
}: ApprovalRequiredProps) {
  const isRequested = links?.some(({ state, guestsDecide }) => state === 'open' && guestsDecide) ?? false;
  return (
    <Card title="Waiting for approval">
      <p className="font-serif text-lg font-semibold">
        {missing === 'member' ? 'Needs another member’s approval' : HEADLINES[approval.kind]}
      </p>
      <p className="mt-1 text-muted">{describeMissingApproval(missing)}</p>
      {missing !== 'member' && links !== undefined && hasProof && (
        <PageLink
          href={`/campaigns/${campaignId}/share`}
          className={buttonClass(isRequested ? 'plain' : 'primary', 'mt-3.5 w-full py-2.75')}
        >
          {isRequested ? 'Ask another guest' : 'Request approval'}
        </PageLink>
      )}
      {missing !== 'guest' && hasProof && <AskForApproval campaignId={campaignId} {...asking} />}
    </Card>
  );
}

const HEADLINES: Readonly<Record<Approval['kind'], string>> = {
  none: 'No decision yet',
  approved: 'Approved',
  changes: 'Changes requested',
  unverified: 'Decision not verified',
  void: 'Needs a new approval',
  unread: 'Can’t check the approval right now',
};
