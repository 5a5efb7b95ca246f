/** Tests when a page can show a campaign from the campaign index, and when a page can arrive in parts. */
import { eq } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { sendCampaign } from '#lib/data/sending.ts';
import { readStoredCampaign } from '#lib/data/stored-campaigns.ts';
import { isClientNavigation } from '#lib/http/client-navigation.ts';
import { allRecorded } from '#lib/index/learn.ts';
import { store } from '#lib/store/open.ts';
import { attempts } from '#lib/store/schema/attempts.ts';
import { confirmedReadings, indexedCampaigns } from '#lib/store/schema/campaign-index.ts';
import { setUpHarness } from './support/harness.ts';
import { indexedRow } from './support/indexed-row.ts';
import { signedOut } from './support/members.ts';
import { inRequest } from './support/request.ts';
import { addCampaign } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
const SCHEDULED = new Date('2026-12-01T12:00:00Z');
const READ_AT = new Date('2026-11-20T12:00:00Z');
let nextId = 1;

/** Adds a campaign to the index. @returns the campaign's id */
async function addRow(more: Partial<typeof indexedCampaigns.$inferInsert> = {}): Promise<number> {
  const id = nextId++;
  await (await store())
    .insert(indexedCampaigns)
    .values(indexedRow(id, SCHEDULED, { readAt: READ_AT, ...more }));
  return id;
}

const read = (id: number) => harness.viewer(() => readStoredCampaign(id));
const NOTHING = { ok: true, value: undefined };

describe('the stored campaign', () => {
  it('contains the mail service’s last response and its time, and is read without calling the mail service', async () => {
    const id = await addRow();
    const confirmedAt = new Date('2026-11-21T12:00:00Z');
    await (await store()).insert(confirmedReadings).values({ campaignId: id, confirmedAt });
    harness.service.requests.length = 0;
    expect(await read(id)).toMatchObject({
      ok: true,
      value: {
        campaign: { id, status: 'queued', price: '$10.00' },
        customer: { id: 7, email: 'office@brightwater.example' },
        readAt: confirmedAt.getTime(),
      },
    });
    expect(harness.service.requests).toEqual([]);
  });

  it('isn’t shown to people who aren’t members', async () => {
    const id = await addRow();
    expect(await signedOut(() => readStoredCampaign(id))).toMatchObject({ ok: false });
  });

  it('is missing if the campaign was never read, or was deleted', async () => {
    expect(await read(999_999)).toEqual(NOTHING);
    expect(await read(await addRow({ readAt: null }))).toEqual(NOTHING);
    expect(await read(await addRow({ goneAt: READ_AT }))).toEqual(NOTHING);
  });

  it('is missing while the sync is off', async () => {
    const id = await addRow();
    harness.applySettings({ DIRECTMAIL_SYNC_CALLS_PER_MINUTE: '0' });
    const stored = await read(id);
    harness.applySettings({});
    expect(stored).toEqual(NOTHING);
    expect(await read(id)).not.toEqual(NOTHING);
  });

  it('is missing while the outcome of a payment or mailing is unknown', async () => {
    const id = await addRow();
    const attempt = { campaignId: id, operation: 'sendCampaign', by: 'a@b.example' } as const;
    await (await store()).insert(attempts).values({ ...attempt, lockScope: 'mail', state: 'unknown' });
    expect(await read(id)).toEqual(NOTHING);
  });

  it('is missing if it is older than a successful mailing', async () => {
    const { id } = addCampaign(harness.service, { id: nextId++ });
    expect(await harness.sender(() => sendCampaign(id, {}))).toMatchObject({ ok: true });
    await allRecorded();
    const db = await store();
    await db.insert(indexedCampaigns).values(indexedRow(id, SCHEDULED)).onConflictDoNothing();
    expect(await read(id)).toMatchObject({ value: { campaign: { status: 'queued' } } });
    await db.update(indexedCampaigns).set({ status: 'draft' }).where(eq(indexedCampaigns.campaignId, id));
    expect(await read(id)).toEqual(NOTHING);
  });
});

describe('a page', () => {
  const path = '/campaigns/1?recipients=all';
  const from = (referer: string, dest = 'empty') =>
    inRequest({ headers: { 'sec-fetch-dest': dest, referer, 'x-mailroom-path': path } }, isClientNavigation);

  it('may arrive in parts if a script requests it from another page', async () => {
    expect(await from('https://mailroom.example/campaigns')).toBe(true);
    expect(await from('https://mailroom.example/campaigns/1')).toBe(true);
  });

  it('arrives as a whole if the browser opens a document, refreshes the page, or doesn’t send the headers that show what it is doing', async () => {
    expect(await from('https://mailroom.example/campaigns', 'document')).toBe(false);
    expect(await from(`https://mailroom.example${path}`)).toBe(false);
    expect(await from('not a URL')).toBe(false);
    expect(await inRequest({ headers: { 'sec-fetch-dest': 'empty' } }, isClientNavigation)).toBe(false);
    expect(await inRequest({}, isClientNavigation)).toBe(false);
  });
});
