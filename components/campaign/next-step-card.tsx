import { buttonClass } from '#components/ui/button.ts';
import { Card } from '#components/ui/card.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import type { Campaign } from '#lib/contract/resources.ts';
import type { NextStep } from '#lib/domain/next-step.ts';
import type { RescheduleOption } from '#lib/domain/reschedule.ts';
import { expectedDay, formatMomentInFull } from '#lib/format/campaign.ts';
import { TOO_LATE_TO_CANCEL } from '#lib/format/cancel.ts';
import { type DateSettings, formatWithUtc } from '#lib/format/dates.ts';
import { RESCHEDULE_PROBLEMS } from '#lib/format/reschedule.ts';
import { CampaignActionButton } from './campaign-actions.tsx';
import { Countdown } from './countdown.tsx';
import { CountdownTime } from './countdown-time.tsx';

interface NextStepCardProps {
  readonly campaign: Campaign;
  readonly next: NextStep;
  readonly dateSettings: DateSettings;
  /** The mail service's current time, in milliseconds since the epoch. */
  readonly now: number;
  /** True if the member can pay, send, and cancel. */
  readonly canAct: boolean;
  readonly canClone: boolean;
  /** True if an unfinished attempt blocks the next step. */
  readonly isBlocked: boolean;
  /** Whether and how a queued campaign can be rescheduled. */
  readonly rescheduling: RescheduleOption;
}

/**
 * Shows what the campaign is waiting for, and offers the next action. A draft with an unfinished attempt has
 * no card, because the draft might already have been paid for or sent.
 */
export function NextStepCard({ next, ...props }: NextStepCardProps) {
  const { campaign, dateSettings, now, canAct, canClone, isBlocked } = props;
  if (isBlocked && campaign.status === 'draft') return null;
  if (next.kind === 'may_cancel') return <CancellationWindow until={next.until} {...props} />;
  const { title, main, isAmount, text, link } = describeStep(next, campaign, dateSettings, now, canClone);
  return (
    <Card title={title}>
      {main !== undefined && (
        <p className={`font-serif font-semibold tabular-nums ${isAmount ? 'text-count' : 'text-lg'}`}>
          {main}
        </p>
      )}
      <p className={`text-muted ${main === undefined ? '' : 'mt-1'}`}>{text}</p>
      {canAct && link !== undefined && (
        <PageLink
          href={`/campaigns/${campaign.id}/${link.path}`}
          className={buttonClass('primary', 'mt-3.5 w-full py-2.75')}
        >
          {link.label}
        </PageLink>
      )}
      {canClone && next.kind === 'under_way' && (
        <div className="mt-3.5">
          <CampaignActionButton name="clone" campaignId={campaign.id} isMain />
        </div>
      )}
    </Card>
  );
}

function CancellationWindow({
  until,
  campaign,
  dateSettings,
  now,
  canAct,
  isBlocked,
  rescheduling,
}: Omit<NextStepCardProps, 'next'> & { until: number }) {
  return (
    <Card title="Production starts in">
      <Countdown
        until={until}
        now={now}
        time={<CountdownTime msLeft={until - now} />}
        message={`${TOO_LATE_TO_CANCEL}.`}
      >
        <p className="mt-1 text-muted">
          {formatWithUtc(until, dateSettings)}
          {!isBlocked && (
            <span className="block">
              {canAct
                ? 'You can cancel until production starts.'
                : 'The campaign can be canceled until production starts.'}
            </span>
          )}
        </p>
        {canAct && !isBlocked && (
          <div className="mt-3.5 grid gap-2">
            {rescheduling.kind === 'available' ? (
              <PageLink href={`/campaigns/${campaign.id}/reschedule`} className={buttonClass('plain')}>
                Reschedule
              </PageLink>
            ) : (
              <p className="text-sm text-muted">{RESCHEDULE_PROBLEMS[rescheduling.problem]}</p>
            )}
            <CampaignActionButton name="cancel" campaignId={campaign.id} />
          </div>
        )}
      </Countdown>
    </Card>
  );
}

interface StepDescription {
  readonly title: string;
  readonly main?: string;
  readonly isAmount?: true;
  readonly text: string;
  readonly link?: { readonly label: string; readonly path: 'checkout' | 'send' };
}

const CHECK_OUT = { label: 'Check out', path: 'checkout' } as const;

function describeStep(
  next: Exclude<NextStep, { kind: 'may_cancel' }>,
  campaign: Campaign,
  dateSettings: DateSettings,
  now: number,
  canClone: boolean,
): StepDescription {
  switch (next.kind) {
    case 'queued':
      return {
        title: 'Waiting for production',
        main: `Scheduled for ${formatMomentInFull(campaign.scheduled_at, dateSettings)}`,
        text: `${TOO_LATE_TO_CANCEL}.`,
      };
    case 'pay':
      return {
        title: 'Amount due',
        main: next.left,
        isAmount: true,
        text: 'This campaign won’t be mailed until you pay for it and schedule it.',
        link: CHECK_OUT,
      };
    case 'use_credits':
      return {
        title: 'Amount due',
        main: 'Covered by credits',
        text: 'Scheduling the campaign uses the customer’s credits.',
        link: CHECK_OUT,
      };
    case 'send_on_invoice':
      return {
        title: 'Not sent yet',
        main: next.billed,
        isAmount: true,
        text: 'You’ll be billed on the monthly invoice after you send the campaign.',
        link: { label: 'Send on invoice', path: 'send' },
      };
    case 'send':
      return {
        title: 'Paid, not sent yet',
        text: 'Choose when to send the campaign.',
        link: { label: 'Choose send date', path: 'send' },
      };
    case 'draft':
      return {
        title: 'Draft',
        text: 'The mail service didn’t return a price. Open checkout to request the price again.',
        link: CHECK_OUT,
      };
    case 'under_way':
      return {
        title: campaign.status === 'mailed' ? 'Mailed' : 'On its way',
        text: `${deliverySentence(campaign, dateSettings, now)}${canClone ? 'To mail this campaign again, make a copy.' : 'No action needed.'}`,
      };
    case 'unknown_status':
      return {
        title: 'Unknown status',
        text: 'Irreversible actions are disabled.',
      };
  }
}

function deliverySentence(campaign: Campaign, dateSettings: DateSettings, now: number): string {
  const day = expectedDay(campaign, dateSettings, now);
  if (day === undefined) return '';
  return `Delivery ${day.startsWith('was') ? day : `is ${day}`}. `;
}
