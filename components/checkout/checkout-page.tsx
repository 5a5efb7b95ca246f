import { CampaignHeader } from '#components/campaign/campaign-header.tsx';
import type { FormAction } from '#components/forms/action-form.tsx';
import { timeFieldOptions } from '#components/send-time/time-field-options.ts';
import { buttonClass } from '#components/ui/button.ts';
import { Note } from '#components/ui/note.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import type { Campaign, Checkout } from '#lib/contract/resources.ts';
import type { CardEntry } from '#lib/data/card-entry.ts';
import type { CampaignOwner } from '#lib/data/names.ts';
import type { ScheduledRun } from '#lib/data/payment-run-views.ts';
import type { ApprovalRule } from '#lib/domain/approval-rule.ts';
import type { Attempt } from '#lib/domain/attempt.ts';
import type { StaleReading } from '#lib/domain/stale-reading.ts';
import { campaignTitle } from '#lib/format/campaign.ts';
import { type DateSettings, formatClock, formatWithUtc } from '#lib/format/dates.ts';
import { AMOUNT_NAMES, unitPrice } from '#lib/format/money.ts';
import { DEFAULT_SEND_DELAY } from '#lib/format/send-limits.ts';
import { BlockedPayment } from './blocked-payment.tsx';
import { CardFormMissing } from './card-form-unavailable.tsx';
import { CheckoutForm } from './checkout-form.tsx';
import { CheckoutGuard } from './checkout-guard.tsx';
import { OrderThumbnail } from './order-mailpiece.tsx';
import { renderVariants } from './order-variant.tsx';
import { PaymentMethods } from './payment-methods.tsx';
import { PriceMessage } from './price-message.tsx';

import { CARD_FORM_UNAVAILABLE } from './refuse-card.ts';
import { SavedSenderCopy, SenderCopyLabel } from './sender-copy-text.tsx';

interface CheckoutPageProps {
  readonly campaign: Campaign;
  readonly name: string | undefined;
  readonly owner: CampaignOwner | undefined;
  readonly attempts: readonly Attempt[];
  /** Set if the mail service returned data from before a successful attempt. */
  readonly stale: StaleReading | undefined;
  readonly checkout: Checkout;
  /** The service's time when the checkout data was read, in milliseconds since the epoch. */
  readonly readAt: number;
  /** The sender's copy setting in the URL, or undefined if the URL doesn't include the setting. */
  readonly senderCopy: boolean | undefined;
  /** The approvals that the campaign still needs before the member can pay. */
  readonly missingApproval: ApprovalRule;
  /** The time field's initial value, as a local time. Empty if no time was chosen. */
  readonly at: string;
  /**
   * The payment run that will schedule the draft once someone pays through a payment link. Undefined if no
   * run does.
   */
  readonly scheduledRun: ScheduledRun | undefined;
  readonly dateSettings: DateSettings;
  /** How members can pay by card. Undefined if they can't. */
  readonly cardEntry: CardEntry | undefined;
  readonly sandbox: boolean;
  /** The email address that the invoice form suggests. */
  readonly email: string;
  readonly action: FormAction;
}

export function CheckoutPage(props: CheckoutPageProps) {
  const { campaign, name, owner, attempts, checkout } = props;
  const { id } = campaign;
  return (
    <>
      <CampaignHeader id={id} name={name} owner={owner} title={`Check out “${campaignTitle(id, name)}”`} />
      <CheckoutGuard
        campaign={campaign}
        checkout={checkout}
        attempts={attempts}
        isStale={props.stale !== undefined}
        missingApproval={props.missingApproval}
      >
        <Order {...props} />
      </CheckoutGuard>
    </>
  );
}

/** The checkout form, and the content that works without a script. */
function Order(props: CheckoutPageProps) {
  const { campaign, checkout, readAt, dateSettings, cardEntry, senderCopy } = props;
  const copyCost = describeCopyCost(checkout);
  const orders = renderVariants(campaign, checkout, copyCost);
  const savedCopy = checkout.send_copy_to_sender;
  return (
    <CheckoutForm
      campaignId={campaign.id}
      orders={orders}
      savedCopy={savedCopy}
      initialCopy={senderCopy ?? savedCopy}
      action={props.action}
      cardEntry={cardEntry}
      sandbox={props.sandbox}
      email={props.email}
      timeOptions={timeFieldOptions(
        dateSettings,
        readAt,
        'v1',
        props.at,
        senderCopy === undefined ? {} : { sender_copy: senderCopy ? 'yes' : 'no' },
      )}
      content={{
        thumbnail: <OrderThumbnail campaign={campaign} />,
        methods: (
          <PaymentMethods
            cardEntry={cardEntry}
            runNote={
              props.scheduledRun && <RunNote scheduledRun={props.scheduledRun} dateSettings={dateSettings} />
            }
          />
        ),
        credits: (
          <>
            <p className="mb-3 text-muted">
              Production starts in {DEFAULT_SEND_DELAY} unless you choose a date.
            </p>
            <input type="hidden" name="payment_method" value="credits" />
          </>
        ),
        copyLabel: <SenderCopyLabel cost={copyCost} />,
        savedCopy: <SavedSenderCopy isIncluded={savedCopy} />,
        cardFormMissing: { note: <CardFormMissing />, problem: CARD_FORM_UNAVAILABLE },
        sendLink: (
          <PageLink href={`/campaigns/${campaign.id}/send`} className={buttonClass('primary', 'py-2.75')}>
            Choose send date
          </PageLink>
        ),
        blockedPayment: <BlockedPayment orders={orders} savedCopy={savedCopy} cardEntry={cardEntry} />,
        message: <PriceMessage outcome="No payment was made." retry="try again" amountNames={AMOUNT_NAMES} />,
        priceNote: (
          <Note>
            Price as of {formatClock(readAt, dateSettings)}. If the price changes before you pay, we’ll ask
            you to confirm the new price.
          </Note>
        ),
      }}
    />
  );
}

function describeCopyCost({ with_sender }: Checkout): string {
  const unit = unitPrice(with_sender.price_calculation);
  return unit === undefined ? `new total ${with_sender.to_be_paid}` : `+ ${unit}`;
}

interface RunNoteProps {
  readonly scheduledRun: ScheduledRun;
  readonly dateSettings: DateSettings;
}

function RunNote({ scheduledRun: { runId, sendAt }, dateSettings }: RunNoteProps) {
  return (
    <Note tone="amber">
      <PageLink href={`/payment-runs/${runId}`} className="underline underline-offset-3">
        Payment run #{runId}
      </PageLink>{' '}
      schedules this campaign for {formatWithUtc(sendAt, dateSettings)} as soon as you pay on the payment
      page. To choose another date, skip the campaign in the run first.
    </Note>
  );
}
