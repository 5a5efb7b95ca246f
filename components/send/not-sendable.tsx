import type { ReactNode } from 'react';
import { isBusy } from '#components/campaign/attempt-notes.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { Card } from '#components/ui/card.tsx';
import { Message } from '#components/ui/message.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import type { Attempt } from '#lib/domain/attempt.ts';
import type { NextStep } from '#lib/domain/next-step.ts';

interface NotNowProps {
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
export function NotSendable({ id, next, attempts, waitsForApproval, children }: NotNowProps) {
  const pending = isBusy(attempts);
  if (pending) {
    return (
      <Stop id={id} title="Something is under way">
        What was begun before has to be settled first. The campaign’s page tells how it stands.
      </Stop>
    );
  }
  if (next.kind === 'pay' || next.kind === 'use_credits') {
    return (
      <Stop id={id} title="It has to be paid first" checkout>
        {next.kind === 'pay'
          ? `${next.left} is left to pay.`
          : 'Credits cover it; checkout spends them and sends it.'}
      </Stop>
    );
  }
  if (SENDABLE.has(next.kind)) {
    if (!waitsForApproval) return children;
    return (
      <Stop id={id} title="Waiting for an approval">
        Your team sends nothing that no guest has approved. The campaign’s page lets you ask for one.
      </Stop>
    );
  }
  return (
    <Stop id={id} title="There is nothing to send">
      This campaign has already been sent or is no longer a draft.
    </Stop>
  );
}

interface StopProps {
  readonly id: number;
  readonly title: string;
  readonly checkout?: boolean;
  readonly children: ReactNode;
}

function Stop({ id, title, checkout, children }: StopProps) {
  return (
    <Card className="py-12">
      <Message icon="clock" tone="amber" title={title} level={2}>
        <p>{children}</p>
        <PageLink
          href={`/campaigns/${id}${checkout ? '/checkout' : ''}`}
          className={buttonClass('primary', 'mt-5')}
        >
          {checkout ? 'Check out' : 'Go to the campaign'}
        </PageLink>
      </Message>
    </Card>
  );
}
