/** Sends, cancels, clones, and deletes campaigns. Each action is an attempt. */
import 'server-only';
import { describeOrder } from '#lib/attempts/agreement.ts';
import { type OwnedOrder, readOwnedOrder } from '#lib/attempts/owned-order.ts';
import { confirmLinkPayment } from '#lib/attempts/payments.ts';
import { refuseSendDate } from '#lib/attempts/send-date.ts';
import type { Campaign, Checkout } from '#lib/contract/resources.ts';
import { snapshotCampaign } from '#lib/domain/attempt.ts';
import type { CampaignReading } from '#lib/domain/attempt-resolution.ts';
import { type AgreedOrder, findMismatch } from '#lib/domain/mismatch.ts';
import { type Failure, fail, type Outcome } from '#lib/domain/outcome.ts';
import { applicablePrice } from '#lib/domain/payment.ts';
import type { Permission } from '#lib/domain/permissions.ts';
import {
  type ReviewedOrder,
  refuseIfChangedSinceReview,
  refuseUnknownStatus,
  refuseUnlessCancelable,
  refuseUnlessDraft,
  refuseUnlessPaid,
} from '#lib/domain/preconditions.ts';
import { type CampaignPath, findOwnedCampaign, readCampaignAt } from '#lib/index/owners.ts';
import { recordOwner } from '#lib/index/scoped-read.ts';
import { findRecentSuccess } from '#lib/store/attempt-queries.ts';
import { store } from '#lib/store/open.ts';
import { readFromService, sendToService } from '#lib/upstream/client.ts';
import { refuseInvalidInput } from './authorize.ts';
import { performMemberAttempt } from './member-attempt.ts';

const snapshot = ({ campaign }: { readonly campaign: Campaign }) => snapshotCampaign(campaign);
const campaignOf = ({ campaign }: CampaignReading) => campaign ?? undefined;

const orderSnapshot = ({ campaign, checkout }: OwnedOrder) =>
  snapshotCampaign(campaign, checkout.ok ? applicablePrice(checkout.value) : undefined);

interface Sending {
  /** ISO 8601 with a time zone. If omitted, the service sends the campaign in 15 minutes. */
  readonly date?: string | undefined;
  /** The order that the member reviewed. If the campaign has changed since then, nothing is sent. */
  readonly reviewed?: ReviewedOrder | undefined;
  /**
   * The order that the member paid for. If the price or the recipients have changed since then, the call fails with
   * `refused` and the code `order_changed`.
   */
  readonly agreed?: AgreedOrder | undefined;
}

/**
 * Queues a paid campaign's mailpieces (4.3 send). Credits don't count as payment.
 * @param customerId the customer from the request, if any. If the campaign doesn't belong to this customer,
 * the call fails with `missing`. If omitted, the owner is looked up.
 */
export async function sendCampaign(
  id: number,
  { date, reviewed, agreed }: Sending,
  customerId?: number,
): Promise<Outcome<Campaign>> {
  const invalid = refuseInvalidInput('sendCampaign', { customer_id: 1, id, date });
  if (invalid) return fail(invalid);
  return performMemberAttempt({
    operation: 'sendCampaign',
    campaignId: id,
    read: ({ deadline }) => readOwnedOrder(id, deadline, customerId),
    before: orderSnapshot,
    order: ({ campaign, checkout }) => ({
      campaign,
      checkout: checkout.ok ? checkout.value : undefined,
      sendDate: date,
    }),
    refuse: ({ campaign, checkout }) =>
      refuseUnlessDraft(campaign) ??
      (checkout.ok
        ? (refuseUnlessPaid(checkout.value) ?? refuseChangedOrder(agreed, campaign, checkout.value))
        : checkout.failure) ??
      refuseIfChangedSinceReview(campaign, checkout.ok ? checkout.value : undefined, reviewed) ??
      refuseSendDate(date),
    call: ({ customerId: customer_id }, { deadline }) =>
      sendToService('sendCampaign', { customer_id, id, date }, { deadline }),
    campaign: (campaign) => campaign,
    recover: campaignOf,
  });
}

function refuseChangedOrder(
  agreed: AgreedOrder | undefined,
  campaign: Campaign,
  checkout: Checkout,
): Failure | null {
  if (!agreed) return null;
  const { price, recipients, addresses } = describeOrder({ campaign, checkout }, null);
  return findMismatch(agreed, { price, recipients, addresses })
    ? { kind: 'refused', status: 409, code: 'order_changed' }
    : null;
}

interface Cancellation {
  /** The member's reason for canceling, if the member entered one. */
  readonly reason?: string | undefined;
  /** The order that the member reviewed. If the campaign has changed since then, it isn't canceled. */
  readonly reviewed?: ReviewedOrder | undefined;
  /** The path of the campaign in the call to the service. By default, the campaign index determines the path. */
  readonly path?: CampaignPath;
}

/** Cancels a queued campaign (4.3 or 4.4). The service decides whether the cancellation window is still open. */
export function cancelCampaign(
  id: number,
  { reason, reviewed, path = 'indexed' }: Cancellation = {},
): Promise<Outcome<Campaign>> {
  return performMemberAttempt({
    operation: 'cancelCampaign',
    campaignId: id,
    permission: typeof path === 'object' ? 'cancelCustomerCampaign' : 'cancelCampaign',
    reason,
    read: ({ deadline }) => readCampaignAt(id, path, deadline),
    before: snapshot,
    refuse: ({ campaign }) =>
      refuseUnlessCancelable(campaign) ?? refuseIfChangedSinceReview(campaign, undefined, reviewed),
    call: ({ customerId: customer_id }, { deadline }) =>
      customer_id === undefined
        ? sendToService('cancelCampaign', { id }, { deadline })
        : sendToService('cancelCustomerCampaign', { customer_id, id }, { deadline }),
    campaign: (campaign) => campaign,
    recover: campaignOf,
  });
}

/** If "Make a copy" is clicked again within this time, the first copy is returned. */
const SAME_COPY_MS = 5_000;

/** Copies a campaign (4.3 clone). Returns the new draft. */
export async function cloneCampaign(id: number, customerId?: number): Promise<Outcome<Campaign>> {
  return performMemberAttempt({
    operation: 'cloneCampaign',
    campaignId: id,
    read: ({ deadline }) => findOwnedCampaign(id, deadline, customerId),
    before: snapshot,
    reuse: async (_, { attempt, deadline }) => {
      const last = await findRecentSuccess(await store(), id, 'cloneCampaign', SAME_COPY_MS);
      const copyId = last?.memberId === attempt.memberId ? last.result?.campaignId : undefined;
      if (copyId === undefined) return undefined;
      const copy = await readFromService('getCampaign', { id: copyId }, { deadline, fresh: true });
      if (copy.ok) return copy;
      // A copy was already made, so don't make another, even if the service doesn't return the copy yet.
      return fail(
        copy.failure.kind === 'missing' ? { kind: 'stale', operation: 'cloneCampaign' } : copy.failure,
      );
    },
    call: async ({ customerId: customer_id }, { deadline }) => {
      const copy = await sendToService('cloneCampaign', { customer_id, id }, { deadline });
      if (copy.ok) await recordOwner(customer_id, [copy.value]);
      return copy;
    },
    result: (copy) => ({ campaignId: copy.id }),
    recover: () => undefined,
  });
}

/** Additional conditions for deleting a campaign. */
export interface DeletionRules {
  /** The order that the member reviewed. If the campaign has changed since then, it isn't deleted. */
  readonly reviewed?: ReviewedOrder | undefined;
  /** The permission that the member needs. Defaults to `deleteCampaign`. */
  readonly permission?: Permission;
  /** Returns a failure if the campaign must not be deleted. `attemptId` is the id of the deletion's attempt. */
  readonly refuse?: (order: OwnedOrder, attemptId: string) => Promise<Failure | null>;
}

/**
 * Deletes a campaign (4.3 delete). Returns the deleted campaign. Also reads checkout and records how much had
 * been paid, because checkout can't be read after the deletion. If checkout can't be read, deletes the
 * campaign anyway.
 * @param rules additional conditions
 */
export async function deleteCampaign(
  id: number,
  customerId?: number,
  { reviewed, permission = 'deleteCampaign', refuse = async () => null }: DeletionRules = {},
): Promise<Outcome<Campaign>> {
  return performMemberAttempt({
    operation: 'deleteCampaign',
    campaignId: id,
    permission,
    read: async ({ attempt, deadline }) => {
      const order = await readOwnedOrder(id, deadline, customerId);
      const refusal = order.ok ? await refuse(order.value, attempt.id) : null;
      if (refusal) return fail(refusal);
      // Record a completed payment by link now, because it would count as abandoned after the deletion.
      if (order.ok && order.value.checkout.ok)
        await confirmLinkPayment(await store(), id, order.value.checkout.value);
      return order;
    },
    before: orderSnapshot,
    refuse: ({ campaign, checkout }) =>
      refuseUnknownStatus(campaign) ??
      refuseIfChangedSinceReview(campaign, checkout.ok ? checkout.value : undefined, reviewed),
    call: ({ customerId: customer_id }, { deadline }) =>
      sendToService('deleteCampaign', { customer_id, id }, { deadline }),
    campaign: (campaign) => campaign,
    recover: (_, { campaign }) => campaign,
  });
}
