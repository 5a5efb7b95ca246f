/** If the team requires approval, campaigns can't be paid for or sent until a guest approves, whichever route is used. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { payAction } from '#app/(console)/campaigns/[id]/checkout/actions.ts';
import { loadNeedsApproval } from '#app/(console)/campaigns/[id]/loader.ts';
import { sendAction, sendOnInvoiceAction } from '#app/(console)/campaigns/[id]/send/actions.ts';
import { approvalAction } from '#app/(console)/team/approval-action.ts';
import { issueSessionToken, sessionCookie } from '#lib/auth/session-token.ts';
import {
  isApprovalRequired,
  isWaitingForApproval,
  listRecentDecisions,
  setApprovalRequired,
} from '#lib/data/approval.ts';
import { readLiveCampaign } from '#lib/data/live.ts';
import { cancelCampaign, cloneCampaign, deleteCampaign } from '#lib/data/sending.ts';
import type { Decision } from '#lib/domain/approval.ts';
import type { FormState } from '#lib/forms/form-state.ts';
import { fingerprintPrintedContent, readPrintedContent } from '#lib/share-links/fingerprints.ts';
import { createNonce } from '#lib/share-links/token.ts';
import { findMemberByEmail } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { insertDecision, insertShareLink } from '#lib/store/share-links.ts';
import { setUpHarness } from './support/harness.ts';
import { requestProxy } from './support/proxy.ts';
import { redirectOrResult } from './support/redirects.ts';
import { inRequest } from './support/request.ts';
import { ORIGIN } from './support/settings.ts';
import { addCampaign, orderAmounts, type TinyCampaign } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
vi.mock('next/cache', () => ({ refresh: () => undefined }));

const harness = setUpHarness();
let nextId = 1;
beforeEach(async () => {
  await harness.admin(() => setApprovalRequired(true));
  harness.service.requests.length = 0;
});

const proofPath = ({ id }: { readonly id: number }) => `/files/${id}/proof.pdf`;

/** Adds a draft with a proof. */
function addDraftWithProof(overrides: Partial<TinyCampaign> = {}): TinyCampaign {
  const id = nextId++;
  harness.service.files.set(proofPath({ id }), '%PDF first version');
  return addCampaign(harness.service, {
    id,
    proof: harness.service.origin + proofPath({ id }),
    ...overrides,
  });
}

/** Records a guest's decision about the current proof and recipients. */
async function decide({ id, proof }: TinyCampaign, decision: Decision, name = 'Ann Lee'): Promise<void> {
  const printed = await readPrintedContent({ id, proof, recipient_count: 3 }, { fresh: true });
  if (!printed.ok) throw new Error(printed.failure.kind);
  const db = await store();
  const shareLink = await insertShareLink(db, {
    campaignId: id,
    nonce: createNonce(),
    tokenHash: createNonce(),
    label: 'For the owner',
    by: 'sender@mailroom.test',
    visibleParts: { price: false, recipients: false, metadata: false },
    guestsDecide: true,
    fingerprints: { ...printed.value, price: null },
    expiresAt: new Date(Date.now() + 60_000),
  });
  await insertDecision(db, {
    shareLinkId: shareLink.id,
    campaignId: id,
    decision,
    name,
    email: 'ann@guest.example',
    comment: decision === 'changes' ? 'Bluer, please' : null,
    fingerprint: fingerprintPrintedContent(printed.value),
  });
}
const changeProof = (campaign: TinyCampaign) =>
  harness.service.files.set(proofPath(campaign), '%PDF second version');

type Action = (previous: FormState, form: FormData) => Promise<FormState>;

/** Submits a form from a page of the console, by default as the sender. */
async function submit(
  action: Action,
  fields: Readonly<Record<string, string>>,
  email = 'sender@mailroom.test',
) {
  const member = await findMemberByEmail(await store(), email);
  const cookies = member ? { [sessionCookie()]: await issueSessionToken(member) } : {};
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return inRequest({ headers: { origin: ORIGIN }, cookies }, () => redirectOrResult(() => action({}, form)));
}
const orderFields = (campaign: TinyCampaign) => ({ sender_copy: 'no', ...orderAmounts(campaign) });
const scheduleFields = { when: 'now', zone: 'Europe/Berlin' };
const post = (path: string, form?: Record<string, string>) =>
  requestProxy(harness.sender, 'POST', path, {
    ...(form && { body: new URLSearchParams(form).toString(), type: 'application/x-www-form-urlencoded' }),
  });
const redirectQuery = `redirect_uri=${encodeURIComponent(`${ORIGIN}/`)}`;
const email = 'a@b.example';

/** Every way to pay or send: the amount already paid, and the call. Pages return a form state, the proxy a response. */
const routes: Readonly<
  Record<string, readonly [paid: number, call: (campaign: TinyCampaign) => Promise<unknown>]>
> = {
  'page: pay by link': [
    0,
    (campaign) =>
      submit(payAction, { id: `${campaign.id}`, payment_method: 'link', ...orderFields(campaign) }),
  ],
  'page: pay and send': [
    0,
    (campaign) =>
      submit(payAction, {
        id: `${campaign.id}`,
        payment_method: 'card',
        source: 'tok_visa',
        email,
        ...orderFields(campaign),
      }),
  ],
  'page: send': [10, ({ id }) => submit(sendAction, { id: `${id}`, ...scheduleFields })],
  'page: send on invoice': [
    0,
    (campaign) => {
      const { price, already_paid } = orderAmounts(campaign);
      return submit(sendOnInvoiceAction, { id: `${campaign.id}`, ...scheduleFields, price, already_paid });
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

/** Returns "done", or the reason for the refusal. */
async function readOutcome(result: unknown): Promise<string> {
  if (!(result instanceof Response)) return (result as FormState).failure?.kind ?? 'done';
  if (result.ok) return 'done';
  const { error } = await result.json();
  return `${result.status} ${error.code}`;
}

describe.each(Object.entries(routes))('%s', (name, [paid, call]) => {
  const isPage = name.startsWith('page');
  const refusal = isPage ? 'not_approved' : '409 approval_required';
  /** The outcome, and how many write requests reached the service. */
  const tryCall = async (campaign: TinyCampaign) => {
    const outcome = await readOutcome(await call(campaign));
    return [outcome, harness.service.writes().length];
  };

  it('succeeds without an approval if the team requires none', async () => {
    await harness.admin(() => setApprovalRequired(false));
    expect(await tryCall(addDraftWithProof({ paid }))).toEqual(['done', 1]);
  });

  it('succeeds with an approval', async () => {
    const campaign = addDraftWithProof({ paid });
    await decide(campaign, 'approved');
    expect(await tryCall(campaign)).toEqual(['done', 1]);
  });

  it('is refused while no guest has decided', async () => {
    expect(await tryCall(addDraftWithProof({ paid }))).toEqual([refusal, 0]);
  });

  it('is refused after the proof has changed', async () => {
    const campaign = addDraftWithProof({ paid });
    await decide(campaign, 'approved');
    changeProof(campaign);
    expect(await tryCall(campaign)).toEqual([refusal, 0]);
  });

  it('is refused after another guest requests changes', async () => {
    const campaign = addDraftWithProof({ paid });
    await decide(campaign, 'approved');
    await decide(campaign, 'changes', 'Bo Lind');
    expect(await tryCall(campaign)).toEqual([refusal, 0]);
  });

  it('is refused while the proof can’t be read', async () => {
    const campaign = addDraftWithProof({ paid });
    await decide(campaign, 'approved');
    harness.service.files.delete(proofPath(campaign));
    expect(await tryCall(campaign)).toEqual([isPage ? refusal : '409 approval_unread', 0]);
  });
});

it('allows sending once the requested change was made and approved', async () => {
  const campaign = addDraftWithProof({ paid: 10 });
  await decide(campaign, 'changes');
  changeProof(campaign);
  await decide(campaign, 'approved');
  expect(await readOutcome(await post(`/v1/campaigns/customers/7/campaigns/${campaign.id}/send`))).toBe(
    'done',
  );
});

it('allows sending once the guest who requested changes approves', async () => {
  const campaign = addDraftWithProof({ paid: 10 });
  await decide(campaign, 'changes');
  await decide(campaign, 'approved');
  expect(await readOutcome(await submit(sendAction, { id: `${campaign.id}`, ...scheduleFields }))).toBe(
    'done',
  );
});

it('does not return the payment link again once the approval is void', async () => {
  const campaign = addDraftWithProof({ paid: 0 });
  await decide(campaign, 'approved');
  const pay = () =>
    submit(payAction, { id: `${campaign.id}`, payment_method: 'link', ...orderFields(campaign) });
  expect(await readOutcome(await pay())).toBe('done');
  changeProof(campaign);
  expect(await readOutcome(await pay())).toBe('not_approved');
});

it('does not accept the approval of another campaign', async () => {
  const [approved, other] = [addDraftWithProof(), addDraftWithProof()];
  await decide(approved, 'approved');
  expect(await readOutcome(await post(`/v1/campaigns/customers/7/campaigns/${other.id}/send`))).toBe(
    '409 approval_required',
  );
});

it('requires no approval for canceling, cloning and deleting', async () => {
  const queued = addDraftWithProof({ status: 'queued' });
  const draft = addDraftWithProof();
  nextId++;
  expect(await harness.sender(() => cancelCampaign(queued.id))).toMatchObject({ ok: true });
  expect(await harness.sender(() => cloneCampaign(draft.id))).toMatchObject({ ok: true });
  expect(await harness.admin(() => deleteCampaign(draft.id))).toMatchObject({ ok: true });
});

it('explains a refusal and says that nothing was done', async () => {
  const result = await submit(sendAction, { id: `${addDraftWithProof().id}`, ...scheduleFields });
  expect(result).toMatchObject({
    message: expect.stringMatching(/no guest has approved.*Nothing was paid or sent/),
  });
  const proxied = await post(`/v1/campaigns/customers/7/campaigns/${addDraftWithProof().id}/send`);
  expect((await proxied.json()).error.message).toMatch(/no guest has approved/);
});

it('tells pages whether a campaign is waiting for approval', async () => {
  const campaign = addDraftWithProof();
  const { id, status, proof } = campaign;
  const isWaiting = () =>
    harness.viewer(() => isWaitingForApproval({ id, status, proof, recipient_count: 3 }));
  expect(await isWaiting()).toBe(true);
  await decide(campaign, 'approved');
  expect(await isWaiting()).toBe(false);
  await decide(campaign, 'changes');
  expect(await isWaiting()).toBe(true);
  await harness.admin(() => setApprovalRequired(false));
  expect(await isWaiting()).toBe(false);
});

it('reads no file for the checkout and send pages while the team requires no approval', async () => {
  const campaign = addDraftWithProof();
  await decide(campaign, 'approved');
  const isBlocked = async () => {
    harness.service.requests.length = 0;
    const blocked = await harness.sender(() => loadNeedsApproval(campaign.id));
    return { blocked, files: harness.service.requestLines().filter((line) => line.includes('/files/')) };
  };
  // A signed URL that wasn't hashed yet.
  campaign.proof += '?signature=2';
  await harness.admin(() => setApprovalRequired(false));
  expect(await isBlocked()).toEqual({ blocked: false, files: [] });
  await harness.admin(() => setApprovalRequired(true));
  expect(await isBlocked()).toEqual({ blocked: false, files: [`GET ${proofPath(campaign)}`] });
});

it('changes the live campaign data with every decision', async () => {
  const campaign = addDraftWithProof();
  const readDecision = async () => {
    const live = await harness.viewer(() => readLiveCampaign(campaign.id));
    return live.ok ? live.value.decision : live.failure.kind;
  };
  expect(await readDecision()).toBeUndefined();
  await decide(campaign, 'approved');
  const first = await readDecision();
  await decide(campaign, 'changes');
  expect(new Set([undefined, first, await readDecision()]).size).toBe(3);
});

it('lets only admins change the setting and every member read it', async () => {
  const turnOffAs = (role: string) => submit(approvalAction, { required: 'no' }, `${role}@mailroom.test`);
  const isRequired = () => harness.viewer(isApprovalRequired);
  for (const role of ['viewer', 'sender']) {
    expect(await turnOffAs(role)).toMatchObject({ failure: { kind: 'forbidden' } });
    expect(await isRequired()).toEqual({ ok: true, value: true });
  }
  expect(await turnOffAs('admin')).toMatchObject({ ok: true });
  expect(await isRequired()).toEqual({ ok: true, value: false });
  expect(await submit(approvalAction, { required: 'maybe' }, 'admin@mailroom.test')).toHaveProperty(
    'fields.required',
  );
});

it('lists recent decisions with void approvals and requested changes first', async () => {
  const [approved, changesRequested, changed, deleted] = [
    addDraftWithProof(),
    addDraftWithProof(),
    addDraftWithProof(),
    addDraftWithProof(),
  ];
  await decide(changesRequested, 'changes');
  await decide(changed, 'approved');
  await decide(deleted, 'approved');
  await decide(approved, 'approved');
  addCampaign(harness.service, { ...changed, proof: approved.proof, recipient_count: 4 });
  harness.service.campaigns.delete(deleted.id);
  const recent = await harness.viewer(listRecentDecisions);
  const listed = recent.map(({ campaign, approval }) => `${campaign.id} ${approval.kind}`);
  expect(listed.slice(0, 2)).toEqual([`${changed.id} void`, `${changesRequested.id} changes`]);
  expect(listed).toContain(`${approved.id} approved`);
  expect(listed.join()).not.toContain(`${deleted.id} `);
});
