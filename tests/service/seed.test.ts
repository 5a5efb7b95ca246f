import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asc, count, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { V1_STATUSES } from '#lib/contract/campaign-values.ts';
import { type Database, type OpenDatabase, openDatabase } from '#lib/database/open.ts';
import { unitPriceCents } from '#service/rules/prices.ts';
import { MAILING_MS, PROCESSING_MS } from '#service/rules/production-times.ts';
import { countByStatus, planCampaigns } from '#service/seed/plan.ts';
import { seedDatabase } from '#service/seed/seed.ts';
import { queryCampaigns } from '#service/store/campaign-list.ts';
import { artworks, campaigns, charges, customers, recipientLists, senders } from '#service/store/schema.ts';
import { MIGRATIONS } from './fixture.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const NOW = Date.parse('2026-11-20T15:30:00Z');
const ADDRESS_FIELDS = [
  'address_city',
  'address_country',
  'address_line1',
  'address_state',
  'address_zip',
  'company',
  'name',
  'variables',
];
const NO_FILTER = { metaData: [], offset: 0, limit: 1 };

let root: string;
let open: OpenDatabase;
let db: Database;

async function openSeededDatabase(name: string, campaignCount: number): Promise<OpenDatabase> {
  const opened = await openDatabase({ folder: join(root, name), migrations: MIGRATIONS });
  await opened.db.transaction((tx) => seedDatabase(tx, { campaigns: campaignCount, now: NOW }));
  return opened;
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'mailroom-seed-'));
  open = await openSeededDatabase('usual', 150);
  db = open.db;
});
afterAll(async () => {
  await open.close();
  await rm(root, { recursive: true });
});

const allCampaigns = () => db.select().from(campaigns).orderBy(asc(campaigns.id));

test('every seeded customer has an email address and a sender, and some customers have credit', async () => {
  const rows = await db.select().from(customers).orderBy(asc(customers.id));
  expect(rows.map(({ email }) => email)).toEqual(
    expect.arrayContaining([
      'office@brightwater.example',
      'hello@roastandco.example',
      'desk@klinedental.example',
      'team@northside.example',
    ]),
  );
  expect(rows.length).toBeGreaterThanOrEqual(5);
  expect(rows.filter(({ creditCents }) => creditCents > 0).length).toBeGreaterThanOrEqual(2);
  expect(rows.some(({ creditCents }) => creditCents === 0)).toBe(true);
  const withSender = await db.selectDistinct({ id: senders.customerId }).from(senders);
  expect(withSender).toHaveLength(rows.length);
});

test('the seed creates 150 campaigns sorted by creation time, with every status and targeting method', async () => {
  const all = await allCampaigns();
  expect(all).toHaveLength(150);
  for (const status of V1_STATUSES) {
    expect(all.filter((campaign) => campaign.status === status)).toHaveLength(countByStatus(150)[status]);
  }
  expect(new Set(all.map(({ targetingMethod }) => targetingMethod))).toEqual(new Set(['map', 'csv']));
  expect(new Set(all.map(({ templateId }) => templateId)).size).toBe(12);
  const created = all.map(({ createdAt }) => createdAt.getTime());
  expect(created).toEqual([...created].sort((a, b) => a - b));
  expect(all.at(-1)?.id).toBe(1042);
  for (const { createdAt, updatedAt } of all) {
    expect(updatedAt.getTime()).toBeGreaterThanOrEqual(createdAt.getTime());
    expect(updatedAt.getTime()).toBeLessThanOrEqual(NOW);
  }
});

test('the first campaign created after seeding gets the next id', async () => {
  const [template] = await allCampaigns();
  if (!template) throw new Error('The seed has no campaign.');
  const { id: _, sentNumber: __, ...copy } = template;
  const [inserted] = await db.transaction(async (tx) => {
    const rows = await tx
      .insert(campaigns)
      .values({ ...copy, status: 'draft', scheduledAt: null, sentAt: null })
      .returning({ id: campaigns.id });
    await tx.delete(campaigns).where(eq(campaigns.id, rows[0]?.id ?? 0));
    return rows;
  });
  expect(inserted?.id).toBe(1043);
});

test('every seeded campaign has the status and times that production would set', async () => {
  for (const { status, scheduledAt, sentAt } of await allCampaigns()) {
    const ahead = (scheduledAt?.getTime() ?? 0) - NOW;
    const since = NOW - (sentAt?.getTime() ?? 0);
    if (status === 'draft') expect(scheduledAt).toBeNull();
    if (status === 'queued') {
      expect(ahead).toBeGreaterThan(20 * MINUTE);
      expect(ahead).toBeLessThan(90 * DAY);
    }
    if (status === 'processing') {
      expect(ahead).toBeLessThan(0);
      expect(ahead).toBeGreaterThan(30 * MINUTE - PROCESSING_MS);
    }
    if (status === 'sent') expect(since > 0 && since < MAILING_MS).toBe(true);
    if (status === 'mailed') expect(since).toBeGreaterThanOrEqual(MAILING_MS);
    if (sentAt) expect(sentAt.getTime() - (scheduledAt?.getTime() ?? 0)).toBe(PROCESSING_MS);
  }
  const queued = (await allCampaigns()).filter(({ status }) => status === 'queued');
  const ahead = queued.map(({ scheduledAt }) => (scheduledAt?.getTime() ?? 0) - NOW);
  expect(Math.min(...ahead)).toBeLessThan(45 * MINUTE);
  expect(Math.max(...ahead)).toBeGreaterThan(30 * DAY);
});

test('sent campaigns are numbered by sent_at without gaps', async () => {
  const sent = await db.select().from(campaigns).orderBy(asc(campaigns.sentAt), asc(campaigns.id));
  const numbered = sent.filter(({ sentAt }) => sentAt !== null);
  expect(numbered.map(({ sentNumber }) => sentNumber)).toEqual(numbered.map((_, i) => i + 1));
});

test('the exact price was charged for every paid or invoiced campaign', async () => {
  const rows = await db
    .select({ campaign: campaigns, size: artworks.size, credit: customers.creditCents })
    .from(campaigns)
    .innerJoin(artworks, eq(artworks.id, campaigns.artworkId))
    .innerJoin(customers, eq(customers.id, campaigns.customerId));
  const charged = new Map((await db.select().from(charges)).map((charge) => [charge.campaignId, charge]));
  let drafts = { paid: 0, open: 0, coveredByCredit: 0 };
  for (const { campaign, size, credit } of rows) {
    const pieces = campaign.recipientCount + (campaign.sendCopyToSender ? 1 : 0);
    const price = pieces * unitPriceCents(size, campaign.postageClass);
    const charge = charged.get(campaign.id);
    const isOpen = campaign.status === 'draft' && campaign.paidCents === 0;
    expect(campaign.paidCents).toBe(isOpen || campaign.onInvoice ? 0 : price);
    expect(charge?.cardCents).toBe(isOpen ? undefined : price);
    if (charge) expect(charge.kind).toBe(campaign.onInvoice ? 'invoice' : 'token');
    if (campaign.status !== 'draft') continue;
    drafts = {
      paid: drafts.paid + (isOpen ? 0 : 1),
      open: drafts.open + (isOpen ? 1 : 0),
      coveredByCredit: drafts.coveredByCredit + (isOpen && price <= credit ? 1 : 0),
    };
  }
  expect(drafts.paid).toBeGreaterThanOrEqual(3);
  expect(drafts.open).toBeGreaterThanOrEqual(10);
  expect(drafts.coveredByCredit).toBeGreaterThanOrEqual(1);
});

test('every campaign has a recipient list and a sender that belong to its customer', async () => {
  const rows = await db
    .select({ customer: campaigns.customerId, list: recipientLists.customerId, sender: senders.customerId })
    .from(campaigns)
    .innerJoin(recipientLists, eq(recipientLists.id, campaigns.recipientListId))
    .innerJoin(senders, eq(senders.id, campaigns.senderId));
  expect(rows).toHaveLength(150);
  for (const { customer, list, sender } of rows) expect([list, sender]).toEqual([customer, customer]);
});

test('each campaign exposes at most 25 complete addresses, and its artwork shows the first address’s name', async () => {
  const rows = await db
    .select({ list: recipientLists, values: artworks.values })
    .from(campaigns)
    .innerJoin(recipientLists, eq(recipientLists.id, campaigns.recipientListId))
    .innerJoin(artworks, eq(artworks.id, campaigns.artworkId));
  for (const { list, values } of rows) {
    expect(list.exposedAddresses.length).toBeGreaterThan(5);
    expect(list.exposedAddresses.length).toBeLessThanOrEqual(25);
    expect(list.exposedAddresses[0]?.name).toBe(values.recipient_name);
    for (const address of list.exposedAddresses) {
      expect(Object.keys(address).sort()).toEqual(ADDRESS_FIELDS);

      expect(address.address_zip).toMatch(/^\d{5}$/);
    }
  }
});

test('each list filter counts the seeded campaigns correctly', async () => {
  const all = await allCampaigns();
  const total = async (filter: object) => (await queryCampaigns(db, { ...NO_FILTER, ...filter })).total;
  expect(await total({})).toBe(150);
  for (const status of V1_STATUSES) expect(await total({ status })).toBe(countByStatus(150)[status]);
  for (const targeting of ['map', 'csv'] as const) {
    expect(await total({ targeting })).toBe(all.filter((one) => one.targetingMethod === targeting).length);
  }
  const [{ customerId = 0, metaData = {} } = {}] = all;
  expect(await total({ customerId })).toBe(all.filter((one) => one.customerId === customerId).length);
  expect(await total({ metaData: [{ key: 'order', value: metaData.order }] })).toBe(1);
  const region = metaData.region ?? '';
  expect(await total({ metaData: [{ key: 'region', value: region }] })).toBe(
    all.filter((one) => one.metaData.region === region).length,
  );
  const sentFrom = new Date(NOW - 30 * DAY);
  expect(await total({ sentFrom })).toBe(all.filter(({ sentAt }) => sentAt && sentAt >= sentFrom).length);
});

test('seeding two databases with the same time creates the same campaigns', async () => {
  const secondSeed = await openSeededDatabase('second', 150);
  try {
    const rows = await secondSeed.db.select().from(campaigns).orderBy(asc(campaigns.id));
    expect(rows).toEqual(await allCampaigns());
    expect(await secondSeed.db.select({ digest: artworks.digest }).from(artworks)).toEqual(
      await db.select({ digest: artworks.digest }).from(artworks),
    );
  } finally {
    await secondSeed.close();
  }
});

test.each([0, 1, 2, 5, 7, 31])('the seed plans exactly %i campaigns', (campaignCount) => {
  const counts = Object.values(countByStatus(campaignCount));
  expect(counts.reduce((sum, one) => sum + one, 0)).toBe(campaignCount);
  if (campaignCount >= 5) expect(Math.min(...counts)).toBeGreaterThanOrEqual(1);
  expect(planCampaigns(campaignCount, NOW)).toHaveLength(campaignCount);
});

test('the seed creates customers and templates even without campaigns', async () => {
  const empty = await openSeededDatabase('empty', 0);
  try {
    const [customerCount] = await empty.db.select({ total: count() }).from(customers);
    expect(customerCount?.total).toBeGreaterThanOrEqual(5);
    expect((await queryCampaigns(empty.db, NO_FILTER)).total).toBe(0);
  } finally {
    await empty.close();
  }
});
