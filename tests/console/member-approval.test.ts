/**
 * Tests approvals by a second member: who can approve, when an approval counts, and when a rule requires one.
 */
import { eq } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { payAction } from '#app/(console)/campaigns/[id]/checkout/actions.ts';
import { sendAction } from '#app/(console)/campaigns/[id]/send/actions.ts';
import type { FormState } from '#lib/forms/form-state.ts';
import { store } from '#lib/store/open.ts';
import { memberDecisions } from '#lib/store/schema/decisions.ts';
import { members } from '#lib/store/schema/members.ts';
import {
  addGuestDecision,
  changeProof,
  decideAsMember,
  proofPath,
  setUpMemberApproval,
  submitFromPage,
  THIRD_MEMBER,
} from './support/approval.ts';
import { readCurrentFingerprint } from './support/guest-decisions.ts';
import { requestProxy } from './support/proxy.ts';
import { orderAmounts, type TinyCampaign } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
vi.mock('next/cache', () => ({ refresh: () => undefined }));

const SENDER = 'sender@mailroom.test';
const ADMIN = 'admin@mailroom.test';

const { harness, setRule, addDraft } = setUpMemberApproval();

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
    expect(await decideAsMember(campaign, ADMIN)).toMatchObject({ ok: true });
    expect(await payOutcome(campaign)).toBe('done');
  });

  it('is refused for the only member who approved, but not for other members', async () => {
    const campaign = addDraft();
    await decideAsMember(campaign, SENDER);
    expect(await payOutcome(campaign)).toBe('member');
    expect(harness.service.writes()).toEqual([]);
    expect(await payOutcome(campaign, ADMIN)).toBe('done');
  });

  it('is refused if only a guest has approved', async () => {
    const campaign = addDraft();
    await addGuestDecision(campaign, 'approved');
    expect(await payOutcome(campaign)).toBe('member');
  });

  it('is refused after another member requests changes, even if the payer approves', async () => {
    const campaign = addDraft();
    await decideAsMember(campaign, ADMIN);
    await decideAsMember(campaign, ADMIN, 'changes');
    await decideAsMember(campaign, SENDER);
    expect(await payOutcome(campaign)).toBe('member');
  });

  it('is refused after a third member requests changes, until an earlier approver approves again', async () => {
    const campaign = addDraft();
    await decideAsMember(campaign, ADMIN);
    await decideAsMember(campaign, THIRD_MEMBER, 'changes');
    expect(await payOutcome(campaign)).toBe('member');
    await decideAsMember(campaign, ADMIN, 'approved', { comment: 'Fine as it is' });
    expect(await payOutcome(campaign)).toBe('done');
  });

  it('is allowed if the payer requested changes but later approved, and another member approved, too', async () => {
    const campaign = addDraft();
    await decideAsMember(campaign, ADMIN);
    await decideAsMember(campaign, SENDER, 'changes');
    expect(await payOutcome(campaign)).toBe('member');
    await decideAsMember(campaign, SENDER);
    expect(await payOutcome(campaign)).toBe('done');
  });

  it('is refused after the proof changes', async () => {
    const campaign = addDraft();
    await decideAsMember(campaign, ADMIN);
    changeProof(harness.service, campaign);
    expect(await payOutcome(campaign)).toBe('member');
  });

  it('is refused while the proof can’t be read', async () => {
    const campaign = addDraft();
    await decideAsMember(campaign, ADMIN);
    harness.service.files.delete(proofPath(campaign));
    expect(await payOutcome(campaign)).toBe('unread');
  });

  it.each([
    ['has been disabled', { disabledAt: new Date() }],
    ['has become a viewer', { role: 'viewer' as const }],
  ])('is refused if the member who approved %s', async (_, change) => {
    const campaign = addDraft();
    await decideAsMember(campaign, THIRD_MEMBER);
    const db = await store();
    await db.update(members).set(change).where(eq(members.email, THIRD_MEMBER));
    expect(await payOutcome(campaign)).toBe('member');
    await db.update(members).set({ disabledAt: null, role: 'sender' }).where(eq(members.email, THIRD_MEMBER));
    expect(await payOutcome(campaign)).toBe('done');
  });
});

it('sending is refused on the page and through the proxy if only the sender approved the campaign', async () => {
  const campaign = addDraft({ paid: 10 });
  await decideAsMember(campaign, SENDER);
  const fields = { id: `${campaign.id}`, when: 'now', zone: 'Europe/Berlin' };
  expect(readOutcome(await submitFromPage(sendAction, fields))).toBe('member');
  const path = `/v1/campaigns/customers/7/campaigns/${campaign.id}/send`;
  const refused = await requestProxy(harness.sender, 'POST', path);
  expect(refused.status).toBe(409);
  expect((await refused.json()).error).toMatchObject({
    code: 'approval_required',
    message: expect.stringMatching(/No other member has approved.*No payment was made, and nothing was sent/),
  });
  expect((await requestProxy(harness.admin, 'POST', path)).status).toBe(200);
});

describe('a rule that asks for a guest and a second member', () => {
  it('is met only if a guest and a member approve', async () => {
    await setRule({ rule: 'both' });
    const campaign = addDraft();
    expect(await payOutcome(campaign)).toBe('both');
    await decideAsMember(campaign, ADMIN);
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
  it('isn’t allowed for viewers', async () => {
    const campaign = addDraft();
    expect(await decideAsMember(campaign, 'viewer@mailroom.test')).toMatchObject({
      failure: { kind: 'forbidden' },
    });
    expect(await payOutcome(campaign)).toBe('member');
  });

  it('is refused if the content has changed since the member opened the page', async () => {
    const campaign = addDraft();
    const fingerprint = await readCurrentFingerprint(campaign.id);
    changeProof(harness.service, campaign);
    const state = await decideAsMember(campaign, ADMIN, 'approved', { fingerprint });
    expect(state).toMatchObject({ message: expect.stringMatching(/changed after you opened this page/) });
  });

  it('is refused once the campaign is no longer a draft', async () => {
    expect(await decideAsMember(addDraft({ status: 'queued' }), ADMIN)).toMatchObject({
      failure: { kind: 'refused', code: 'not_draft' },
    });
  });

  it('requires a comment with a change request', async () => {
    expect(await decideAsMember(addDraft(), ADMIN, 'changes', { comment: ' ' })).toHaveProperty(
      'fields.comment',
    );
  });

  it('records only one decision when the form is submitted twice', async () => {
    const campaign = addDraft();
    await Promise.all([decideAsMember(campaign, ADMIN), decideAsMember(campaign, ADMIN)]);
    const db = await store();
    const rows = await db.select().from(memberDecisions).where(eq(memberDecisions.campaignId, campaign.id));
    expect(rows).toMatchObject([{ by: ADMIN, decision: 'approved', comment: null }]);
  });
});
