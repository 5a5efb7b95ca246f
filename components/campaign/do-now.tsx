import type { ReactNode } from 'react';
import type { Campaign } from '#lib/contract/resources.ts';
import { momentInFull } from '#lib/format/campaign.ts';
import { formatGivenDay, formatWithUtc } from '#lib/format/dates.ts';
import type { NextStep } from '#lib/format/next-step.ts';
import { buttonClass } from '../ui/button.ts';
import { Card } from '../ui/card.tsx';
import { PageLink } from '../ui/page-link.tsx';
import { Countdown } from './countdown.tsx';
import { DeedButton } from './deeds.tsx';

export interface DoNowProps {
  readonly campaign: Campaign;
  readonly next: NextStep;
  readonly zone: string;
  /** The service's clock, milliseconds. */
  readonly now: number;
  /** Whether the member may pay, send and cancel, and nothing stands in the way of it. */
  readonly mayAct: boolean;
}

/** What a campaign waits for, and the one thing to do about it. */
export function DoNow({ campaign, next, zone, now, mayAct }: DoNowProps) {
  const { id } = campaign;
  switch (next.kind) {
    case 'may_cancel':
      return (
        <Card title="Goes to production in">
          <Countdown until={next.until} now={now}>
            <p className="mt-1 text-muted">
              {formatWithUtc(next.until, zone)}
              <br />
              {mayAct ? 'You can cancel until then.' : 'It can be cancelled until then.'}
            </p>
            {mayAct && (
              <div className="mt-3.5">
                <DeedButton deed="cancel" campaignId={id} />
              </div>
            )}
          </Countdown>
        </Card>
      );
    case 'queued':
      return (
        <Card title="Waits for production">
          <Big>Due {momentInFull(campaign.scheduled_at, zone)}</Big>
          <p className="mt-1 text-muted">The time to cancel is over.</p>
        </Card>
      );
    case 'pay':
      return (
        <Card title="Left to pay">
          <p className="font-serif text-count font-[560] tabular-nums">{next.left}</p>
          <p className="mt-1 text-muted">It goes nowhere until it is paid and sent.</p>
          {mayAct && <Go href={`/campaigns/${id}/checkout`}>Check out</Go>}
        </Card>
      );
    case 'use_credits':
      return (
        <Card title="Left to pay">
          <Big>Nothing: credits cover it</Big>
          <p className="mt-1 text-muted">The customer’s credits are spent when it is sent.</p>
          {mayAct && <Go href={`/campaigns/${id}/checkout`}>Check out</Go>}
        </Card>
      );
    case 'send':
      return (
        <Card title="Paid, not sent yet">
          <p className="text-muted">Nothing is mailed until somebody says when.</p>
          {mayAct && <Go href={`/campaigns/${id}/send`}>Choose when it goes</Go>}
        </Card>
      );
    case 'draft':
      return (
        <Card title="Draft">
          <p className="text-muted">The service didn’t say what is left to pay. Checkout asks it again.</p>
          {mayAct && <Go href={`/campaigns/${id}/checkout`}>Check out</Go>}
        </Card>
      );
    case 'under_way':
      return (
        <Card title="Expected">
          <Big>{formatGivenDay(campaign.expected_delivery_date, zone, now)}</Big>
          <p className="mt-1 text-muted">It is on its way. There is nothing left to do here.</p>
        </Card>
      );
    case 'unknown_status':
      return (
        <Card title="Nothing to do here">
          <p className="text-muted">
            Mailroom doesn’t know this status, so it offers nothing that couldn’t be taken back.
          </p>
        </Card>
      );
  }
}

const Big = ({ children }: { children: ReactNode }) => (
  <p className="font-serif text-lg font-[560] tabular-nums">{children}</p>
);

const Go = ({ href, children }: { href: string; children: ReactNode }) => (
  <PageLink href={href} className={buttonClass('primary', 'mt-3.5 w-full py-2.75')}>
    {children}
  </PageLink>
);
