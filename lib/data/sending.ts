import 'server-only';
import type { Prepare } from '#lib/attempts/perform.ts';
import { refuseSendDate } from '#lib/attempts/send-date.ts';
import type { Campaign } from '#lib/contract/resources.ts';
import type { CampaignSnapshot } from '#lib/domain/attempt.ts';
import { fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import {
  refuseUnknownStatus,
  refuseUnlessDraft,
  refuseUnlessPaid,
  refuseUnlessQueued,
} from '#lib/domain/preconditions.ts';
import { campaignAt, campaignInPlace, findOwnedCampaign } from '#lib/owners/owner-index.ts';
import { forgetOwner, recordOwner, type OwnedCampaign, readScopedCampaign } from '#lib/owners/scoped-call.ts';
import { findRecentSuccess } from '#lib/store/attempts.ts';
import { store } from '#lib/store/open.ts';
import { readFromService } from '#lib/upstream/client.ts';
import type { Deadline } from '#lib/upstream/deadline.ts';
import { findInputProblems } from './authorize.ts';
import { performMemberAttempt } from './member-attempt.ts';

function before({ status, scheduled_at }: Campaign): CampaignSnapshot {
  return { status: status ?? null, scheduledAt: scheduled_at ?? null };
}

/** Under the customer's path where somebody says whose it is, else under its owner's. */
const owned = (id: number, customerId: number | undefined, deadline: Deadline): Promise<Outcome<OwnedCampaign>> =>
  customerId === undefined ? findOwnedCampaign(id, deadline) : readScopedCampaign(customerId, id, deadline);

/**
 * Queues the mailpieces (4.3 send) of a campaign that is paid, without credits.
 * @param input `date` is ISO 8601 with its zone; left out, the service's 15 minutes
 * @param customerId whose it is said to be, here and below: `missing` when it isn't theirs. Left out, it is looked for.
 */
export async function sendCampaign(
  id: number,
  { date }: { readonly date?: string | undefined },
  customerId?: number,
): Promise<Outcome<Campaign>> {
  const wrong = findInputProblems('sendCampaign', { customer_id: 1, id, date });
  if (wrong) return fail({ kind: 'invalid', fields: wrong });
  return performMemberAttempt('sendCampaign', id, {}, () => async (_, deadline) => {
    const [place, checkout] = await Promise.all([
      owned(id, customerId, deadline),
      readFromService('checkOutCampaign', { id }, { deadline, fresh: true }),
    ]);
    if (!place.ok) return place;
    const { customerId: customer_id, campaign } = place.value;
    const draftOnly = refuseUnlessDraft(campaign);
    if (draftOnly) return fail(draftOnly);
    if (!checkout.ok) return fail(checkout.failure);
    const refusal = refuseUnlessPaid(checkout.value) ?? refuseSendDate(date);
    if (refusal) return fail(refusal);
    return ok({
      before: before(campaign),
      send: (until) => readFromService('sendCampaign', { customer_id, id, date }, { deadline: until }),
      recover: (seen) => seen.campaign ?? undefined,
    });
  });
}

/**
 * Stops the sending (cancel, 4.3 where the customer is known, else 4.4). The service decides whether the window is still
 * open.
 */
export const cancelCampaign = (
  id: number,
  said: { readonly reason?: string | undefined } = {},
): Promise<Outcome<Campaign>> => cancel('cancelCampaign', id, said, campaignInPlace);

/** Stops it with 4.4's operation, or 4.3's where a customer is given, whatever is known of whose it is. */
export const cancelCampaignAt = (id: number, customerId?: number): Promise<Outcome<Campaign>> =>
  cancel(customerId === undefined ? 'cancelCampaign' : 'cancelCustomerCampaign', id, {}, (_, deadline) =>
    campaignAt(customerId, id, deadline),
  );

function cancel(
  needs: 'cancelCampaign' | 'cancelCustomerCampaign',
  id: number,
  said: { readonly reason?: string | undefined },
  readPlace: typeof campaignInPlace,
): Promise<Outcome<Campaign>> {
  const prepare: Prepare<Campaign> = async (_, deadline) => {
    const place = await readPlace(id, deadline);
    if (!place.ok) return place;
    const { customerId: customer_id, campaign } = place.value;
    const refusal = refuseUnlessQueued(campaign);
    if (refusal) return fail(refusal);
    return ok({
      before: before(campaign),
      send: (until) =>
        customer_id === undefined
          ? readFromService('cancelCampaign', { id }, { deadline: until })
          : readFromService('cancelCustomerCampaign', { customer_id, id }, { deadline: until }),
      recover: (seen) => seen.campaign ?? undefined,
    });
  };
  return performMemberAttempt('cancelCampaign', id, said, () => prepare, needs);
}

/** A second click comes a moment after the first; whoever wants a second copy takes longer. */
const SAME_COPY_MS = 5_000;

/** The value is the new draft. */
export async function cloneCampaign(id: number, customerId?: number): Promise<Outcome<Campaign>> {
  return performMemberAttempt('cloneCampaign', id, {}, (member) => async (_, deadline) => {
    const place = await owned(id, customerId, deadline);
    if (!place.ok) return place;
    const { customerId: customer_id, campaign } = place.value;
    const last = await findRecentSuccess(await store(), id, 'cloneCampaign', SAME_COPY_MS);
    if (last?.memberId === member.id && last.result?.campaignId !== undefined) {
      const copy = await readFromService('getCampaign', { id: last.result.campaignId }, { deadline, fresh: true });
      if (copy.ok) return ok({ already: copy.value });
    }
    return ok({
      before: before(campaign),
      send: async (until) => {
        const copy = await readFromService('cloneCampaign', { customer_id, id }, { deadline: until });
        if (copy.ok) await recordOwner(customer_id, [copy.value]);
        return copy;
      },
      result: (copy) => ({ campaignId: copy.id }),
      recover: () => undefined,
    });
  });
}

/** The value is the deleted campaign. */
export async function deleteCampaign(id: number, customerId?: number): Promise<Outcome<Campaign>> {
  return performMemberAttempt('deleteCampaign', id, {}, () => async (_, deadline) => {
    const place = await owned(id, customerId, deadline);
    if (!place.ok) return place;
    const { customerId: customer_id, campaign } = place.value;
    const refusal = refuseUnknownStatus(campaign);
    if (refusal) return fail(refusal);
    return ok({
      before: before(campaign),
      send: async (until) => {
        const deleted = await readFromService('deleteCampaign', { customer_id, id }, { deadline: until });
        if (deleted.ok) await forgetOwner(id);
        return deleted;
      },
      recover: () => campaign,
    });
  });
}
