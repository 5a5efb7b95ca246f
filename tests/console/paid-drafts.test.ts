/** Tests reminders about campaigns that were paid for but not sent. */
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { watchCampaigns } from '#lib/notifications/campaign-watch.ts';
import { store } from '#lib/store/open.ts';
import { attempts } from '#lib/store/schema/attempts.ts';
import { indexedCampaigns } from '#lib/store/schema/campaign-index.ts';
import { members } from '#lib/store/schema/members.ts';
import { notifications, paidDrafts } from '#lib/store/schema/notifications.ts';
import { addDraftWithProof } from './support/approval.ts';
import { setUpHarness } from './support/harness.ts';
import { indexedRow } from './support/indexed-row.ts';
import { addMember } from './support/members.ts';
import { findMemberId, SENDER, setUpNotifications } from './support/notifications.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
const outbox = setUpNotifications(harness);
const { deliverAndListEmails } = outbox;
const ADMIN = 'admin@mailroom.test';
let nextId = 50_000;

beforeEach(async () => {
  const db = await store();
  for (const table of [indexedCampaigns, paidDrafts, attempts]) await db.delete(table);
});

const watch = async () => watchCampaigns(await store());

const readQueued = async () =>
  (await (await store()).select().from(notifications)).map(({ kind, about }) => `${kind} ${about}`);

async function addPayment(campaignId: number): Promise<void> {
  const db = await store();
  await db.insert(attempts).values({
    ...{ campaignId, operation: 'payCampaign', lockScope: 'mail', state: 'done', by: SENDER },
    memberId: await findMemberId(SENDER),
  });
}

describe('a campaign that was paid for but not sent for a day', () => {
  const addPaid = async (isPaidByMember = true) => {
    const campaign = addDraftWithProof(harness.service, { id: nextId++, status: 'draft', paid: 10 });
    const db = await store();
    await db.insert(indexedCampaigns).values({
      ...indexedRow(campaign.id, new Date(), { status: 'draft', scheduledAt: null }),
      alreadyPaid: 1_000,
      leftToPay: 0,
    });
    if (isPaidByMember) await addPayment(campaign.id);
    return campaign;
  };
  const passDay = async () =>
    (await store()).update(paidDrafts).set({ since: sql`${paidDrafts.since} - interval '24 hours'` });
  const makeDigestDue = async () =>
    (await store()).execute(
      sql`update notifications set digest_at = digest_at - interval '25 hours', next_delivery_at = next_delivery_at - interval '25 hours'`,
    );

  it('is reported once, after a day, in the daily digest of the member who paid', async () => {
    const { id } = await addPaid();
    await watch();
    expect(await readQueued()).toEqual([]);
    await passDay();
    await watch();
    await watch();
    expect(await readQueued()).toEqual([expect.stringMatching(`^campaign.paid_unsent ${id}@\\d+$`)]);
    expect(await deliverAndListEmails()).toEqual([]);
    await makeDigestDue();
    expect(await deliverAndListEmails()).toEqual([`${SENDER}: 1 notification from Mailroom`]);
    expect(outbox.smtpServer.emails[0]?.text).toContain(`/campaigns/${id}`);
  });

  it('is reported to the admins if no member of the team paid', async () => {
    await addPaid(false);
    await watch();
    await passDay();
    await watch();
    const rows = await (await store()).select().from(notifications);
    expect(rows).toMatchObject([{ memberId: await findMemberId(ADMIN) }]);
  });

  it.each([
    ['became a viewer', { role: 'viewer' }],
    ['was disabled', { disabledAt: new Date() }],
  ] as const)('is reported to the admins if the member who paid %s', async (_, change) => {
    const payer = await addMember(`${crypto.randomUUID()}@mailroom.test`, 'sender');
    const { id } = await addPaid(false);
    const db = await store();
    await db.insert(attempts).values({
      ...{ campaignId: id, operation: 'payCampaign', lockScope: 'mail', state: 'done', by: payer.email },
      memberId: payer.id,
    });
    await db.update(members).set(change).where(eq(members.id, payer.id));
    await watch();
    await passDay();
    await watch();
    const rows = await db.select().from(notifications);
    expect(rows).toMatchObject([{ memberId: await findMemberId(ADMIN) }]);
  });

  it('isn’t reported if it is sent within the day, and gets another day if it is then canceled', async () => {
    const { id } = await addPaid();
    const db = await store();
    const set = (status: string) =>
      db.update(indexedCampaigns).set({ status }).where(eq(indexedCampaigns.campaignId, id));
    await watch();
    await set('queued');
    await watch();
    await set('draft');
    await watch();
    const [tracked] = await db.select().from(paidDrafts);
    expect(tracked).toMatchObject({ campaignId: id, queuedAt: null });
    expect(Date.now() - (tracked?.since.getTime() ?? 0)).toBeLessThan(60_000);
    await passDay();
    await set('queued');
    await watch();
    expect(await readQueued()).toEqual([]);
    expect(await db.select().from(paidDrafts)).toEqual([]);
  });

  it('keeps its start time while the index is being rebuilt', async () => {
    await addPaid();
    const db = await store();
    await watch();
    const [before] = await db.select().from(paidDrafts);
    await db.update(indexedCampaigns).set({ readAt: null, status: null, leftToPay: null, alreadyPaid: null });
    await watch();
    expect(await db.select().from(paidDrafts)).toEqual([before]);
  });

  it('isn’t listed in the digest if it was sent in the meantime', async () => {
    const { id } = await addPaid();
    await watch();
    await passDay();
    await watch();
    await deliverAndListEmails();
    const db = await store();
    await db.update(indexedCampaigns).set({ status: 'queued' }).where(eq(indexedCampaigns.campaignId, id));
    await makeDigestDue();
    expect(await deliverAndListEmails()).toEqual([]);
  });
});
