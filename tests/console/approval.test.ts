/** Where the team wants it, nothing is paid or sent that no guest has approved, through whichever door somebody comes. */
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

const fileOf = ({ id }: { readonly id: number }) => `/files/${id}/proof.pdf`;

/** A draft with a proof, to be paid or paid. */
function drawn(over: Partial<TinyCampaign> = {}): TinyCampaign {
  const id = nextId++;
  harness.service.files.set(fileOf({ id }), '%PDF as it was');
  return addCampaign(harness.service, { id, proof: harness.service.origin + fileOf({ id }), ...over });
}

/** A guest's decision about what would be printed now. */
async function decide({ id, proof }: TinyCampaign, verdict: Decision, name = 'Ann Lee'): Promise<void> {
  const printed = await readPrintedContent({ id, proof, recipient_count: 3 }, { fresh: true });
  if (!printed.ok) throw new Error(printed.failure.kind);
  const db = await store();
  const share = await insertShareLink(db, {
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
    shareLinkId: share.id,
    campaignId: id,
    decision: verdict,
    name,
    email: 'ann@guest.example',
    comment: verdict === 'changes' ? 'Bluer, please' : null,
    fingerprint: fingerprintPrintedContent(printed.value),
  });
}
const redraw = (campaign: TinyCampaign) => harness.service.files.set(fileOf(campaign), '%PDF as it is now');

type Action = (previous: FormState, form: FormData) => Promise<FormState>;

/** A sender's form, from a page of ours. */
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
const order = (campaign: TinyCampaign) => ({ sender_copy: 'no', ...orderAmounts(campaign) });
const later = { when: 'now', zone: 'Europe/Berlin' };
const post = (path: string, form?: Record<string, string>) =>
  requestProxy(harness.sender, 'POST', path, {
    ...(form && { body: new URLSearchParams(form).toString(), type: 'application/x-www-form-urlencoded' }),
  });
const back = `redirect_uri=${encodeURIComponent(`${ORIGIN}/`)}`;
const email = 'a@b.example';

/** Every way to pay or send. The answer of the ones is a form's, of the others a response. */
const ways: Readonly<
  Record<string, readonly [paid: number, go: (campaign: TinyCampaign) => Promise<unknown>]>
> = {
  'page: pay by link': [
    0,
    (one) => submit(payAction, { id: `${one.id}`, payment_method: 'link', ...order(one) }),
  ],
  'page: pay and send': [
    0,
    (one) =>
      submit(payAction, {
        id: `${one.id}`,
        payment_method: 'card',
        source: 'tok_visa',
        email,
        ...order(one),
      }),
  ],
  'page: send': [10, ({ id }) => submit(sendAction, { id: `${id}`, ...later })],
  'page: send on the invoice': [
    0,
    (one) => {
      const { price, already_paid } = orderAmounts(one);
      return submit(sendOnInvoiceAction, { id: `${one.id}`, ...later, price, already_paid });
    },
  ],
  'proxy: pay': [0, ({ id }) => post(`/v1/campaigns/${id}/pay?${back}`)],
  'proxy: pay, of a customer': [0, ({ id }) => post(`/v1/campaigns/customers/7/campaigns/${id}/pay?${back}`)],
  'proxy: pay and send': [0, ({ id }) => post(`/v1/campaigns/${id}/pay_and_send`, { email })],
  'proxy: send': [10, ({ id }) => post(`/v1/campaigns/customers/7/campaigns/${id}/send`)],
  'proxy: send on the invoice': [0, ({ id }) => post(`/v2/campaigns/${id}/send`)],
};

/** "done", or why not. */
async function ended(answer: unknown): Promise<string> {
  if (!(answer instanceof Response)) return (answer as FormState).failure?.kind ?? 'done';
  if (answer.ok) return 'done';
  const { error } = await answer.json();
  return `${answer.status} ${error.code}`;
}

describe.each(Object.entries(ways))('%s', (name, [paid, go]) => {
  const isPage = name.startsWith('page');
  const refused = isPage ? 'not_approved' : '409 approval_required';
  const tried = async (campaign: TinyCampaign) => {
    const said = await ended(await go(campaign));
    return [said, harness.service.writes().length];
  };

  it('goes without an approval where the team wants none', async () => {
    await harness.admin(() => setApprovalRequired(false));
    expect(await tried(drawn({ paid }))).toEqual(['done', 1]);
  });

  it('goes with one', async () => {
    const campaign = drawn({ paid });
    await decide(campaign, 'approved');
    expect(await tried(campaign)).toEqual(['done', 1]);
  });

  it('not while nobody has decided', async () => {
    expect(await tried(drawn({ paid }))).toEqual([refused, 0]);
  });

  it('not after what would be printed has changed', async () => {
    const campaign = drawn({ paid });
    await decide(campaign, 'approved');
    redraw(campaign);
    expect(await tried(campaign)).toEqual([refused, 0]);
  });

  it('not when somebody asks for changes afterwards', async () => {
    const campaign = drawn({ paid });
    await decide(campaign, 'approved');
    await decide(campaign, 'changes', 'Bo Lind');
    expect(await tried(campaign)).toEqual([refused, 0]);
  });

  it('not while it can’t be told whether it is approved', async () => {
    const campaign = drawn({ paid });
    await decide(campaign, 'approved');
    harness.service.files.delete(fileOf(campaign));
    expect(await tried(campaign)).toEqual([isPage ? refused : '409 approval_unread', 0]);
  });
});

it('goes when what was asked for was done and approved', async () => {
  const campaign = drawn({ paid: 10 });
  await decide(campaign, 'changes');
  redraw(campaign);
  await decide(campaign, 'approved');
  expect(await ended(await post(`/v1/campaigns/customers/7/campaigns/${campaign.id}/send`))).toBe('done');
});

it('goes when whoever asked for changes approves it after all', async () => {
  const campaign = drawn({ paid: 10 });
  await decide(campaign, 'changes');
  await decide(campaign, 'approved');
  expect(await ended(await submit(sendAction, { id: `${campaign.id}`, ...later }))).toBe('done');
});

it('a way to pay is not handed out again once the approval is void', async () => {
  const campaign = drawn({ paid: 0 });
  await decide(campaign, 'approved');
  const pay = () => submit(payAction, { id: `${campaign.id}`, payment_method: 'link', ...order(campaign) });
  expect(await ended(await pay())).toBe('done');
  redraw(campaign);
  expect(await ended(await pay())).toBe('not_approved');
});

it('another campaign’s approval counts for that one only', async () => {
  const [approved, other] = [drawn(), drawn()];
  await decide(approved, 'approved');
  expect(await ended(await post(`/v1/campaigns/customers/7/campaigns/${other.id}/send`))).toBe(
    '409 approval_required',
  );
});

it('what neither pays nor sends needs none', async () => {
  const queued = drawn({ status: 'queued' });
  const draft = drawn();
  nextId++;
  expect(await harness.sender(() => cancelCampaign(queued.id))).toMatchObject({ ok: true });
  expect(await harness.sender(() => cloneCampaign(draft.id))).toMatchObject({ ok: true });
  expect(await harness.admin(() => deleteCampaign(draft.id))).toMatchObject({ ok: true });
});

it('a refusal says why, and that nothing was done', async () => {
  const answer = await submit(sendAction, { id: `${drawn().id}`, ...later });
  expect(answer).toMatchObject({
    message: expect.stringMatching(/no guest has approved.*Nothing was paid or sent/),
  });
  const proxied = await post(`/v1/campaigns/customers/7/campaigns/${drawn().id}/send`);
  expect((await proxied.json()).error.message).toMatch(/no guest has approved/);
});

it('pages know before anybody presses a button', async () => {
  const campaign = drawn();
  const { id, status, proof } = campaign;
  const waits = () => harness.viewer(() => isWaitingForApproval({ id, status, proof, recipient_count: 3 }));
  expect(await waits()).toBe(true);
  await decide(campaign, 'approved');
  expect(await waits()).toBe(false);
  await decide(campaign, 'changes');
  expect(await waits()).toBe(true);
  await harness.admin(() => setApprovalRequired(false));
  expect(await waits()).toBe(false);
});

it('reads no file for the checkout and send pages while the team requires no approval', async () => {
  const campaign = drawn();
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
  expect(await isBlocked()).toEqual({ blocked: false, files: [`GET ${fileOf(campaign)}`] });
});

it('an open page hears of a decision', async () => {
  const campaign = drawn();
  const heard = async () => {
    const live = await harness.viewer(() => readLiveCampaign(campaign.id));
    return live.ok ? live.value.decision : live.failure.kind;
  };
  expect(await heard()).toBeUndefined();
  await decide(campaign, 'approved');
  const first = await heard();
  await decide(campaign, 'changes');
  expect(new Set([undefined, first, await heard()]).size).toBe(3);
});

it('only admins set it, and everybody may know', async () => {
  const set = (who: string) => submit(approvalAction, { required: 'no' }, `${who}@mailroom.test`);
  const isRequired = () => harness.viewer(isApprovalRequired);
  for (const who of ['viewer', 'sender']) {
    expect(await set(who)).toMatchObject({ failure: { kind: 'forbidden' } });
    expect(await isRequired()).toEqual({ ok: true, value: true });
  }
  expect(await set('admin')).toMatchObject({ ok: true });
  expect(await isRequired()).toEqual({ ok: true, value: false });
  expect(await submit(approvalAction, { required: 'maybe' }, 'admin@mailroom.test')).toHaveProperty(
    'fields.required',
  );
});

it('the overview has the last ones, what needs somebody first', async () => {
  const [fine, changes, changed, gone] = [drawn(), drawn(), drawn(), drawn()];
  await decide(changes, 'changes');
  await decide(changed, 'approved');
  await decide(gone, 'approved');
  await decide(fine, 'approved');
  addCampaign(harness.service, { ...changed, proof: fine.proof, recipient_count: 4 });
  harness.service.campaigns.delete(gone.id);
  const recent = await harness.viewer(listRecentDecisions);
  const told = recent.map(({ campaign, approval }) => `${campaign.id} ${approval.kind}`);
  expect(told.slice(0, 2)).toEqual([`${changed.id} void`, `${changes.id} changes`]);
  expect(told).toContain(`${fine.id} approved`);
  expect(told.join()).not.toContain(`${gone.id} `);
});
