/** Tests that the team's approval rule holds before each of the two calls of a reschedule. */
import { expect, it, vi } from 'vitest';
import { rescheduleCampaign } from '#lib/data/reschedule.ts';
import { decideAsMember, setUpMemberApproval } from './support/approval.ts';
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

it('holds before the campaign is canceled', async () => {
  const campaign = await addDecided('changes');
  expect(await move(campaign)).toMatchObject({ failure: { kind: 'not_approved' } });
  expect(listCalls(harness)).toEqual([]);
});

it('holds again before the campaign is sent', async () => {
  const campaign = await addDecided('approved');
  harness.service.changeBefore('POST cancel', () => {
    campaign.recipient_count = 99;
  });
  expect(await move(campaign)).toMatchObject({ failure: { code: 'not_rescheduled' } });
  expect(listCalls(harness)).toEqual(['cancel']);
});

it('lets an approved campaign be rescheduled', async () => {
  const campaign = await addDecided('approved');
  expect(await move(campaign)).toMatchObject({ ok: true });
  expect(listCalls(harness)).toEqual(['cancel', 'send']);
});
