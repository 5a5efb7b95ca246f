/** Tests members' requests for another member to approve a campaign. */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { requestApprovalAction } from '#app/(console)/campaigns/[id]/actions.ts';
import { readCampaignSharing } from '#lib/data/campaign-sharing.ts';
import { store } from '#lib/store/open.ts';
import { members } from '#lib/store/schema/members.ts';
import { notifications } from '#lib/store/schema/notifications.ts';
import {
  changeProof,
  decideAsMember,
  setUpMemberApproval,
  submitFromPage,
  THIRD_MEMBER,
} from './support/approval.ts';
import { setUpNotifications } from './support/notifications.ts';
import { readEvents } from './support/security-events.ts';
import type { TinyCampaign } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
vi.mock('next/cache', () => ({ refresh: () => undefined }));

const SENDER = 'sender@mailroom.test';
const ADMIN = 'admin@mailroom.test';

const { harness, setRule, addDraft } = setUpMemberApproval();
const { deliverAndListEmails } = setUpNotifications(harness);

beforeEach(async () => {
  await (await store()).delete(notifications);
});

const request = ({ id }: TinyCampaign, fields: Readonly<Record<string, string>> = {}, email = SENDER) =>
  submitFromPage(requestApprovalAction, { id: `${id}`, ...fields }, email);

const countQueued = async () => (await (await store()).select().from(notifications)).length;

describe('a request for approval', () => {
  it('notifies every other member who can approve', async () => {
    const campaign = addDraft();
    expect(await request(campaign, { comment: 'Out on Friday' })).toMatchObject({ ok: true });
    const subject = `Approval requested: Just listed (#${campaign.id})`;
    expect(await deliverAndListEmails()).toEqual([`${ADMIN}: ${subject}`, `${THIRD_MEMBER}: ${subject}`]);
    const [event] = await readEvents(harness.admin, 'approval.requested');
    expect(event).toMatchObject({ by: SENDER, campaignId: campaign.id });
  });

  it('is made only once for the same content', async () => {
    const campaign = addDraft();
    await request(campaign);
    expect(await request(campaign, {}, ADMIN)).toMatchObject({ ok: true });
    expect(await countQueued()).toBe(2);
    changeProof(harness.service, campaign);
    await request(campaign);
    expect(await countQueued()).toBe(4);
  });

  it('is shown on the campaign’s page', async () => {
    const campaign = addDraft();
    await request(campaign);
    const sharing = await harness.admin(() =>
      readCampaignSharing({ id: campaign.id, status: 'draft', proof: campaign.proof, recipient_count: 3 }),
    );
    expect(sharing).toMatchObject({ value: { approvalRequest: { by: SENDER } } });
  });

  it('isn’t emailed if another member has approved, or if the recipient can’t approve anymore', async () => {
    const campaign = addDraft();
    await request(campaign);
    const db = await store();
    await db.update(members).set({ role: 'viewer' }).where(eq(members.email, THIRD_MEMBER));
    await decideAsMember(campaign, ADMIN);
    expect(await deliverAndListEmails()).toEqual([]);
    await db.update(members).set({ role: 'sender' }).where(eq(members.email, THIRD_MEMBER));
  });

  it('is refused if the campaign doesn’t need another member’s approval', async () => {
    const campaign = addDraft();
    await setRule({ rule: 'guest' });
    expect(await request(campaign)).toMatchObject({ failure: { code: 'no_approval_needed' } });
    await setRule({});
    await decideAsMember(campaign, ADMIN);
    expect(await request(campaign)).toMatchObject({ failure: { code: 'no_approval_needed' } });
    expect(await countQueued()).toBe(0);
  });

  it('is refused for a queued campaign and for viewers', async () => {
    expect(await request(addDraft({ status: 'queued' }))).toMatchObject({ failure: { kind: 'refused' } });
    expect(await request(addDraft(), {}, 'viewer@mailroom.test')).toMatchObject({
      failure: { kind: 'forbidden' },
    });
    expect(await countQueued()).toBe(0);
  });
});
