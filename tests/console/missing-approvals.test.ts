/** Tests the places where the console shows that a draft needs a second member's approval. */
import { expect, it, vi } from 'vitest';
import { loadOverview } from '#app/(console)/loader.ts';
import { findMissingApproval } from '#lib/data/approval.ts';
import { readCampaignSharing } from '#lib/data/campaign-sharing.ts';
import { decideAsMember, setUpMemberApproval, THIRD_MEMBER } from './support/approval.ts';
import { addMember, asMember } from './support/members.ts';
import { addCampaign } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
vi.mock('next/cache', () => ({ refresh: () => undefined }));

const SENDER = 'sender@mailroom.test';
const ADMIN = 'admin@mailroom.test';

const { harness, setRule, addDraft } = setUpMemberApproval();

it('the campaign’s pages tell each member which approval is missing', async () => {
  const campaign = addDraft();
  const { id, status, proof } = campaign;
  const page = { id, status, proof, recipient_count: 3 };
  const asThird = await asMember(await addMember(THIRD_MEMBER, 'sender'));
  const missingFor = (runAs: typeof harness.sender) => runAs(() => findMissingApproval(page, undefined));
  const [before, after] = [await missingFor(harness.sender), await decideAsMember(campaign, SENDER)];
  expect([before, after]).toMatchObject(['member', { ok: true }]);
  expect(await missingFor(harness.sender)).toBe('member');
  expect(await missingFor(asThird)).toBe('none');
});

it('the decision is offered only to members who can approve, and only if the rule asks for a second member', async () => {
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

it('the overview lists a draft as waiting for approval until a member approves its current content', async () => {
  const [waiting, decided, changed, unrendered] = [
    addDraft(),
    addDraft(),
    addDraft(),
    addDraft({ proof: undefined }),
  ];
  await decideAsMember(decided, SENDER);
  await decideAsMember(changed, ADMIN);
  addCampaign(harness.service, { ...changed, recipient_count: 9 });
  const readAwaiting = async () => {
    const overview = await harness.admin(() => loadOverview('UTC'));
    return overview.ok ? overview.value.lists.approval.entries.map(({ listed }) => listed.campaign.id) : [];
  };
  const ids = [waiting, decided, changed, unrendered].map(({ id }) => id);
  const readOwn = async () => (await readAwaiting()).filter((id) => ids.includes(id)).toSorted();
  expect(await readOwn()).toEqual([waiting.id, changed.id, unrendered.id]);
  await setRule({ rule: 'guest' });
  expect(await readOwn()).toEqual(ids);
});
