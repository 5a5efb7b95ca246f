/** Tests approvals by a second member: who can give one, when it counts, and when a rule asks for one. */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { decideAsMemberAction } from '#app/(console)/campaigns/[id]/actions.ts';
import { payAction } from '#app/(console)/campaigns/[id]/checkout/actions.ts';
import { sendAction } from '#app/(console)/campaigns/[id]/send/actions.ts';
import { loadOverview } from '#app/(console)/loader.ts';
import { approvalAction } from '#app/(console)/team/approval-action.ts';
import { findMissingApproval, readApprovalRule, saveApprovalRule } from '#lib/data/approval.ts';
import { readCampaignSharing } from '#lib/data/share-links.ts';
import type { Decision } from '#lib/domain/approval.ts';
import type { ApprovalSettings } from '#lib/domain/approval-rule.ts';
import type { FormState } from '#lib/forms/form-state.ts';
import { store } from '#lib/store/open.ts';
import { memberDecisions } from '#lib/store/schema/decisions.ts';
import { members } from '#lib/store/schema/members.ts';
import {
  addDraftWithProof,
  addGuestDecision,
  changeProof,
  proofPath,
  submitFromPage,
} from './support/approval.ts';
import { readCurrentFingerprint } from './support/guest-decisions.ts';
import { setUpHarness } from './support/harness.ts';
import { addMember, asMember } from './support/members.ts';
import { requestProxy } from './support/proxy.ts';
import { addCampaign, orderAmounts, type TinyCampaign } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
vi.mock('next/cache', () => ({ refresh: () => undefined }));

const SENDER = 'sender@mailroom.test';
const ADMIN = 'admin@mailroom.test';
/** The id of a member without any decisions. */
const UNKNOWN_MEMBER = '00000000-0000-4000-8000-000000000000';
const THIRD = 'third@mailroom.test';

const harness = setUpHarness();
let nextId = 1;

const setRule = (settings: Partial<ApprovalSettings>) =>
  harness.admin(() => saveApprovalRule({ rule: 'member', minimum: null, ...settings }));
beforeEach(async () => {
  await addMember(THIRD, 'sender');
  await setRule({});
  harness.service.requests.length = 0;
});

const addDraft = (overrides: Partial<TinyCampaign> = {}) =>
  addDraftWithProof(harness.service, { id: nextId++, paid: 0, ...overrides });

const decide = async (
  { id }: TinyCampaign,
  email: string,
  decision: Decision = 'approved',
  fields: Readonly<Record<string, string>> = {},
) => {
  const fingerprint = await readCurrentFingerprint(id);
  const comment: Record<string, string> = decision === 'changes' ? { comment: 'Bluer' } : {};
  const form = { id: `${id}`, fingerprint, decision, ...comment, ...fields };
  return submitFromPage(decideAsMemberAction, form, email);
};

/** Returns "done", the approval that is missing, or the kind of failure. */
function readOutcome(result: unknown): string {
  const { failure } = result as FormState;
  return failure?.kind === 'not_approved' ? failure.why : (failure?.kind ?? 'done');
}

const pay = (campaign: TinyCampaign, email = SENDER) =>
  submitFromPage(
    payAction,
    { id: `${campaign.id}`, payment_method: 'link', sender_copy: 'no', ...orderAmounts(campaign) },
    email,
  );
const payOutcome = async (campaign: TinyCampaign, email?: string) => readOutcome(await pay(campaign, email));

describe('paying', () => {
  it('is refused until another member approves', async () => {
    const campaign = addDraft();
    expect(await payOutcome(campaign)).toBe('member');
    expect(await decide(campaign, ADMIN)).toMatchObject({ ok: true });
    expect(await payOutcome(campaign)).toBe('done');
  });

  it('is refused for the only member who approved, but not for other members', async () => {
    const campaign = addDraft();
    await decide(campaign, SENDER);
    expect(await payOutcome(campaign)).toBe('member');
    expect(harness.service.writes()).toEqual([]);
    expect(await payOutcome(campaign, ADMIN)).toBe('done');
  });

  it('doesn’t accept a guest’s approval in place of a member’s', async () => {
    const campaign = addDraft();
    await addGuestDecision(campaign, 'approved');
    expect(await payOutcome(campaign)).toBe('member');
  });

  it('is refused after another member requests changes, even if the payer approves', async () => {
    const campaign = addDraft();
    await decide(campaign, ADMIN);
    await decide(campaign, ADMIN, 'changes');
    await decide(campaign, SENDER);
    expect(await payOutcome(campaign)).toBe('member');
  });

  it('is refused after a third member requests changes, until an earlier approver approves again', async () => {
    const campaign = addDraft();
    await decide(campaign, ADMIN);
    await decide(campaign, THIRD, 'changes');
    expect(await payOutcome(campaign)).toBe('member');
    await decide(campaign, ADMIN, 'approved', { comment: 'Fine as it is' });
    expect(await payOutcome(campaign)).toBe('done');
  });

  it('is allowed if the payer requested changes but later approved, and another member approved, too', async () => {
    const campaign = addDraft();
    await decide(campaign, ADMIN);
    await decide(campaign, SENDER, 'changes');
    expect(await payOutcome(campaign)).toBe('member');
    await decide(campaign, SENDER);
    expect(await payOutcome(campaign)).toBe('done');
  });

  it('is refused after the proof changes', async () => {
    const campaign = addDraft();
    await decide(campaign, ADMIN);
    changeProof(harness.service, campaign);
    expect(await payOutcome(campaign)).toBe('member');
  });

  it('is refused while the proof can’t be read', async () => {
    const campaign = addDraft();
    await decide(campaign, ADMIN);
    harness.service.files.delete(proofPath(campaign));
    expect(await payOutcome(campaign)).toBe('unread');
  });

  it.each([
    ['has been disabled', { disabledAt: new Date() }],
    ['has become a viewer', { role: 'viewer' as const }],
  ])('is refused if the member who approved %s', async (_, change) => {
    const campaign = addDraft();
    await decide(campaign, THIRD);
    const db = await store();
    await db.update(members).set(change).where(eq(members.email, THIRD));
    expect(await payOutcome(campaign)).toBe('member');
    await db.update(members).set({ disabledAt: null, role: 'sender' }).where(eq(members.email, THIRD));
    expect(await payOutcome(campaign)).toBe('done');
  });
});

it('refuses to send a campaign that only the sender approved, on the page and through the proxy', async () => {
  const campaign = addDraft({ paid: 10 });
  await decide(campaign, SENDER);
  const fields = { id: `${campaign.id}`, when: 'now', zone: 'Europe/Berlin' };
  expect(readOutcome(await submitFromPage(sendAction, fields))).toBe('member');
  const path = `/v1/campaigns/customers/7/campaigns/${campaign.id}/send`;
  const refused = await requestProxy(harness.sender, 'POST', path);
  expect(refused.status).toBe(409);
  expect((await refused.json()).error).toMatchObject({
    code: 'approval_required',
    message: expect.stringMatching(/No other member has approved.*Nothing was paid or sent/),
  });
  expect((await requestProxy(harness.admin, 'POST', path)).status).toBe(200);
});

describe('a rule that asks for a guest and a second member', () => {
  it('is met only if a guest and a member approve', async () => {
    await setRule({ rule: 'both' });
    const campaign = addDraft();
    expect(await payOutcome(campaign)).toBe('both');
    await decide(campaign, ADMIN);
    expect(await payOutcome(campaign)).toBe('guest');
    await addGuestDecision(campaign, 'approved');
    expect(await payOutcome(campaign)).toBe('done');
  });
});

describe('a rule with a minimum amount', () => {
  it.each([
    ['applies to a campaign that costs the minimum', 1_000, {}, 'member'],
    ['applies if the price with the sender’s copy reaches the minimum', 1_100, {}, 'member'],
    ['doesn’t apply to a campaign that costs less', 1_101, {}, 'done'],
    ['applies to the full price even if credits cover it', 1_000, { credit: 4 }, 'member'],
  ])('%s', async (_, minimum, overrides, expected) => {
    await setRule({ minimum });
    expect(await payOutcome(addDraft(overrides))).toBe(expected);
  });
});

describe('deciding as a member', () => {
  it('is refused to viewers', async () => {
    const campaign = addDraft();
    expect(await decide(campaign, 'viewer@mailroom.test')).toMatchObject({ failure: { kind: 'forbidden' } });
    expect(await payOutcome(campaign)).toBe('member');
  });

  it('is refused if the content has changed since the member opened the page', async () => {
    const campaign = addDraft();
    const fingerprint = await readCurrentFingerprint(campaign.id);
    changeProof(harness.service, campaign);
    const state = await decide(campaign, ADMIN, 'approved', { fingerprint });
    expect(state).toMatchObject({ message: expect.stringMatching(/changed after you opened this page/) });
  });

  it('is refused once the campaign is no longer a draft', async () => {
    expect(await decide(addDraft({ status: 'queued' }), ADMIN)).toMatchObject({
      failure: { kind: 'refused', code: 'not_draft' },
    });
  });

  it('requires a comment with a change request', async () => {
    expect(await decide(addDraft(), ADMIN, 'changes', { comment: ' ' })).toHaveProperty('fields.comment');
  });

  it('counts a form that is submitted twice as one decision', async () => {
    const campaign = addDraft();
    await Promise.all([decide(campaign, ADMIN), decide(campaign, ADMIN)]);
    const db = await store();
    const rows = await db.select().from(memberDecisions).where(eq(memberDecisions.campaignId, campaign.id));
    expect(rows).toMatchObject([{ by: ADMIN, decision: 'approved', comment: null }]);
  });
});

it('tells each member on the campaign’s pages which approval is missing', async () => {
  const campaign = addDraft();
  const { id, status, proof } = campaign;
  const page = { id, status, proof, recipient_count: 3 };
  const asThird = await asMember(await addMember(THIRD, 'sender'));
  const missingFor = (runAs: typeof harness.sender) => runAs(() => findMissingApproval(page, undefined));
  const [before, after] = [await missingFor(harness.sender), await decide(campaign, SENDER)];
  expect([before, after]).toMatchObject(['member', { ok: true }]);
  expect(await missingFor(harness.sender)).toBe('member');
  expect(await missingFor(asThird)).toBe('none');
});

it('offers the decision only to members who can approve, and only if the rule asks for a second member', async () => {
  const { id, status, proof } = addDraft();
  const readSharing = (runAs: typeof harness.sender) =>
    runAs(() => readCampaignSharing({ id, status, proof, recipient_count: 3 }));
  expect(await readSharing(harness.sender)).toMatchObject({
    value: { decidable: expect.any(String), missing: 'member' },
  });
  expect(await readSharing(harness.viewer)).toMatchObject({ value: { decidable: null, missing: 'member' } });
  await setRule({ rule: 'guest' });
  expect(await readSharing(harness.sender)).toMatchObject({ value: { decidable: null, missing: 'guest' } });
});

it('lists a draft in the overview as waiting for a member until a member decides about its current content', async () => {
  const [waiting, decided, changed, unrendered] = [
    addDraft(),
    addDraft(),
    addDraft(),
    addDraft({ proof: undefined }),
  ];
  await decide(decided, SENDER);
  await decide(changed, ADMIN);
  addCampaign(harness.service, { ...changed, recipient_count: 9 });
  const readAwaiting = async () => {
    const overview = await harness.admin(() => loadOverview('UTC', UNKNOWN_MEMBER));
    return overview.ok ? overview.value.awaitingMember : new Set<number>();
  };
  const ids = [waiting, decided, changed, unrendered].map(({ id }) => id);
  const awaiting = await readAwaiting();
  expect(ids.filter((id) => awaiting.has(id))).toEqual([waiting.id, changed.id]);
  await setRule({ rule: 'guest' });
  expect([...(await readAwaiting())]).toEqual([]);
});

describe('the rule’s form', () => {
  it.each([
    ['500', 50_000],
    ['$1,250.50', 125_050],
    ['', null],
    ['0', null],
  ])('saves the minimum %j', async (minimum, expected) => {
    expect(await submitFromPage(approvalAction, { rule: 'both', minimum }, ADMIN)).toMatchObject({
      ok: true,
    });
    expect(await harness.viewer(readApprovalRule)).toEqual({
      ok: true,
      value: { rule: 'both', minimum: expected },
    });
  });

  it.each(['five', '-5', '1.2345'])('refuses the minimum %j', async (minimum) => {
    expect(await submitFromPage(approvalAction, { rule: 'both', minimum }, ADMIN)).toHaveProperty(
      'fields.minimum',
    );
  });
});
