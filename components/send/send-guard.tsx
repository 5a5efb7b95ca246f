import type { ReactNode } from 'react';
import { hasBlockingAttempt } from '#components/campaign/attempt-notes.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { Card } from '#components/ui/card.tsx';
import { Message } from '#components/ui/message.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import type { Attempt } from '#lib/domain/attempt.ts';
import type { NextStep } from '#lib/domain/next-step.ts';

interface SendGuardProps {
  readonly id: number;
  readonly next: NextStep;
  readonly attempts: readonly Attempt[];
  /** Whether the team wants a guest's approval first, and there is none. */
  readonly waitsForApproval: boolean;
  /** The form, for a campaign that can be sent. */
  readonly children: ReactNode;
}

const SENDABLE: ReadonlySet<NextStep['kind']> = new Set(['send', 'send_on_invoice', 'draft']);

/** Lets a campaign be sent, or says what has to come first. A draft whose payment isn't known may be tried. */
export function SendGuard({ id, next, attempts, waitsForApproval, children }: SendGuardProps) {
  const pending = hasBlockingAttempt(attempts);
  if (pending) {
    return (
      <SendBlocked id={id} title="Another action is in progress">
        Wait until it finishes, or check the campaign for its outcome.
      </SendBlocked>
    );
  }
  if (next.kind === 'pay' || next.kind === 'use_credits') {
    return (
      <SendBlocked id={id} title="Pay for this campaign first" checkout>
        {next.kind === 'pay'
          ? `${next.left} is left to pay.`
          : 'Credits cover it. Checkout uses them and schedules the campaign.'}
      </SendBlocked>
    );
  }
  if (SENDABLE.has(next.kind)) {
    if (!waitsForApproval) return children;
    return (
      <SendBlocked id={id} title="Waiting for approval">
        Campaigns can’t be sent until a guest approves the proof. Go to the campaign to request approval.
      </SendBlocked>
    );
  }
  return (
    <SendBlocked id={id} title="Nothing to send">
      This campaign has already been sent or is no longer a draft.
    </SendBlocked>
  );
}

interface SendBlockedProps {
  readonly id: number;
  readonly title: string;
  readonly checkout?: boolean;
  readonly children: ReactNode;
}

function SendBlocked({ id, title, checkout, children }: SendBlockedProps) {
  return (
    <Card className="py-12">
      <Message icon="clock" tone="amber" title={title} level={2}>
        <p>{children}</p>
        <PageLink
          href={`/campaigns/${id}${checkout ? '/checkout' : ''}`}
          className={buttonClass('primary', 'mt-5')}
        >
          {checkout ? 'Check out' : 'Go to campaign'}
        </PageLink>
      </Message>
    </Card>
  );
}
