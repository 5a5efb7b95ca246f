import 'server-only';
import { type Call, type Prepare, perform } from '../attempts/perform.ts';
import { dateProblem, notDraft } from '../attempts/rules.ts';
import { priceOf } from '../attempts/verdict.ts';
import { seal } from '../auth/seals.ts';
import { DAY_MS, MINUTE_MS } from '../contract/limits.ts';
import type { Campaign, Checkout } from '../contract/resources.ts';
import { env } from '../env.ts';
import { fail, type Outcome, ok } from '../outcome.ts';
import { lastDone } from '../store/attempts.ts';
import { store } from '../store/open.ts';
import { type Answer, call } from '../upstream/client.ts';
import type { Deadline } from '../upstream/deadline.ts';
import { miss } from '../upstream/errors.ts';
import { safePayLink } from '../upstream/links.ts';
import { authorise, inputProblems } from './authorise.ts';

/** What the person saw and agreed to: the Order Total as the service formatted it, with or without the sender's copy. */
export interface Agreed {
  readonly sender_copy: boolean;
  readonly to_be_paid: string;
}

/** A link that was made is used again for so long, so that a second click makes no second payment to fall into. */
const SAME_LINK_MS = 10 * MINUTE_MS;
/** Links are passed on to whoever pays, who may take days. */
const RETURN_MS = 30 * DAY_MS;

interface Priced {
  readonly campaign: Campaign;
  readonly checkout: Checkout;
}

/** Campaign and checkout, read just now for a decision about money. */
async function readPriced(id: number, deadline: Deadline): Promise<Outcome<Priced>> {
  const options = { deadline, fresh: true };
  const [campaign, checkout] = await Promise.all([
    call('getCampaign', { id }, options),
    call('checkOutCampaign', { id }, options),
  ]);
  if (!campaign.ok) return fail(campaign.failure);
  if (!checkout.ok) return fail(checkout.failure);
  return ok({ campaign: campaign.value, checkout: checkout.value });
}

function beforePaying({ campaign, checkout }: Priced, senderCopy: boolean): Call<never>['before'] {
  const { already_paid, to_be_paid } = priceOf(checkout, senderCopy);
  return {
    status: campaign.status ?? null,
    scheduledAt: campaign.scheduled_at ?? null,
    alreadyPaid: already_paid,
    toBePaid: to_be_paid,
  };
}

/**
 * Starts paying by link (4.4 pay). Checkout is read again first: `price_changed` when its total is not the agreed one.
 * The pay operation takes no sender's copy: the campaign's own `send_copy_to_sender` counts, so `agreed` must be of that
 * block (`invalid`, field sender_copy, when it is not). `refused` with code nothing_to_pay when the total is zero.
 */
export async function startPayment(
  id: number,
  { agreed }: { readonly agreed: Agreed },
): Promise<Outcome<{ link: string }>> {
  const member = await authorise('payCampaign');
  if (!member.ok) return member;
  const db = await store();
  const prepare: Prepare<{ link: string }> = async (attempt, deadline) => {
    const priced = await readPriced(id, deadline);
    if (!priced.ok) return priced;
    const { campaign, checkout } = priced.value;
    const refusal = notDraft(campaign);
    if (refusal) return fail(refusal);
    if (agreed.sender_copy !== checkout.send_copy_to_sender) {
      const words = 'Paying by link goes by the campaign’s own setting for the sender’s copy.';
      return fail({ kind: 'invalid', fields: { sender_copy: words } });
    }
    const price = priceOf(checkout, agreed.sender_copy);
    if (price.to_be_paid !== agreed.to_be_paid) {
      return fail({ kind: 'price_changed', seen: agreed.to_be_paid, now: price.to_be_paid });
    }
    if (price.to_be_paid_amount === 0) return fail({ kind: 'refused', status: 409, code: 'nothing_to_pay' });
    const before = beforePaying(priced.value, agreed.sender_copy);
    const last = await lastDone(db, id, 'payCampaign', SAME_LINK_MS);
    const samePrice =
      last?.before?.toBePaid === before.toBePaid && last?.before?.alreadyPaid === before.alreadyPaid;
    if (last?.result?.link && samePrice) return ok({ already: { link: last.result.link } });
    const state = await seal('payment-return', { attempt, campaign: id }, RETURN_MS);
    const redirect_uri = `${env().origin}/pay/return?${new URLSearchParams({ state })}`;
    return ok({
      before,
      send: async (until) => checkLink(await call('payCampaign', { id, redirect_uri }, { deadline: until })),
      result: ({ link }) => ({ link }),
      recover: () => undefined,
    });
  };
  const { id: memberId, email: by } = member.value;
  return perform(
    db,
    { campaignId: id, operation: 'payCampaign', memberId, by, amount: agreed.to_be_paid },
    prepare,
  );
}

/** A link that leads anywhere else is not handed out; nobody has paid at it, so paying may be started again. */
function checkLink(answer: Answer<{ link: string }>): Answer<{ link: string }> {
  if (!answer.ok) return answer;
  const link = safePayLink(answer.value.link);
  return link === null ? miss({ kind: 'garbled' }, 'none') : { ok: true, value: { link } };
}

export interface PayAndSend {
  readonly agreed: Agreed;
  readonly send_copy_to_sender: boolean;
  /** ISO 8601 with its zone. */
  readonly date?: string;
  /** A card token: passed on once, never stored. */
  readonly source?: string;
  readonly email: string;
}

/** Pays and queues in one (4.4 pay_and_send). Checkout is read again first, as for startPayment. */
export async function payAndSend(id: number, input: PayAndSend): Promise<Outcome<Campaign>> {
  const member = await authorise('payAndSendCampaign');
  if (!member.ok) return member;
  const { agreed, ...form } = input;
  const wrong = inputProblems('payAndSendCampaign', { id, ...form });
  if (wrong) return fail({ kind: 'invalid', fields: wrong });
  const prepare: Prepare<Campaign> = async (_, deadline) => {
    const priced = await readPriced(id, deadline);
    if (!priced.ok) return priced;
    const refusal = notDraft(priced.value.campaign) ?? dateProblem(form.date);
    if (refusal) return fail(refusal);
    const now = priceOf(priced.value.checkout, form.send_copy_to_sender).to_be_paid;
    if (agreed.sender_copy !== form.send_copy_to_sender || now !== agreed.to_be_paid) {
      return fail({ kind: 'price_changed', seen: agreed.to_be_paid, now });
    }
    return ok({
      before: beforePaying(priced.value, form.send_copy_to_sender),
      send: (until) => call('payAndSendCampaign', { id, ...form }, { deadline: until }),
      recover: (seen) => seen.campaign ?? undefined,
    });
  };
  const { id: memberId, email: by } = member.value;
  return perform(
    await store(),
    { campaignId: id, operation: 'payAndSendCampaign', memberId, by, amount: agreed.to_be_paid },
    prepare,
  );
}
