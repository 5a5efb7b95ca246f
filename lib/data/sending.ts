import 'server-only';
import type { Before } from '../attempts/attempt.ts';
import { dateProblem, notDraft, notPaid, notQueued, unknownStatus } from '../attempts/rules.ts';
import type { Campaign } from '../contract/resources.ts';
import { fail, type Outcome, ok } from '../outcome.ts';
import { campaignInPlace, ownedCampaign } from '../owners/owner-index.ts';
import { learnOwner } from '../owners/scoped.ts';
import { lastDone } from '../store/attempts.ts';
import { store } from '../store/open.ts';
import { call } from '../upstream/client.ts';
import { attemptAs } from './attempt-as.ts';
import { inputProblems } from './authorise.ts';

function before({ status, scheduled_at }: Campaign): Before {
  return { status: status ?? null, scheduledAt: scheduled_at ?? null };
}

/** Queues the mailpieces (4.3 send) of a campaign that is paid, without credits. `date` is ISO 8601 with its zone; left out, the service's 15 minutes. */
export async function sendCampaign(
  id: number,
  { date }: { readonly date?: string },
): Promise<Outcome<Campaign>> {
  const wrong = inputProblems('sendCampaign', { customer_id: 1, id, date });
  if (wrong) return fail({ kind: 'invalid', fields: wrong });
  return attemptAs('sendCampaign', id, null, () => async (_, deadline) => {
    const [owned, checkout] = await Promise.all([
      ownedCampaign(id, deadline),
      call('checkOutCampaign', { id }, { deadline, fresh: true }),
    ]);
    if (!owned.ok) return owned;
    const { customerId: customer_id, campaign } = owned.value;
    const draftOnly = notDraft(campaign);
    if (draftOnly) return fail(draftOnly);
    if (!checkout.ok) return fail(checkout.failure);
    const refusal = notPaid(checkout.value) ?? dateProblem(date);
    if (refusal) return fail(refusal);
    return ok({
      before: before(campaign),
      send: (until) => call('sendCampaign', { customer_id, id, date }, { deadline: until }),
      recover: (seen) => seen.campaign ?? undefined,
    });
  });
}

/** Stops the sending (cancel, 4.3 where the customer is known, else 4.4). The service decides whether the window is still open. */
export async function cancelCampaign(id: number): Promise<Outcome<Campaign>> {
  return attemptAs('cancelCampaign', id, null, () => async (_, deadline) => {
    const place = await campaignInPlace(id, deadline);
    if (!place.ok) return place;
    const { customerId: customer_id, campaign } = place.value;
    const refusal = notQueued(campaign);
    if (refusal) return fail(refusal);
    return ok({
      before: before(campaign),
      send: (until) =>
        customer_id === undefined
          ? call('cancelCampaign', { id }, { deadline: until })
          : call('cancelCustomerCampaign', { customer_id, id }, { deadline: until }),
      recover: (seen) => seen.campaign ?? undefined,
    });
  });
}

/** A second click comes a moment after the first; whoever wants a second copy takes longer. */
const SAME_COPY_MS = 5_000;

/** The value is the new draft. */
export async function cloneCampaign(id: number): Promise<Outcome<Campaign>> {
  return attemptAs('cloneCampaign', id, null, (member) => async (_, deadline) => {
    const last = await lastDone(await store(), id, 'cloneCampaign', SAME_COPY_MS);
    if (last?.memberId === member.id && last.result?.campaignId !== undefined) {
      const copy = await call('getCampaign', { id: last.result.campaignId }, { deadline, fresh: true });
      if (copy.ok) return ok({ already: copy.value });
    }
    const owned = await ownedCampaign(id, deadline);
    if (!owned.ok) return owned;
    const { customerId: customer_id, campaign } = owned.value;
    return ok({
      before: before(campaign),
      send: async (until) => {
        const copy = await call('cloneCampaign', { customer_id, id }, { deadline: until });
        if (copy.ok) await learnOwner(customer_id, [copy.value]);
        return copy;
      },
      result: (copy) => ({ campaignId: copy.id }),
      recover: () => undefined,
    });
  });
}

/** The value is the deleted campaign. */
export async function deleteCampaign(id: number): Promise<Outcome<Campaign>> {
  return attemptAs('deleteCampaign', id, null, () => async (_, deadline) => {
    const owned = await ownedCampaign(id, deadline);
    if (!owned.ok) return owned;
    const { customerId: customer_id, campaign } = owned.value;
    const refusal = unknownStatus(campaign);
    if (refusal) return fail(refusal);
    return ok({
      before: before(campaign),
      send: (until) => call('deleteCampaign', { customer_id, id }, { deadline: until }),
      recover: () => campaign,
    });
  });
}
