import type { ReactNode } from 'react';
import { buttonClass } from '#components/ui/button.ts';
import { Card } from '#components/ui/card.tsx';
import { Message } from '#components/ui/message.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import type { ApprovalRule } from '#lib/domain/approval-rule.ts';
import { type Attempt, isFormBlocked } from '#lib/domain/attempt.ts';
import type { NextStep } from '#lib/domain/next-step.ts';
import { describeMissingApproval } from '#lib/format/approval.ts';

interface SendGuardProps {
  readonly id: number;
  readonly next: NextStep;
  readonly attempts: readonly Attempt[];
  /** Whether the mail service returned data from before a successful attempt. */
  readonly isStale: boolean;
  /** The approvals that the campaign still needs before the member can send it. */
  readonly missingApproval: ApprovalRule;
  /** The send form. */
  readonly children: ReactNode;
}

const SENDABLE_STEPS: ReadonlySet<NextStep['kind']> = new Set(['send', 'send_on_invoice', 'draft']);

/**
 * Shows the send form if the campaign can be sent. Otherwise, explains what must happen before sending. A
 * draft with an unknown price can be sent, because the draft might already have been paid for.
 */
export function SendGuard({ id, next, attempts, isStale, missingApproval, children }: SendGuardProps) {
  const isSendable = SENDABLE_STEPS.has(next.kind);
  if (isFormBlocked(attempts, isSendable)) {
    return (
      <SendBlocked id={id} title="Another action is in progress">
        Wait for the action to finish, or check the campaign’s status.
      </SendBlocked>
    );
  }
  if (isStale) {
    return (
      <SendBlocked id={id} title="The mail service hasn’t caught up yet">
        The campaign still appears as it was before the last action. Sending is disabled until the mail
        service catches up. Try again in a moment.
      </SendBlocked>
    );
  }
  if (next.kind === 'pay' || next.kind === 'use_credits') {
    return (
      <SendBlocked id={id} title="Pay for this campaign first" linkToCheckout>
        {next.kind === 'pay'
          ? `Amount due: ${next.left}.`
          : 'Credits cover the cost. Check out to apply the credits and schedule the campaign.'}
      </SendBlocked>
    );
  }
  if (isSendable) {
    if (missingApproval === 'none') return children;
    return (
      <SendBlocked id={id} title="Waiting for approval">
        {describeMissingApproval(missingApproval)} You can request or give approval on the campaign’s page.
      </SendBlocked>
    );
  }
  return (
    <SendBlocked id={id} title="Nothing to send">
      This campaign is no longer a draft. It may already be scheduled or sent.
    </SendBlocked>
  );
}

interface SendBlockedProps {
  readonly id: number;
  readonly title: string;
  readonly linkToCheckout?: boolean;
  readonly children: ReactNode;
}

function SendBlocked({ id, title, linkToCheckout, children }: SendBlockedProps) {
  return (
    <Card className="py-12">
      <Message icon="clock" tone="amber" title={title} headingLevel={2}>
        <p>{children}</p>
        <PageLink
          href={`/campaigns/${id}${linkToCheckout ? '/checkout' : ''}`}
          className={buttonClass('primary', 'mt-5')}
        >
          {linkToCheckout ? 'Check out' : 'Go to campaign'}
        </PageLink>
      </Message>
    </Card>
  );
}
