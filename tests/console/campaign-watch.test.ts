/**
 * Tests notifications about campaigns that go out soon without approval. The campaign index supplies only
 * candidates for these notifications.
 */
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { saveApprovalRule } from '#lib/data/approval.ts';
import { listOwnNotifications } from '#lib/data/notifications.ts';
import type { ApprovalSettings } from '#lib/domain/approval-rule.ts';
import { describeNotification } from '#lib/format/notification.ts';
import { watchCampaigns } from '#lib/notifications/campaign-watch.ts';
import { addDecidedContent } from '#lib/store/decided-contents.ts';
import { store } from '#lib/store/open.ts';
import { attempts } from '#lib/store/schema/attempts.ts';
import { indexedCampaigns } from '#lib/store/schema/campaign-index.ts';
import { decidedContents, guestDecisions, memberDecisions } from '#lib/store/schema/decisions.ts';
import { members } from '#lib/store/schema/members.ts';
import { notifications } from '#lib/store/schema/notifications.ts';
import { updateApprovalSettings } from '#lib/store/team-settings.ts';
import { MINUTE_MS } from '#lib/time-units.ts';
import { addDraftWithProof, addGuestDecision, changeProof } from './support/approval.ts';
import { openOnTwoServers } from './support/databases.ts';
import { readCurrentFingerprint } from './support/guest-decisions.ts';
import { setUpHarness } from './support/harness.ts';
import { indexedRow } from './support/indexed-row.ts';
import { expectValue } from './support/jobs.ts';
import { findMemberId, SENDER, setUpNotifications } from './support/notifications.ts';
import type { TinyCampaign } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
const outbox = setUpNotifications(harness);
const { deliverAndListEmails } = outbox;
const ADMIN = 'admin@mailroom.test';
let nextId = 40_000;

const setRule = (settings: Partial<ApprovalSettings>) =>
  harness.admin(() => saveApprovalRule({ rule: 'member', minimum: null, ...settings }));

beforeEach(async () => {
  const db = await store();
  for (const table of [indexedCampaigns, guestDecisions, memberDecisions, decidedContents, attempts])
    await db.delete(table);
  await setRule({});
});

const inMinutes = (minutes: number) =>
  new Date(Math.round((Date.now() + minutes * MINUTE_MS) / 1_000) * 1_000);

/** Adds a queued campaign, sent by the sender, to the mail service and to the index. */
async function addQueued(minutes = 50, index: Partial<typeof indexedCampaigns.$inferInsert> = {}) {
  const at = inMinutes(minutes);
  const campaign = addDraftWithProof(harness.service, {
    id: nextId++,
    status: 'queued',
    scheduled_at: at.toISOString(),
  });
  const db = await store();
  await db.insert(indexedCampaigns).values(indexedRow(campaign.id, at, index));
  await addAttempt(campaign.id);
  return campaign;
}

async function addAttempt(campaignId: number): Promise<void> {
  const db = await store();
  await db.insert(attempts).values({
    ...{ campaignId, operation: 'sendCampaign', lockScope: 'mail', state: 'done', by: SENDER },
    memberId: await findMemberId(SENDER),
  });
}

async function approve(campaign: TinyCampaign, email = ADMIN): Promise<void> {
  const db = await store();
  const fingerprint = await readCurrentFingerprint(campaign.id);
  const decision = { campaignId: campaign.id, decision: 'approved', by: email, fingerprint } as const;
  await db.insert(memberDecisions).values({ ...decision, memberId: await findMemberId(email) });
  await addDecidedContent(db, decision);
}

const watch = async () => watchCampaigns(await store());

const readQueued = async () =>
  (await (await store()).select().from(notifications)).map(({ kind, about }) => `${kind} ${about}`);

const subjectOf = ({ id }: TinyCampaign) => `Goes out without approval: Winter service (#${id})`;

describe('a campaign that is about to go out without approval', () => {
  it('is reported once to the member who sent it and to the admins', async () => {
    const campaign = await addQueued();
    await watch();
    await watch();
    expect(await deliverAndListEmails()).toEqual([
      `${ADMIN}: ${subjectOf(campaign)}`,
      `${SENDER}: ${subjectOf(campaign)}`,
    ]);
    await watch();
    expect(await deliverAndListEmails()).toHaveLength(2);
  });

  it('is reported again if it is rescheduled', async () => {
    const campaign = await addQueued(50);
    await watch();
    await deliverAndListEmails();
    const at = inMinutes(55);
    campaign.scheduled_at = at.toISOString();
    await (await store()).update(indexedCampaigns).set({ scheduledAt: at });
    await watch();
    expect(await deliverAndListEmails()).toHaveLength(4);
  });

  it.each([
    ['goes out in more than an hour', () => addQueued(61)],
    ['has gone out', () => addQueued(-1)],
    ['isn’t queued', () => addQueued(50, { status: 'draft' })],
    ['is gone', () => addQueued(50, { goneAt: new Date() })],
  ])('isn’t reported if it %s', async (_, add) => {
    await add();
    await watch();
    expect(await readQueued()).toEqual([]);
  });

  it('isn’t reported if the team has no rule, or if the rule doesn’t apply at the campaign’s price', async () => {
    await addQueued(50, { highestTotal: 1_000 });
    await setRule({ rule: 'none' });
    await watch();
    await setRule({ minimum: 1_001 });
    await watch();
    expect(await readQueued()).toEqual([]);
    await setRule({ minimum: 1_000 });
    await watch();
    expect(await readQueued()).toHaveLength(2);
  });

  it('is reported even if a thousand campaigns that go out earlier need no approval', async () => {
    const db = await store();
    const at = inMinutes(30);
    const cheap = Array.from({ length: 1_001 }, () => indexedRow(nextId++, at, { highestTotal: 999 }));
    await db.insert(indexedCampaigns).values(cheap);
    const campaign = await addQueued(50, { highestTotal: 1_000 });
    await setRule({ minimum: 1_000 });
    await watch();
    const about = expect.stringMatching(`^campaign.due_unapproved ${campaign.id}@`);
    expect(await readQueued()).toEqual([about, about]);
  });

  it('no longer shows as due once it has been canceled or rescheduled', async () => {
    const textsAfter = async (change: Partial<typeof indexedCampaigns.$inferInsert>) => {
      await (await store()).update(indexedCampaigns).set(change);
      const { items } = expectValue(await harness.admin(() => listOwnNotifications(1, 10)));
      return items.map(({ event, content }) =>
        describeNotification(event, content, { zone: 'UTC', locale: 'en-US' }),
      );
    };
    await addQueued();
    await watch();
    const due = [{ text: expect.stringContaining('Until then, the campaign can be canceled.') }];
    expect(await textsAfter({ title: 'Winter' })).toMatchObject(due);
    expect(await textsAfter({ status: 'draft' })).toMatchObject([{ text: 'No longer applies.' }]);
    expect(await textsAfter({ status: 'queued', scheduledAt: inMinutes(90) })).toMatchObject([
      { text: 'No longer applies.' },
    ]);
  });

  it('isn’t reported if another member approved it, but is reported if only the sender approved it', async () => {
    const approved = await addQueued();
    await approve(approved);
    const alone = await addQueued();
    await approve(alone, SENDER);
    await watch();
    expect(await deliverAndListEmails()).toEqual([
      `${ADMIN}: ${subjectOf(alone)}`,
      `${SENDER}: ${subjectOf(alone)}`,
    ]);
  });

  it('follows the mail service’s clock', async () => {
    harness.service.clockOffsetMs = 30 * MINUTE_MS;
    const campaign = await addQueued(80);
    await readCurrentFingerprint(campaign.id);
    await watch();
    expect(await readQueued()).toHaveLength(2);
    harness.service.clockOffsetMs = 0;
    await readCurrentFingerprint(campaign.id);
  });
});

describe('the email about a campaign that goes out without approval', () => {
  const queue = async () => {
    const campaign = await addQueued();
    await watch();
    expect(await readQueued()).toHaveLength(2);
    return campaign;
  };

  it.each<[string, (campaign: TinyCampaign) => unknown]>([
    ['was canceled', (campaign) => Object.assign(campaign, { status: 'draft' })],
    [
      'goes out at another time',
      (campaign) => Object.assign(campaign, { scheduled_at: '2027-01-01T00:00:00Z' }),
    ],
    ['went to production', (campaign) => Object.assign(campaign, { status: 'processing' })],
    ['was deleted', ({ id }) => harness.service.campaigns.delete(id)],
    ['was approved', (campaign) => approve(campaign)],
    ['doesn’t need an approval anymore', () => setRule({ rule: 'none' })],
  ])('isn’t sent if the campaign %s in the meantime', async (_, change) => {
    await change(await queue());
    expect(await deliverAndListEmails()).toEqual([]);
    const rows = await (await store()).select().from(notifications);
    expect(rows.every(({ closedAt }) => closedAt !== null)).toBe(true);
  });

  it('is sent if the content has changed since an approval', async () => {
    const campaign = await queue();
    await approve(campaign);
    changeProof(harness.service, campaign);
    expect(await deliverAndListEmails()).toHaveLength(2);
  });

  it('is sent if a guest requests changes', async () => {
    await setRule({ rule: 'guest' });
    const campaign = await addQueued();
    await addGuestDecision(campaign, 'approved');
    await watch();
    expect(await readQueued()).toEqual([]);
    await addGuestDecision(campaign, 'changes');
    await watch();
    expect(await deliverAndListEmails()).toHaveLength(2);
  });

  it('waits while the campaign can’t be read', async () => {
    const campaign = await queue();
    const { DIRECTMAIL_BASE_URL } = process.env;
    process.env.DIRECTMAIL_BASE_URL = 'http://127.0.0.1:9';
    harness.applySettings({
      SMTP_URL: outbox.smtpServer.url,
      MAIL_FROM: 'mailroom@console.test',
      DIRECTMAIL_BASE_URL: 'http://127.0.0.1:9',
    });
    expect(await deliverAndListEmails()).toEqual([]);
    harness.applySettings({
      SMTP_URL: outbox.smtpServer.url,
      MAIL_FROM: 'mailroom@console.test',
      DIRECTMAIL_BASE_URL,
    });
    const db = await store();
    expect((await db.select().from(notifications)).every(({ closedAt }) => closedAt === null)).toBe(true);
    await db.update(notifications).set({ nextDeliveryAt: sql`now()` });
    expect(await deliverAndListEmails()).toContain(`${SENDER}: ${subjectOf(campaign)}`);
  });

  it('is sent once to each member, even if two servers are watching', { timeout: 60_000 }, async () => {
    const campaign = await addQueued();
    const at = new Date(campaign.scheduled_at ?? '');
    const servers = await openOnTwoServers();
    const [{ db }] = servers;
    await db.insert(members).values([
      { email: SENDER, role: 'sender' },
      { email: ADMIN, role: 'admin' },
    ]);
    await updateApprovalSettings(db, { rule: 'member', minimum: null });
    await db.insert(indexedCampaigns).values(indexedRow(campaign.id, at));
    await Promise.all(servers.flatMap((server) => [watchCampaigns(server.db), watchCampaigns(server.db)]));
    expect(await db.select().from(notifications)).toMatchObject([
      { about: `${campaign.id}@${at.getTime()}`, memberId: await findMemberId(ADMIN, db) },
    ]);
  });
});
