/** Tests that no route can pay for or send a campaign without a guest's approval if the team requires one. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { payAction } from '#app/(console)/campaigns/[id]/checkout/actions.ts';
import { sendAction, sendOnInvoiceAction } from '#app/(console)/campaigns/[id]/send/actions.ts';
import { saveApprovalRule } from '#lib/data/approval.ts';
import { cancelCampaign, cloneCampaign, deleteCampaign } from '#lib/data/sending.ts';
import type { FormState } from '#lib/forms/form-state.ts';
import {
  addDraftWithProof,
  addGuestDecision,
  changeProof,
  proofPath,
  submitFromPage,
} from './support/approval.ts';
import { setUpHarness } from './support/harness.ts';
import { requestProxy } from './support/proxy.ts';
import { ORIGIN } from './support/settings.ts';
import { orderAmounts, type TinyCampaign } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
vi.mock('next/cache', () => ({ refresh: () => undefined }));

const harness = setUpHarness();
let nextId = 1;
beforeEach(async () => {
  harness.applySettings({ CARD_TOKENS: 'true' });
  await harness.admin(() => saveApprovalRule({ rule: 'guest', minimum: null }));
  harness.service.requests.length = 0;
});

const addDraft = (overrides: Partial<TinyCampaign> = {}) =>
  addDraftWithProof(harness.service, { id: nextId++, ...overrides });

const orderFields = (campaign: TinyCampaign) => ({ sender_copy: 'no', ...orderAmounts(campaign) });
const scheduleFields = { when: 'now', zone: 'Europe/Berlin' };
const post = (path: string, form?: Record<string, string>) =>
  requestProxy(harness.sender, 'POST', path, {
    ...(form && { body: new URLSearchParams(form).toString(), type: 'application/x-www-form-urlencoded' }),
  });
const redirectQuery = `redirect_uri=${encodeURIComponent(`${ORIGIN}/`)}`;
const email = 'a@b.example';

/**
 * The routes that can pay for or send a campaign. A page route returns a form state, and a proxy route
 * returns a response.
 */
const routes: Readonly<
  Record<string, readonly [paid: number, call: (campaign: TinyCampaign) => Promise<unknown>]>
> = {
  'page: pay by link': [
    0,
    (campaign) =>
      submitFromPage(payAction, { id: `${campaign.id}`, payment_method: 'link', ...orderFields(campaign) }),
  ],
  'page: pay and send': [
    0,
    (campaign) =>
      submitFromPage(payAction, {
        id: `${campaign.id}`,
        payment_method: 'card',
        source: 'tok_visa',
        email,
        ...orderFields(campaign),
      }),
  ],
  'page: send': [10, ({ id }) => submitFromPage(sendAction, { id: `${id}`, ...scheduleFields })],
  'page: send on invoice': [
    0,
    (campaign) => {
      const { price, already_paid } = orderAmounts(campaign);
      return submitFromPage(sendOnInvoiceAction, {
        id: `${campaign.id}`,
        ...scheduleFields,
        price,
        already_paid,
      });
    },
  ],
  'proxy: pay': [0, ({ id }) => post(`/v1/campaigns/${id}/pay?${redirectQuery}`)],
  'proxy: pay, customer-scoped': [
    0,
    ({ id }) => post(`/v1/campaigns/customers/7/campaigns/${id}/pay?${redirectQuery}`),
  ],
  'proxy: pay and send': [0, ({ id }) => post(`/v1/campaigns/${id}/pay_and_send`, { email })],
  'proxy: send': [10, ({ id }) => post(`/v1/campaigns/customers/7/campaigns/${id}/send`)],
  'proxy: send on invoice': [0, ({ id }) => post(`/v2/campaigns/${id}/send`)],
};

/** Returns "done" or the reason for a refusal. */
async function readOutcome(result: unknown): Promise<string> {
  if (!(result instanceof Response)) return (result as FormState).failure?.kind ?? 'done';
  if (result.ok) return 'done';
  const { error } = await result.json();
  return `${result.status} ${error.code}`;
}

describe.each(Object.entries(routes))('the route "%s"', (name, [paid, call]) => {
  const isPage = name.startsWith('page');
  const refusal = isPage ? 'not_approved' : '409 approval_required';
  /** Returns the outcome of the call and the number of write requests that the service received. */
  const tryCall = async (campaign: TinyCampaign) => {
    const outcome = await readOutcome(await call(campaign));
    return [outcome, harness.service.writes().length];
  };

  it('succeeds without an approval if the team doesn’t require one', async () => {
    await harness.admin(() => saveApprovalRule({ rule: 'none', minimum: null }));
    expect(await tryCall(addDraft({ paid }))).toEqual(['done', 1]);
  });

  it('succeeds with an approval', async () => {
    const campaign = addDraft({ paid });
    await addGuestDecision(campaign, 'approved');
    expect(await tryCall(campaign)).toEqual(['done', 1]);
  });

  it('is refused if the guest who approved didn’t verify their email address', async () => {
    const campaign = addDraft({ paid });
    await addGuestDecision(campaign, 'approved', 'Ann Lee', null);
    expect(await tryCall(campaign)).toEqual([refusal, 0]);
  });

  it('is refused until a guest has made a decision', async () => {
    expect(await tryCall(addDraft({ paid }))).toEqual([refusal, 0]);
  });

  it('is refused if the proof has changed since the approval', async () => {
    const campaign = addDraft({ paid });
    await addGuestDecision(campaign, 'approved');
    changeProof(harness.service, campaign);
    expect(await tryCall(campaign)).toEqual([refusal, 0]);
  });

  it('is refused after one guest approves and another guest requests changes', async () => {
    const campaign = addDraft({ paid });
    await addGuestDecision(campaign, 'approved');
    await addGuestDecision(campaign, 'changes', 'Bo Lind');
    expect(await tryCall(campaign)).toEqual([refusal, 0]);
  });

  it('is refused while the proof can’t be read', async () => {
    const campaign = addDraft({ paid });
    await addGuestDecision(campaign, 'approved');
    harness.service.files.delete(proofPath(campaign));
    expect(await tryCall(campaign)).toEqual([isPage ? refusal : '409 approval_unread', 0]);
  });
});

it('a campaign can be sent after the proof has changed as requested and a guest has approved the new proof', async () => {
  const campaign = addDraft({ paid: 10 });
  await addGuestDecision(campaign, 'changes');
  changeProof(harness.service, campaign);
  await addGuestDecision(campaign, 'approved');
  expect(await readOutcome(await post(`/v1/campaigns/customers/7/campaigns/${campaign.id}/send`))).toBe(
    'done',
  );
});

it('a campaign can be sent if a guest requests changes and later approves the same proof', async () => {
  const campaign = addDraft({ paid: 10 });
  await addGuestDecision(campaign, 'changes');
  await addGuestDecision(campaign, 'approved');
  expect(
    await readOutcome(await submitFromPage(sendAction, { id: `${campaign.id}`, ...scheduleFields })),
  ).toBe('done');
});

it('an existing payment link isn’t returned after the approval becomes void', async () => {
  const campaign = addDraft({ paid: 0 });
  await addGuestDecision(campaign, 'approved');
  const pay = () =>
    submitFromPage(payAction, { id: `${campaign.id}`, payment_method: 'link', ...orderFields(campaign) });
  expect(await readOutcome(await pay())).toBe('done');
  changeProof(harness.service, campaign);
  expect(await readOutcome(await pay())).toBe('not_approved');
});

it('an approval for one campaign doesn’t count for another', async () => {
  const [approved, other] = [addDraft(), addDraft()];
  await addGuestDecision(approved, 'approved');
  expect(await readOutcome(await post(`/v1/campaigns/customers/7/campaigns/${other.id}/send`))).toBe(
    '409 approval_required',
  );
});

it('canceling, cloning, and deleting a campaign don’t require approval', async () => {
  const queued = addDraft({ status: 'queued' });
  const draft = addDraft();
  nextId++;
  expect(await harness.sender(() => cancelCampaign(queued.id))).toMatchObject({ ok: true });
  expect(await harness.sender(() => cloneCampaign(draft.id))).toMatchObject({ ok: true });
  expect(await harness.admin(() => deleteCampaign(draft.id))).toMatchObject({ ok: true });
});

it('the response to a refused send states the reason, and says that no payment was made and nothing was sent', async () => {
  const result = await submitFromPage(sendAction, { id: `${addDraft().id}`, ...scheduleFields });
  expect(result).toMatchObject({
    message: expect.stringMatching(
      /No verified guest has approved.*No payment was made, and nothing was sent/,
    ),
  });
  const proxied = await post(`/v1/campaigns/customers/7/campaigns/${addDraft().id}/send`);
  expect((await proxied.json()).error.message).toMatch(/No verified guest has approved/);
});
