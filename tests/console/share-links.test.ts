/** Links as the team makes, sees and revokes them. */
import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { revokeAction, shareAction } from '#app/(console)/campaigns/[id]/share/actions.ts';
import { verifyPassword } from '#lib/auth/password.ts';
import { issueSessionToken, sessionCookie } from '#lib/auth/session-token.ts';
import { DAY_MS } from '#lib/contract/limits.ts';
import { type ShareLinkOptions, revokeCampaignShareLink, createCampaignShareLink, readCampaignShareLink, readCampaignSharing } from '#lib/data/share-links.ts';
import type { ShareLink } from '#lib/domain/share-link.ts';
import { describeContentParts, describeVisibleParts } from '#lib/format/share-link.ts';
import type { FormState } from '#lib/forms/form-state.ts';
import { findMemberByEmail } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { shareLinks } from '#lib/store/schema.ts';
import { insertDecision, incrementVisits, findLiveShareLink } from '#lib/store/share-links.ts';
import { setUpHarness } from './support/harness.ts';
import { redirectOrResult } from './support/redirects.ts';
import { inRequest } from './support/request.ts';
import { ORIGIN, SECRET } from './support/settings.ts';
import { addCampaign } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
vi.mock('next/cache', () => ({ refresh: () => undefined }));

const harness = setUpHarness();
let nextId = 1;
beforeEach(() => {
  harness.applySettings({});
});

/** A draft with a proof. */
function drawn() {
  const id = nextId++;
  harness.service.files.set(`/files/${id}/proof.pdf`, '%PDF as it was');
  addCampaign(harness.service, { id, paid: 0, proof: `${harness.service.origin}/files/${id}/proof.pdf` });
  return { id, recipient_count: 3, proof: `${harness.service.origin}/files/${id}/proof.pdf` };
}
type Drawn = ReturnType<typeof drawn>;

const wanted: ShareLinkOptions = {
  label: 'For the owner',
  days: 14,
  shows: { price: false, recipients: false, metadata: false },
  guestsDecide: true,
};

/** As a sender makes it. */
async function made(campaign: Drawn, over: Partial<ShareLinkOptions> = {}): Promise<ShareLink> {
  const share = await harness.sender(() => createCampaignShareLink(campaign.id, { ...wanted, ...over }));
  if (!share.ok) throw new Error(JSON.stringify(share.failure));
  return seen(campaign, share.value.id);
}
async function seen(campaign: Drawn, id: string): Promise<ShareLink> {
  const found = await harness.sender(() => readCampaignShareLink(campaign, id));
  if (!found.ok) throw new Error(found.failure.kind);
  return found.value.link;
}
const tokenIn = ({ url }: ShareLink) => new URL(url ?? '').pathname.split('/').at(-1) ?? '';
const rowOf = async ({ id }: ShareLink) => {
  const [row] = await (await store()).select().from(shareLinks).where(sql`${shareLinks.id} = ${id}`);
  if (!row) throw new Error('There is no such row.');
  return row;
};

describe('a link', () => {
  it('has a token of 256 bits, of which only a hash is stored', async () => {
    const link = await made(drawn());
    const token = tokenIn(link);
    expect(link.url).toBe(`${ORIGIN}/share/${token}`);
    expect(token).toMatch(/^[\w-]{43}$/);
    const row = await rowOf(link);
    expect(row.tokenHash).toBe(createHash('sha256').update(token).digest('base64url'));
    expect(JSON.stringify(row)).not.toContain(token);
    expect((await findLiveShareLink(await store(), row.tokenHash))?.id).toBe(link.id);
  });

  it('is another one each time, of the same campaign too', async () => {
    const campaign = drawn();
    const links = await Promise.all(Array.from({ length: 20 }, () => made(campaign)));
    expect(new Set(links.map(tokenIn)).size).toBe(20);
  });

  it('is pinned to what the campaign is, and tells what is no longer so', async () => {
    const campaign = drawn();
    const link = await made(campaign);
    expect(link).toMatchObject({ changed: [], state: 'open', by: 'sender@mailroom.test', visits: null });
    const other = drawn();
    harness.service.files.set(`/files/${other.id}/proof.pdf`, '%PDF as it is now');
    addCampaign(harness.service, { id: campaign.id, price: 11, paid: 0 });
    const now = await seen({ ...campaign, proof: other.proof, recipient_count: 4 }, link.id);
    expect(now.changed).toEqual(['proof', 'recipients', 'price']);
    expect(describeContentParts(now.changed ?? [])).toBe('the proof, the recipients, and the price');
  });

  it('doesn’t say that something changed when that can’t be read', async () => {
    const campaign = drawn();
    const link = await made(campaign);
    const gone = { ...campaign, proof: `${campaign.proof}?moved` };
    harness.service.files.delete(`/files/${campaign.id}/proof.pdf`);
    expect((await seen(gone, link.id)).changed).toBeNull();
  });

  it('keeps a password as a hash, and what it shows', async () => {
    const shows = { price: true, recipients: false, metadata: true };
    const link = await made(drawn(), { password: 'open, sesame', shows, guestsDecide: false });
    expect(link).toMatchObject({ hasPassword: true, shows, guestsDecide: false });
    const { passwordHash } = await rowOf(link);
    expect(passwordHash).not.toContain('sesame');
    expect(await verifyPassword('open, sesame', passwordHash)).toBe(true);
    expect(describeVisibleParts(shows)).toBe('the proof, the price, and the metadata');
  });

  it('opens for as long as was said', async () => {
    const link = await made(drawn(), { days: 3 });
    expect(Math.abs(link.expiresAt - link.createdAt - 3 * DAY_MS)).toBeLessThan(60_000);
  });

  it('has no address any more when it has expired, and neither when the secret is another one', async () => {
    const campaign = drawn();
    const link = await made(campaign);
    harness.applySettings({ NEXTAUTH_SECRET: `another-${SECRET}` });
    const session = await findMemberByEmail(await store(), 'sender@mailroom.test');
    const cookies = session ? { [sessionCookie()]: await issueSessionToken(session) } : {};
    const anew = await inRequest({ cookies }, () => readCampaignShareLink(campaign, link.id));
    expect(anew).toMatchObject({ ok: true, value: { link: { url: null, state: 'open' } } });
    harness.applySettings({});
    await (await store())
      .update(shareLinks)
      .set({ expiresAt: new Date(Date.now() - 1) })
      .where(sql`${shareLinks.id} = ${link.id}`);
    expect(await seen(campaign, link.id)).toMatchObject({ url: null, state: 'expired', changed: null });
  });

  it('is only found under its own campaign', async () => {
    const link = await made(drawn());
    const other = drawn();
    const missing = { ok: false, failure: { kind: 'missing' } };
    expect(await harness.sender(() => readCampaignShareLink(other, link.id))).toEqual(missing);
    expect(await harness.sender(() => revokeCampaignShareLink(other.id, link.id))).toEqual(missing);
    for (const id of ['', 'x', "' or 1=1", crypto.randomUUID()])
      expect(await harness.sender(() => readCampaignShareLink(other, id))).toEqual(missing);
    expect((await rowOf(link)).revokedAt).toBeNull();
  });
});

it('nothing is shared while there is no proof, or while it can’t be read', async () => {
  const bare = addCampaign(harness.service, { id: nextId++ });
  expect(await harness.sender(() => createCampaignShareLink(bare.id, wanted))).toMatchObject({
    failure: { kind: 'refused', code: 'no_proof_yet' },
  });
  const campaign = drawn();
  harness.service.files.delete(`/files/${campaign.id}/proof.pdf`);
  expect(await harness.sender(() => createCampaignShareLink(campaign.id, wanted))).toMatchObject({
    failure: { kind: 'garbled' },
  });
  expect(await harness.sender(() => createCampaignShareLink(999_999, wanted))).toMatchObject({
    failure: { kind: 'missing' },
  });
  expect(await harness.sender(() => readCampaignSharing(campaign))).toMatchObject({ value: { links: [] } });
});

it('revoked, it opens nothing; revoked again, it stays so', async () => {
  const campaign = drawn();
  const [link, other] = [await made(campaign), await made(campaign)];
  const hash = (await rowOf(link)).tokenHash;
  expect(await harness.sender(() => revokeCampaignShareLink(campaign.id, link.id))).toMatchObject({ ok: true });
  expect(await findLiveShareLink(await store(), hash)).toBeUndefined();
  const { revokedAt } = await rowOf(link);
  expect(await harness.sender(() => revokeCampaignShareLink(campaign.id, link.id))).toMatchObject({ ok: true });
  expect((await rowOf(link)).revokedAt).toEqual(revokedAt);
  expect(await seen(campaign, link.id)).toMatchObject({ state: 'revoked', url: null });
  expect(await seen(campaign, other.id)).toMatchObject({ state: 'open' });
});

it('visits are counted by network, and decisions are seen with the link’s label', async () => {
  const campaign = drawn();
  const [link, quiet] = [await made(campaign), await made(campaign, { label: 'Quiet' })];
  const db = await store();
  for (const network of ['192.0.2.0/24', '192.0.2.0/24', '2001:db8:1::/48'])
    await incrementVisits(db, link.id, network);
  await insertDecision(db, {
    shareLinkId: link.id,
    campaignId: campaign.id,
    decision: 'changes',
    comment: '<b>Bluer</b>',
    name: 'Ann',
    email: 'ann@guest.example',
    fingerprint: 'of something else',
  });
  const sharing = await harness.sender(() => readCampaignSharing(campaign));
  if (!sharing.ok) throw new Error(sharing.failure.kind);
  const { links = [], approval, decisions } = sharing.value;
  expect(links.map(({ id, visits }) => [id, visits?.times, visits?.networks])).toEqual([
    [quiet.id, undefined, undefined],
    [link.id, 3, 2],
  ]);
  expect(approval.kind).toBe('void');
  expect(decisions).toMatchObject([{ comment: '<b>Bluer</b>', linkLabel: 'For the owner', isCurrent: false }]);
  const full = await harness.sender(() => readCampaignShareLink(campaign, link.id));
  expect(full).toMatchObject({
    value: {
      visits: expect.arrayContaining([expect.objectContaining({ network: '192.0.2.0/24', times: 2 })]),
    },
  });
});

it('viewers see what guests decided, and no link', async () => {
  const campaign = drawn();
  const link = await made(campaign);
  const sharing = await harness.viewer(() => readCampaignSharing(campaign));
  expect(sharing).toMatchObject({ ok: true, value: { approval: { kind: 'none' }, links: undefined } });
  expect(JSON.stringify(sharing)).not.toContain(tokenIn(link));
});

it('a page of a campaign that is shared with nobody reads no file', async () => {
  const campaign = drawn();
  harness.service.requests.length = 0;
  await harness.sender(() => readCampaignSharing(campaign));
  expect(harness.service.requests).toEqual([]);
});

describe('the forms', () => {
  type Action = (previous: FormState, form: FormData) => Promise<FormState>;
  const submit = async (action: Action, fields: Readonly<Record<string, string>>, who = 'sender') => {
    const member = await findMemberByEmail(await store(), `${who}@mailroom.test`);
    const cookies = member ? { [sessionCookie()]: await issueSessionToken(member) } : {};
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    return inRequest({ headers: { origin: ORIGIN }, cookies }, () => redirectOrResult(() => action({}, form)));
  };
  const linksOf = async ({ id }: Drawn) =>
    (await store()).select().from(shareLinks).where(sql`${shareLinks.campaignId} = ${id}`);

  it('make exactly what is ticked, and lead to the link', async () => {
    const campaign = drawn();
    const fields = { id: `${campaign.id}`, label: ' Ann ', days: '7', recipients: 'yes', decide: 'yes' };
    const answer = await submit(shareAction, fields);
    const [row] = await linksOf(campaign);
    expect(answer).toEqual({ to: `/campaigns/${campaign.id}/share/${row?.id}` });
    expect(row).toMatchObject({
      label: 'Ann',
      visibleParts: { price: false, recipients: true, metadata: false },
      guestsDecide: true,
      passwordHash: null,
    });
    expect(await submit(revokeAction, { id: `${campaign.id}`, link: row?.id ?? '' })).toEqual(answer);
    expect((await linksOf(campaign))[0]?.revokedAt).not.toBeNull();
  });

  it.each([
    ['label', { label: '' }],
    ['label', { label: 'a'.repeat(81) }],
    ['days', { days: '0' }],
    ['days', { days: '91' }],
    ['days', { days: '1.5' }],
    ['days', { days: '' }],
    ['password', { password: 'seven77' }],
    ['password', { password: 'x'.repeat(201) }],
    ['price', { price: 'on' }],
    ['proof', { proof: 'yes' }],
  ])('say what is wrong with %s: %o', async (field, wrong) => {
    const campaign = drawn();
    const answer = await submit(shareAction, { id: `${campaign.id}`, label: 'Ann', days: '7', ...wrong });
    expect(answer).toHaveProperty(['fields', field]);
    expect(answer).not.toHaveProperty('values.password');
    expect(await linksOf(campaign)).toEqual([]);
  });

  it('are for senders', async () => {
    const campaign = drawn();
    const link = await made(campaign);
    const forms: [Action, Record<string, string>][] = [
      [shareAction, { id: `${campaign.id}`, label: 'Ann', days: '7' }],
      [revokeAction, { id: `${campaign.id}`, link: link.id }],
    ];
    for (const [action, fields] of forms)
      expect(await submit(action, fields, 'viewer')).toMatchObject({ failure: { kind: 'forbidden' } });
    expect(await linksOf(campaign)).toMatchObject([{ id: link.id, revokedAt: null }]);
  });
});
