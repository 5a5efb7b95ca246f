/** Tests campaigns' titles and notes: who can change them, and who sees them. */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { loadCampaign } from '#app/(console)/campaigns/[id]/loader.ts';
import { saveTitleAction } from '#app/(console)/campaigns/[id]/title/actions.ts';
import { GET as exportGET } from '#app/(console)/campaigns/export/route.ts';
import { loadCampaigns } from '#app/(console)/campaigns/loader.ts';
import { loadOverview } from '#app/(console)/loader.ts';
import { readCampaignList } from '#lib/data/campaign-list.ts';
import { readGuestReview } from '#lib/data/guest/review.ts';
import { startPayment } from '#lib/data/paying.ts';
import { readPaymentReturn } from '#lib/data/payment-return.ts';
import { searchAll } from '#lib/data/search.ts';
import { sendCampaign } from '#lib/data/sending.ts';
import { readTitlesAndNotes, saveTitleAndNote } from '#lib/data/titles-and-notes.ts';
import { indexedFields } from '#lib/domain/campaign-reading.ts';
import type { TitleAndNote } from '#lib/domain/title-and-note.ts';
import { campaignName } from '#lib/format/campaign.ts';
import { describeEventDetails } from '#lib/format/security-event.ts';
import { readCampaignQuery } from '#lib/forms/campaign-query.ts';
import { recordCampaigns, recordGone } from '#lib/store/campaign-index.ts';
import { store } from '#lib/store/open.ts';
import { indexedCampaigns } from '#lib/store/schema/campaign-index.ts';
import { submitForm } from './support/forms.ts';
import { setUpHarness } from './support/harness.ts';
import { markIndexComplete } from './support/index-state.ts';
import { addMember, asFormOf, asMember, type RunAs, signedOut } from './support/members.ts';
import { setUpNotifications } from './support/notifications.ts';
import { requestProxy } from './support/proxy.ts';
import { readEvents } from './support/security-events.ts';
import { createShareLink, newGuest } from './support/share-links.ts';
import { addCampaign, orderAmounts } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
const outbox = setUpNotifications(harness);
const DATE_SETTINGS = { zone: 'UTC', locale: 'en-US' };
const OURS: TitleAndNote = { title: 'Holiday wave 2', note: 'Ask Zorblax before sending' };
const SECRET = /Holiday wave 2|Zorblax/;
let nextId = 1;
let id: number;

beforeEach(async () => {
  ({ id } = addCampaign(harness.service, { id: nextId++, paid: 0 }));
  harness.service.requests.length = 0;
  await markIndexComplete(false);
});

const readGiven = async (runAs: RunAs = harness.viewer) =>
  (await runAs(() => readTitlesAndNotes([id]))).get(id);
const save = (next: TitleAndNote, revision = 0, runAs: RunAs = harness.sender) =>
  runAs(() => saveTitleAndNote(id, next, revision));

/** Marks the campaign index as complete, so that lists are read from it. */
async function completeIndex(): Promise<void> {
  const db = await store();
  await recordCampaigns(db, [readingOf('draft', 1_000)]);
  await markIndexComplete();
}

/** Submits the form as a sender. */
const submit = async (fields: Record<string, string>) =>
  (await asFormOf('sender@mailroom.test'))(() => submitForm(saveTitleAction, fields));

const readingOf = (status: string, requestedMsAgo: number) => ({
  campaignId: id,
  fields: indexedFields({ id, status, template_id: 5, updated_at: new Date().toISOString() }),
  requestedMsAgo,
});

const listTitles = async (params: Record<string, string>) => {
  const listing = await harness.viewer(() =>
    readCampaignList(readCampaignQuery(params, 'UTC'), { page: 1, perPage: 25 }),
  );
  if (!listing.ok || listing.value.kind !== 'indexed') throw new Error('The index was not read.');
  return listing.value.list.items.map(({ campaign, given }) => [campaign.id, given?.title]);
};

describe('changing a title and a note', () => {
  it('is refused for viewers, guests, and members who lost their role, and changes nothing', async () => {
    const forbidden = { ok: false, failure: { kind: 'forbidden' } };
    expect(await save(OURS, 0, harness.viewer)).toEqual(forbidden);
    expect(await save(OURS, 0, signedOut)).toEqual(forbidden);
    const dana = await addMember('dana@mailroom.test', 'sender');
    const asDana = await asMember(dana);
    await addMember('dana@mailroom.test', 'viewer');
    expect(await save(OURS, 0, asDana)).toEqual(forbidden);
    expect(await readGiven()).toBeUndefined();
  });

  it('is allowed for senders and admins', async () => {
    expect(await save(OURS)).toEqual({ ok: true, value: { kind: 'saved' } });
    expect(await save({ ...OURS, note: null }, 1, harness.admin)).toMatchObject({ ok: true });
    expect(await readGiven()).toMatchObject({ title: OURS.title, note: null, revision: 2 });
  });

  it('is refused for a campaign that doesn’t exist', async () => {
    const missing = { ok: false, failure: { kind: 'missing' } };
    expect(await harness.sender(() => saveTitleAndNote(999_999, OURS, 0))).toEqual(missing);
  });
});

describe('a change', () => {
  it('is recorded with the old and new values, which every member can see', async () => {
    await save(OURS);
    await save({ title: null, note: 'x'.repeat(1_000) }, 1, harness.admin);
    const [title] = await readEvents(harness.viewer, 'campaign.title_changed');
    const [note] = await readEvents(harness.viewer, 'campaign.note_changed');
    expect(title).toMatchObject({ by: 'admin@mailroom.test', campaignId: id });
    expect(title?.details && describeEventDetails(title.details)).toBe(
      'Title: — · Earlier title: Holiday wave 2',
    );
    expect(note?.details).toEqual({ note: 'x'.repeat(1_000), old_note: OURS.note });
  });

  it('is neither saved nor recorded if nothing changed', async () => {
    await save(OURS);
    await save(OURS, 1);
    expect(await readGiven()).toMatchObject({ revision: 1 });
    const events = await readEvents(harness.viewer, 'campaign.title_changed');
    expect(events.filter(({ campaignId }) => campaignId === id)).toHaveLength(1);
  });

  it('doesn’t overwrite another member’s change, but shows it', async () => {
    await save(OURS, 0, harness.admin);
    const fields = { id: String(id), revision: '0', title: 'Mine', note: 'My note' };
    const state = await submit(fields);
    expect(state).toMatchObject({
      message: expect.stringContaining('admin@mailroom.test changed the title or the note'),
      values: { title: 'Mine', note: 'My note', revision: '1' },
    });
    expect((state as { message: string }).message).toContain('“Holiday wave 2”');
    expect((state as { message: string }).message).toContain('“Ask Zorblax before sending”');
    expect(await readGiven()).toMatchObject(OURS);
    const again = { ...fields, revision: '1' };
    expect(await submit(again)).toEqual({ to: `/campaigns/${id}` });
    expect(await readGiven()).toMatchObject({ title: 'Mine', note: 'My note' });
  });

  it('is saved only once if two members save at the same time', async () => {
    const results = await Promise.all([
      save({ title: 'One', note: null }),
      save({ title: 'Two', note: null }, 0, harness.admin),
    ]);
    const kinds = results.map((result) => result.ok && result.value.kind);
    expect(kinds.sort()).toEqual(['changed_meanwhile', 'saved']);
    expect(await readGiven()).toMatchObject({ revision: 1 });
  });

  it.each([
    ['title', 'x'.repeat(121), 'Use 120 characters or fewer.'],
    ['title', 'a\u202Eb', 'This text contains invisible characters. Type it again instead of pasting it.'],
    ['title', '\u200D', 'Use at least one letter, digit, or symbol.'],
    ['note', 'x'.repeat(1_001), 'Use 1,000 characters or fewer.'],
    ['note', 'a\u2066b', 'This text contains invisible characters. Type it again instead of pasting it.'],
  ])('is refused with a sentence beside the field: %s %j', async (field, text, sentence) => {
    const fields = { id: String(id), revision: '0', title: 'Kept', note: 'Kept', [field]: text };
    const state = await submit(fields);
    expect(state).toMatchObject({ fields: { [field]: sentence }, values: { [field]: text } });
    expect(await readGiven()).toBeUndefined();
  });
});

describe('a title or a note in the index', () => {
  it('is found by search and in lists', async () => {
    await save(OURS);
    await completeIndex();
    expect(await listTitles({ q: `holiday zorb ${id}` })).toEqual([[id, OURS.title]]);
    const found = await harness.viewer(() => searchAll(`zorblax ${id}`));
    expect(found.ok && found.value.campaigns.map(({ campaign }) => campaign.id)).toContain(id);
    await save({ title: null, note: null }, 1);
    expect(await listTitles({ q: 'zorb' })).not.toContainEqual([id, OURS.title]);
  });

  it('is kept when the campaign is read again, no longer exists, or is indexed again', async () => {
    const db = await store();
    await completeIndex();
    await save(OURS);
    await recordCampaigns(db, [readingOf('queued', 0)]);
    expect(await listTitles({ q: 'zorblax' })).toContainEqual([id, OURS.title]);
    await recordGone(db, id, 0);
    expect(await readGiven()).toMatchObject(OURS);
    await db.delete(indexedCampaigns);
    await recordCampaigns(db, [readingOf('draft', 0)]);
    expect(await listTitles({ q: 'zorblax' })).toEqual([[id, OURS.title]]);
  });

  it('doesn’t change the totals', async () => {
    await completeIndex();
    const totals = async () => {
      const listing = await harness.viewer(() =>
        readCampaignList(readCampaignQuery({}, 'UTC'), { page: 1, perPage: 1 }),
      );
      return listing.ok && listing.value.kind === 'indexed' && listing.value.list.totals;
    };
    const before = await totals();
    await save(OURS);
    expect(await totals()).toEqual(before);
  });
});

describe('a title', () => {
  it('is shown on the campaign’s pages, in lists from the mail service, and on the overview', async () => {
    await save(OURS);
    const view = await harness.viewer(() => loadCampaign(id));
    expect(view).toMatchObject({ value: { name: OURS.title, template: 'Just listed', given: OURS } });
    const { list } = await harness.viewer(() =>
      loadCampaigns(readCampaignQuery({ per_page: '100' }, 'UTC'), DATE_SETTINGS),
    );
    const listed = list.kind === 'listed' && list.items.find(({ campaign }) => campaign.id === id);
    expect(listed && campaignName(listed.given, listed.templateName)).toBe(OURS.title);
    const overview = await harness.viewer(() => loadOverview('UTC'));
    const entries = overview.ok ? Object.values(overview.value.lists).flatMap((found) => found.entries) : [];
    const entry = entries.find((found) => found.listed.campaign.id === id);
    expect(entry?.listed.given).toMatchObject(OURS);
  });

  it('is shown in emails', async () => {
    const campaign = outbox.addPaidDraft({ scheduled_at: '2026-12-24T09:00:00Z' });
    await harness.sender(() => saveTitleAndNote(campaign.id, OURS, 0));
    await harness.sender(() => sendCampaign(campaign.id, {}));
    expect(await outbox.deliverAndListEmails()).toEqual([
      `sender@mailroom.test: Scheduled: Holiday wave 2 (#${campaign.id})`,
    ]);
  });

  it('is in the CSV export with the note, and formulas are escaped', async () => {
    await completeIndex();
    await save({ title: '=1+1', note: '@evil' });
    const response = await harness.viewer(() => exportGET(new Request(`http://x/campaigns/export?q=${id}`)));
    const [header, line] = (await response.text()).replace('\uFEFF', '').split('\r\n');
    expect(header).toMatch(/^campaign,title,note,/);
    expect(line).toMatch(new RegExp(`^${id},'=1\\+1,'@evil,`));
  });
});

describe('a title or a note outside the team', () => {
  it('isn’t sent to the mail service, even when the campaign is paid for and sent', async () => {
    await save(OURS);
    const campaign = harness.service.campaigns.get(id);
    if (!campaign) throw new Error('The campaign is missing.');
    const agreed = { sender_copy: campaign.senderCopy, ...orderAmounts(campaign) };
    await harness.sender(() => startPayment(id, { agreed }));
    campaign.paid = 10;
    await harness.sender(() => sendCampaign(id, {}));
    expect(harness.service.requests.length).toBeGreaterThan(3);
    expect(decodeURIComponent(JSON.stringify(harness.service.requests))).not.toMatch(SECRET);
  });

  it('isn’t shown to guests', async () => {
    await save(OURS);
    const visibleParts = { price: true, recipients: true, metadata: true };
    const { token } = await createShareLink({ campaignId: id, visibleParts });
    const review = await newGuest().run(() => readGuestReview(token, (work) => void work()));
    expect(review).toMatchObject({ state: 'open', page: { ok: true, value: { title: 'Just listed' } } });
    expect(JSON.stringify(review)).not.toMatch(SECRET);
  });

  it('isn’t shown to payers on the return page', async () => {
    await save(OURS);
    const campaign = harness.service.campaigns.get(id);
    if (!campaign) throw new Error('The campaign is missing.');
    const agreed = { sender_copy: campaign.senderCopy, ...orderAmounts(campaign) };
    await harness.sender(() => startPayment(id, { agreed }));
    const call = harness.service.requests.find(({ method }) => method === 'POST');
    const redirectUri = new URL(call?.url ?? '', 'http://x').searchParams.get('redirect_uri') ?? '';
    const state = new URL(redirectUri).searchParams.get('state') ?? '';
    const result = await signedOut(() => readPaymentReturn(state, true));
    expect(result).toMatchObject({ campaignId: id });
    expect(JSON.stringify(result)).not.toMatch(SECRET);
  });

  it('isn’t in the API’s responses', async () => {
    await save(OURS);
    for (const path of [`/v1/campaigns/${id}`, '/v1/campaigns', `/v1/campaigns/${id}/checkout`]) {
      const response = await requestProxy(harness.admin, 'GET', path);
      expect(response.status).toBe(200);
      expect(await response.text()).not.toMatch(SECRET);
    }
  });

  it('isn’t read for callers who aren’t signed in', async () => {
    await save(OURS);
    expect(await readGiven(signedOut)).toBeUndefined();
  });
});

it('the copies in the index match what members saved', async () => {
  await save(OURS);
  const [row] = await (await store())
    .select()
    .from(indexedCampaigns)
    .where(eq(indexedCampaigns.campaignId, id));
  expect(row).toMatchObject(OURS);
});
