/** Tests that a reschedule checks the team's approval rule before each of its two calls. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { rescheduleCampaign } from '#lib/data/reschedule.ts';
import { decideAsMember, setUpMemberApproval } from './support/approval.ts';
import { endPause, expectValue, makeJob, rescheduleTo, start, statesOf, work } from './support/jobs.ts';
import { listCalls, NEW_TIME, OLD_TIME } from './support/rescheduling.ts';
import type { TinyCampaign } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
vi.mock('next/cache', () => ({ refresh: () => undefined }));

const { harness, setRule, addDraft } = setUpMemberApproval();
const ADMIN = 'admin@mailroom.test';
const move = ({ id }: TinyCampaign) => harness.sender(() => rescheduleCampaign(id, { sendAt: NEW_TIME }));
const addDecided = async (decision: 'approved' | 'changes') => {
  await setRule({ rule: 'member' });
  const campaign = addDraft({ paid: 10 });
  await decideAsMember(campaign, ADMIN, decision);
  Object.assign(campaign, { status: 'queued', scheduled_at: OLD_TIME });
  harness.service.requests.length = 0;
  return campaign;
};

it('a reschedule checks the rule before the campaign is canceled', async () => {
  const campaign = await addDecided('changes');
  expect(await move(campaign)).toMatchObject({ failure: { kind: 'not_approved' } });
  expect(listCalls(harness)).toEqual([]);
});

it('a reschedule checks the rule again before the campaign is sent', async () => {
  const campaign = await addDecided('approved');
  harness.service.changeBefore('POST cancel', () => {
    campaign.recipient_count = 99;
  });
  expect(await move(campaign)).toMatchObject({ failure: { code: 'not_rescheduled' } });
  expect(listCalls(harness)).toEqual(['cancel']);
});

describe('the rule in a bulk job', () => {
  beforeEach(endPause);
  const reviewOf = async (campaigns: readonly TinyCampaign[]) => {
    const id = await makeJob(
      harness.sender,
      rescheduleTo(NEW_TIME),
      campaigns.map((each) => each.id),
    );
    await work();
    return id;
  };

  it('leaves out campaigns without approval', async () => {
    const [approved, other] = [await addDecided('approved'), await addDecided('changes')];
    const id = await reviewOf([approved, other]);
    expect(await statesOf(harness.sender, id)).toEqual(['ready', 'waiting_for_member']);
  });

  it('applies to small amounts if together they reach the minimum', async () => {
    await setRule({ rule: 'member', minimum: 2_000 });
    const queued = { status: 'queued', scheduled_at: OLD_TIME, paid: 10 };
    const [one, two] = [addDraft(queued), addDraft(queued)];
    expect(await statesOf(harness.sender, await reviewOf([one]))).toEqual(['ready']);
    const both = await reviewOf([one, two]);
    expect(await statesOf(harness.sender, both)).toEqual(['waiting_for_member', 'waiting_for_member']);
  });

  it('is checked again before each campaign is canceled', async () => {
    const campaign = await addDecided('approved');
    const id = await reviewOf([campaign]);
    expectValue(await start(harness.sender, id));
    campaign.recipient_count = 99;
    await work();
    expect(await statesOf(harness.sender, id)).toEqual(['refused']);
    expect(listCalls(harness)).toEqual([]);
  });
});

it('an approved campaign can be rescheduled', async () => {
  const campaign = await addDecided('approved');
  expect(await move(campaign)).toMatchObject({ ok: true });
  expect(listCalls(harness)).toEqual(['cancel', 'send']);
});
