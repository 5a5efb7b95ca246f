/**
 * Tests that Mailroom checks its own rules right before a payment or a mailing, using the same reading of the
 * campaign that the call relies on.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { revokeApiToken } from '#lib/store/api-tokens.ts';
import { updateMember } from '#lib/store/member-changes.ts';
import { store } from '#lib/store/open.ts';
import { addToken, requestWithToken } from './support/api-tokens.ts';
import { decideAsMember, proofPath, setUpMemberApproval, THIRD_MEMBER } from './support/approval.ts';
import { addMember, asMember, type RunAs } from './support/members.ts';
import { findMemberId } from './support/notifications.ts';
import { postToProxy, scopedPath } from './support/proxy.ts';
import type { TinyCampaign } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
vi.mock('next/cache', () => ({ refresh: () => undefined }));

const ADMIN = 'admin@mailroom.test';
/** Long enough for a check to run too early if the check doesn’t wait until the reads have ended. */
const EARLY_CHECK_MS = 300;

const { harness, setRule, addDraft } = setUpMemberApproval();
const listWrites = () => harness.service.writes();

const send = async ({ id }: TinyCampaign, runAs: RunAs = harness.sender) =>
  (await postToProxy(runAs, `${scopedPath(id)}/send`)).status;

async function addApprovedDraft(): Promise<TinyCampaign> {
  const campaign = addDraft({ paid: 10 });
  await decideAsMember(campaign, ADMIN);
  harness.service.requests.length = 0;
  return campaign;
}

describe('an approval', () => {
  it('must cover the campaign as it was read for the call, not as it was read a moment earlier', async () => {
    const campaign = await addApprovedDraft();
    harness.service.changeBefore(`GET ${campaign.id}`, async () => {
      await wait(EARLY_CHECK_MS);
      campaign.recipient_count = 4;
    });
    expect(await send(campaign)).toBe(409);
    expect(listWrites()).toEqual([]);
  });

  it('doesn’t count if the member requests changes while the campaign is being read', async () => {
    const campaign = await addApprovedDraft();
    harness.service.changeBefore('GET checkout', async () => {
      await wait(EARLY_CHECK_MS);
      await decideAsMember(campaign, ADMIN, 'changes');
    });
    expect(await send(campaign)).toBe(409);
    expect(listWrites()).toEqual([]);
  });

  it('is required if an admin introduces the rule while the files are being read', async () => {
    await setRule({ rule: 'member' });
    const campaign = addDraft({ paid: 10 });
    await decideAsMember(campaign, ADMIN);
    harness.service.changeBefore('GET proof.pdf', () => setRule({ rule: 'both' }));
    expect(await send(campaign)).toBe(409);
    expect(listWrites()).toEqual([]);
  });

  it('is checked with one reading of the campaign, one of checkout, and one of each file', async () => {
    await setRule({ minimum: 1_000 });
    const campaign = await addApprovedDraft();
    expect(await send(campaign)).toBe(200);
    const reads = harness.service.requestLines();
    const beforeCall = reads.slice(
      0,
      reads.findIndex((line) => line.startsWith('POST')),
    );
    expect(beforeCall.toSorted()).toEqual(
      [
        `GET ${scopedPath(campaign.id)}`,
        `GET /v1/campaigns/${campaign.id}/checkout`,
        `GET ${proofPath(campaign)}`,
      ].toSorted(),
    );
  });
});

describe('the member’s permission', () => {
  let runAs: RunAs;
  beforeEach(async () => {
    runAs = await asMember(await addMember(THIRD_MEMBER, 'sender'));
  });

  it.each([
    ['becomes a viewer', 'viewer'],
    ['is disabled', 'disable'],
  ] as const)('is missing if the member %s while the campaign is being read', async (_, change) => {
    const campaign = await addApprovedDraft();
    const [admin, id] = [await findMemberId(ADMIN), await findMemberId(THIRD_MEMBER)];
    harness.service.changeBefore('GET checkout', async () => updateMember(await store(), admin, id, change));
    expect(await send(campaign, runAs)).toBe(403);
    expect(listWrites()).toEqual([]);
  });

  it('is missing if the API token is revoked while the campaign is being read', async () => {
    const campaign = await addApprovedDraft();
    const token = await addToken('sender');
    harness.service.changeBefore('GET checkout', async () => revokeApiToken(await store(), token.id, ADMIN));
    const response = await requestWithToken(token.text, 'POST', `${scopedPath(campaign.id)}/send`);
    expect(response.status).toBe(403);
    expect(listWrites()).toEqual([]);
  });
});
