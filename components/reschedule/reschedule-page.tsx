import { CampaignHeader } from '#components/campaign/campaign-header.tsx';
import { OrderMailpiece } from '#components/checkout/order-mailpiece.tsx';
import type { FormAction } from '#components/forms/action-form.tsx';
import { timeFieldOptions } from '#components/send-time/time-field-options.ts';
import { buttonClass } from '#components/ui/button.ts';
import { Card } from '#components/ui/card.tsx';
import { Message } from '#components/ui/message.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import type { Campaign, Checkout } from '#lib/contract/resources.ts';
import type { CampaignOwner } from '#lib/data/names.ts';
import type { ApprovalRule } from '#lib/domain/approval-rule.ts';
import { type Attempt, isFormBlocked } from '#lib/domain/attempt.ts';
import { cancelableUntil } from '#lib/domain/cancellation-window.ts';
import { applicablePrice, billedOnInvoice } from '#lib/domain/payment.ts';
import { chooseResend } from '#lib/domain/reschedule.ts';
import type { StaleReading } from '#lib/domain/stale-reading.ts';
import { describeMissingApproval } from '#lib/format/approval.ts';
import { campaignTitle } from '#lib/format/campaign.ts';
import { TOO_LATE_TO_CANCEL } from '#lib/format/cancel.ts';
import { type DateSettings, formatWithUtc } from '#lib/format/dates.ts';
import { RESCHEDULE_PROBLEMS } from '#lib/format/reschedule.ts';
import { RescheduleForm } from './reschedule-form.tsx';

interface ReschedulePageProps {
  readonly campaign: Campaign;
  readonly name: string | undefined;
  readonly owner: CampaignOwner | undefined;
  readonly attempts: readonly Attempt[];
  /** Set if the mail service returned data from before a successful attempt. */
  readonly stale: StaleReading | undefined;
  /** The campaign's checkout, or undefined if the service didn't return a checkout. */
  readonly checkout: Checkout | undefined;
  /** True if the service bills this consumer monthly. */
  readonly invoiced: boolean;
  /** The approvals that the campaign still needs before the member can send it. */
  readonly missingApproval: ApprovalRule;
  /** The time field's initial value, as a local time. Empty if none was chosen. */
  readonly at: string;
  readonly dateSettings: DateSettings;
  /** The mail service's current time, in milliseconds since the epoch. */
  readonly now: number;
  readonly action: FormAction;
}

export function ReschedulePage(props: ReschedulePageProps) {
  const { campaign, name, owner, checkout, dateSettings, now } = props;
  const { id } = campaign;
  const problem = describeProblem(props);
  const until = cancelableUntil(campaign, now);
  const option = chooseResend(checkout, props.attempts, props.invoiced);
  const block = checkout && applicablePrice(checkout);
  return (
    <>
      <CampaignHeader id={id} name={name} owner={owner} title={`Reschedule “${campaignTitle(id, name)}”`} />
      {problem !== undefined || until === undefined || option.kind === 'unavailable' || !block ? (
        <NotReschedulable id={id}>{problem}</NotReschedulable>
      ) : (
        <RescheduleForm
          campaignId={id}
          action={props.action}
          current={formatWithUtc(until, dateSettings)}
          options={timeFieldOptions(
            dateSettings,
            now,
            option.resend === 'sendCampaign' ? 'v1' : 'v2',
            props.at,
          )}
          billed={
            option.resend === 'sendCampaign'
              ? undefined
              : {
                  price: block.price,
                  already_paid: block.already_paid,
                  total: billedOnInvoice(block),
                }
          }
        >
          <OrderMailpiece campaign={campaign} />
        </RescheduleForm>
      )}
    </>
  );
}

/** Returns why the campaign can't be rescheduled, or undefined if it can. */
function describeProblem({
  campaign,
  attempts,
  stale,
  checkout,
  invoiced,
  missingApproval,
  now,
}: ReschedulePageProps): string | undefined {
  // Between the two calls of a reschedule, the campaign is a draft.
  const isDraft = campaign.status === 'draft';
  if (isFormBlocked(attempts, !isDraft))
    return 'Another action is in progress. Wait for the action to finish, or check the campaign’s status.';
  if (stale) return 'The mail service hasn’t caught up with the last action yet. Try again in a moment.';
  if (isDraft) return 'This campaign isn’t scheduled.';
  if (cancelableUntil(campaign, now) === undefined) return `${TOO_LATE_TO_CANCEL}.`;
  const option = chooseResend(checkout, attempts, invoiced);
  if (option.kind === 'unavailable') return RESCHEDULE_PROBLEMS[option.problem];
  return missingApproval === 'none' ? undefined : describeMissingApproval(missingApproval);
}

function NotReschedulable({ id, children }: { id: number; children: string | undefined }) {
  return (
    <Card className="py-12">
      <Message icon="clock" tone="amber" title="Can’t be rescheduled" headingLevel={2}>
        <p>{children}</p>
        <PageLink href={`/campaigns/${id}`} className={buttonClass('primary', 'mt-5')}>
          Go to campaign
        </PageLink>
      </Message>
    </Card>
  );
}
