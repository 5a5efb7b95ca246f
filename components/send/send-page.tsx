import { CampaignHeader } from '#components/campaign/campaign-header.tsx';
import { OrderMailpiece } from '#components/checkout/order-mailpiece.tsx';
import { PriceMessage } from '#components/checkout/price-message.tsx';
import type { FormAction } from '#components/forms/action-form.tsx';
import { FormMessage } from '#components/forms/form-message.tsx';
import { SendDayWarning } from '#components/send-time/send-day-warning.tsx';
import { timeFieldOptions } from '#components/send-time/time-field-options.ts';
import { Note } from '#components/ui/note.tsx';
import type { Campaign, Checkout } from '#lib/contract/resources.ts';
import { DEFAULT_SEND_MS } from '#lib/contract/service-limits.ts';
import type { CampaignOwner } from '#lib/data/names.ts';
import type { ApprovalRule } from '#lib/domain/approval-rule.ts';
import type { Attempt } from '#lib/domain/attempt.ts';
import { nextStep } from '#lib/domain/next-step.ts';
import { applicablePrice } from '#lib/domain/payment.ts';
import type { StaleReading } from '#lib/domain/stale-reading.ts';
import { campaignTitle } from '#lib/format/campaign.ts';
import { type DateSettings, formatClock } from '#lib/format/dates.ts';
import { AMOUNT_NAMES } from '#lib/format/money.ts';
import { DEFAULT_SEND_DELAY } from '#lib/format/send-limits.ts';
import { warnAboutSendDay } from '#lib/forms/send-days.ts';
import { AcceptedOrder } from './accepted-order.tsx';
import { InvoiceOrder } from './invoice-order.tsx';
import { SendForm } from './send-form.tsx';
import { SendGuard } from './send-guard.tsx';

interface SendPageProps {
  readonly campaign: Campaign;
  readonly name: string | undefined;
  readonly owner: CampaignOwner | undefined;
  readonly attempts: readonly Attempt[];
  /** Set if the mail service returned data from before a successful attempt. */
  readonly stale: StaleReading | undefined;
  /**
   * The checkout data, and the service's time when the data was read, in milliseconds since the epoch.
   * Undefined if the data couldn't be read.
   */
  readonly order: { readonly checkout: Checkout; readonly readAt: number } | undefined;
  /** True if campaigns are billed on the monthly invoice instead of being paid for at checkout. */
  readonly invoiced: boolean;
  /** The approvals that the campaign still needs before the member can send it. */
  readonly missingApproval: ApprovalRule;
  /** The member's email address. */
  readonly email: string;
  /** The time field's initial value, as a local time. Empty if none was chosen. */
  readonly at: string;
  readonly dateSettings: DateSettings;
  /** The mail service's current time, in milliseconds since the epoch. */
  readonly now: number;
  readonly actions: Readonly<Record<'send' | 'onInvoice', FormAction>>;
}

export function SendPage(props: SendPageProps) {
  const { campaign, name, owner, attempts, order, at, dateSettings, now, actions } = props;
  const { id } = campaign;
  const next = nextStep(campaign, order?.checkout, now, props.invoiced);
  const onInvoice = next.kind === 'send_on_invoice' && order;
  const title = `Send “${campaignTitle(id, name)}”${onInvoice ? ' on invoice' : ''}`;
  const warning = warnAboutSendDay(now + DEFAULT_SEND_MS, dateSettings);
  const nowText = (
    <>
      Production starts in {DEFAULT_SEND_DELAY}, and you can cancel until then.
      {warning !== undefined && <SendDayWarning text={warning} />}
    </>
  );
  return (
    <>
      <CampaignHeader id={id} name={name} owner={owner} title={title} />
      <SendGuard
        id={id}
        next={next}
        attempts={attempts}
        isStale={props.stale !== undefined}
        missingApproval={props.missingApproval}
      >
        {onInvoice ? (
          <SendForm
            campaignId={id}
            action={actions.onInvoice}
            options={timeFieldOptions(dateSettings, now, 'v2', at)}
            nowText={nowText}
            header={<AcceptedOrder order={<InvoiceOrder block={applicablePrice(order.checkout)} />} />}
            message={
              <PriceMessage
                outcome="Nothing was sent."
                retry="send the campaign again"
                amountNames={AMOUNT_NAMES}
              />
            }
            footer={
              <Note>
                You’re sending as <bdi className="font-semibold">{props.email}</bdi>. Notifications go to this
                email address. Price as of {formatClock(order.readAt, dateSettings)}. If the price changes,
                we’ll ask you to confirm the new price.
              </Note>
            }
          >
            <OrderMailpiece campaign={campaign} />
          </SendForm>
        ) : (
          <SendForm
            campaignId={id}
            action={actions.send}
            options={timeFieldOptions(dateSettings, now, 'v1', at)}
            nowText={nowText}
            message={<FormMessage />}
          >
            <OrderMailpiece campaign={campaign} />
          </SendForm>
        )}
      </SendGuard>
    </>
  );
}
