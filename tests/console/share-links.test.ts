/** Share links as the team creates, views and revokes them. */
import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { revokeAction, shareAction } from '#app/(console)/campaigns/[id]/share/actions.ts';
import { verifyPassword } from '#lib/auth/password.ts';
import { issueSessionToken, sessionCookie } from '#lib/auth/session-token.ts';
import { DAY_MS } from '#lib/contract/limits.ts';
import {
  createCampaignShareLink,
  readCampaignShareLink,
  readCampaignSharing,
  revokeCampaignShareLink,
  type ShareLinkOptions,
} from '#lib/data/share-links.ts';
import type { ShareLink } from '#lib/domain/share-link.ts';
import { describeContentParts, describeVisibleParts } from '#lib/format/share-link.ts';
import type { FormState } from '#lib/forms/form-state.ts';
import { findMemberByEmail } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { shareLinks } from '#lib/store/schema.ts';
import { findLiveShareLink, incrementVisits, insertDecision } from '#lib/store/share-links.ts';
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

function draftWithProof() {
  const id = nextId++;
  harness.service.files.set(`/files/${id}/proof.pdf`, '%PDF before');
  addCampaign(harness.service, { id, paid: 0, proof: `${harness.service.origin}/files/${id}/proof.pdf` });
  return { id, recipient_count: 3, proof: `${harness.service.origin}/files/${id}/proof.pdf` };
}
type DraftWithProof = ReturnType<typeof draftWithProof>;

const OPTIONS: ShareLinkOptions = {
  label: 'For the owner',
  days: 14,
  visibleParts: { price: false, recipients: false, metadata: false },
  guestsDecide: true,
};

async function createLink(
  campaign: DraftWithProof,
  overrides: Partial<ShareLinkOptions> = {},
): Promise<ShareLink> {
  const created = await harness.sender(() =>
    createCampaignShareLink(campaign.id, { ...OPTIONS, ...overrides }),
  );
  if (!created.ok) throw new Error(JSON.stringify(created.failure));
  return readLink(campaign, created.value.id);
}
async function readLink(campaign: DraftWithProof, id: string): Promise<ShareLink> {
  const found = await harness.sender(() => readCampaignShareLink(campaign, id));
  if (!found.ok) throw new Error(found.failure.kind);
  return found.value.link;
}
const tokenFromLink = ({ url }: ShareLink) => new URL(url ?? '').pathname.split('/').at(-1) ?? '';
const readLinkRow = async ({ id }: ShareLink) => {
  const [row] = await (await store()).select().from(shareLinks).where(sql`${shareLinks.id} = ${id}`);
  if (!row) throw new Error(`No share link ${id}.`);
  return row;
};

describe('a share link', () => {
  it('has a 256-bit token, and only its hash is stored', async () => {
    const link = await createLink(draftWithProof());
    const token = tokenFromLink(link);
    expect(link.url).toBe(`${ORIGIN}/share/${token}`);
    expect(token).toMatch(/^[\w-]{43}$/);
    const row = await readLinkRow(link);
    expect(row.tokenHash).toBe(createHash('sha256').update(token).digest('base64url'));
    expect(JSON.stringify(row)).not.toContain(token);
    expect((await findLiveShareLink(await store(), row.tokenHash))?.id).toBe(link.id);
  });

  it('has a different token each time, even for the same campaign', async () => {
    const campaign = draftWithProof();
    const links = await Promise.all(Array.from({ length: 20 }, () => createLink(campaign)));
    expect(new Set(links.map(tokenFromLink)).size).toBe(20);
  });

  it('is pinned to the campaign’s content and lists the parts that have changed', async () => {
    const campaign = draftWithProof();
    const link = await createLink(campaign);
    expect(link).toMatchObject({ changed: [], state: 'open', by: 'sender@mailroom.test', visits: null });
    const other = draftWithProof();
    harness.service.files.set(`/files/${other.id}/proof.pdf`, '%PDF after');
    addCampaign(harness.service, { id: campaign.id, price: 11, paid: 0 });
    const now = await readLink({ ...campaign, proof: other.proof, recipient_count: 4 }, link.id);
    expect(now.changed).toEqual(['proof', 'recipients', 'price']);
    expect(describeContentParts(now.changed ?? [])).toBe('the proof, the recipients, and the price');
  });

  it('reports unknown changes if the content can’t be read', async () => {
    const campaign = draftWithProof();
    const link = await createLink(campaign);
    const moved = { ...campaign, proof: `${campaign.proof}?moved` };
    harness.service.files.delete(`/files/${campaign.id}/proof.pdf`);
    expect((await readLink(moved, link.id)).changed).toBeNull();
  });

  it('stores its password as a hash, and the parts that it shows', async () => {
    const visibleParts = { price: true, recipients: false, metadata: true };
    const link = await createLink(draftWithProof(), {
      password: 'open, sesame',
      visibleParts,
      guestsDecide: false,
    });
    expect(link).toMatchObject({ hasPassword: true, visibleParts, guestsDecide: false });
    const { passwordHash } = await readLinkRow(link);
    expect(passwordHash).not.toContain('sesame');
    expect(await verifyPassword('open, sesame', passwordHash)).toBe(true);
    expect(describeVisibleParts(visibleParts)).toBe('the proof, the price, and the metadata');
  });

  it('expires after the chosen number of days', async () => {
    const link = await createLink(draftWithProof(), { days: 3 });
    expect(Math.abs(link.expiresAt - link.createdAt - 3 * DAY_MS)).toBeLessThan(60_000);
  });

  it('has no URL after it expires or the secret changes', async () => {
    const campaign = draftWithProof();
    const link = await createLink(campaign);
    harness.applySettings({ NEXTAUTH_SECRET: `another-${SECRET}` });
    const member = await findMemberByEmail(await store(), 'sender@mailroom.test');
    const cookies = member ? { [sessionCookie()]: await issueSessionToken(member) } : {};
    const result = await inRequest({ cookies }, () => readCampaignShareLink(campaign, link.id));
    expect(result).toMatchObject({ ok: true, value: { link: { url: null, state: 'open' } } });
    harness.applySettings({});
    await (await store())
      .update(shareLinks)
      .set({ expiresAt: new Date(Date.now() - 1) })
      .where(sql`${shareLinks.id} = ${link.id}`);
    expect(await readLink(campaign, link.id)).toMatchObject({ url: null, state: 'expired', changed: null });
  });

  it('is found only under its own campaign', async () => {
    const link = await createLink(draftWithProof());
    const other = draftWithProof();
    const missing = { ok: false, failure: { kind: 'missing' } };
    expect(await harness.sender(() => readCampaignShareLink(other, link.id))).toEqual(missing);
    expect(await harness.sender(() => revokeCampaignShareLink(other.id, link.id))).toEqual(missing);
    for (const id of ['', 'x', "' or 1=1", crypto.randomUUID()])
      expect(await harness.sender(() => readCampaignShareLink(other, id))).toEqual(missing);
    expect((await readLinkRow(link)).revokedAt).toBeNull();
  });
});

it('creates no link while the campaign has no proof or the proof can’t be read', async () => {
  const withoutProof = addCampaign(harness.service, { id: nextId++ });
  expect(await harness.sender(() => createCampaignShareLink(withoutProof.id, OPTIONS))).toMatchObject({
    failure: { kind: 'refused', code: 'no_proof_yet' },
  });
  const campaign = draftWithProof();
  harness.service.files.delete(`/files/${campaign.id}/proof.pdf`);
  expect(await harness.sender(() => createCampaignShareLink(campaign.id, OPTIONS))).toMatchObject({
    failure: { kind: 'garbled' },
  });
  expect(await harness.sender(() => createCampaignShareLink(999_999, OPTIONS))).toMatchObject({
    failure: { kind: 'missing' },
  });
  expect(await harness.sender(() => readCampaignSharing(campaign))).toMatchObject({ value: { links: [] } });
});

it('makes a revoked link invalid, and revoking it again changes nothing', async () => {
  const campaign = draftWithProof();
  const [link, other] = [await createLink(campaign), await createLink(campaign)];
  const hash = (await readLinkRow(link)).tokenHash;
  expect(await harness.sender(() => revokeCampaignShareLink(campaign.id, link.id))).toMatchObject({
    ok: true,
  });
  expect(await findLiveShareLink(await store(), hash)).toBeUndefined();
  const { revokedAt } = await readLinkRow(link);
  expect(await harness.sender(() => revokeCampaignShareLink(campaign.id, link.id))).toMatchObject({
    ok: true,
  });
  expect((await readLinkRow(link)).revokedAt).toEqual(revokedAt);
  expect(await readLink(campaign, link.id)).toMatchObject({ state: 'revoked', url: null });
  expect(await readLink(campaign, other.id)).toMatchObject({ state: 'open' });
});

it('counts visits by network, and shows decisions with the link’s label', async () => {
  const campaign = draftWithProof();
  const [link, unvisited] = [await createLink(campaign), await createLink(campaign, { label: 'Unvisited' })];
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
    fingerprint: 'of other content',
  });
  const sharing = await harness.sender(() => readCampaignSharing(campaign));
  if (!sharing.ok) throw new Error(sharing.failure.kind);
  const { links = [], approval, decisions } = sharing.value;
  expect(links.map(({ id, visits }) => [id, visits?.times, visits?.networks])).toEqual([
    [unvisited.id, undefined, undefined],
    [link.id, 3, 2],
  ]);
  expect(approval.kind).toBe('void');
  expect(decisions).toMatchObject([
    { comment: '<b>Bluer</b>', linkLabel: 'For the owner', isCurrent: false },
  ]);
  const linkDetails = await harness.sender(() => readCampaignShareLink(campaign, link.id));
  expect(linkDetails).toMatchObject({
    value: {
      visits: expect.arrayContaining([expect.objectContaining({ network: '192.0.2.0/24', times: 2 })]),
    },
  });
});

it('shows viewers the guests’ decisions but no link', async () => {
  const campaign = draftWithProof();
  const link = await createLink(campaign);
  const sharing = await harness.viewer(() => readCampaignSharing(campaign));
  expect(sharing).toMatchObject({ ok: true, value: { approval: { kind: 'none' }, links: undefined } });
  expect(JSON.stringify(sharing)).not.toContain(tokenFromLink(link));
});

it('reads no file for a campaign without share links', async () => {
  const campaign = draftWithProof();
  harness.service.requests.length = 0;
  await harness.sender(() => readCampaignSharing(campaign));
  expect(harness.service.requests).toEqual([]);
});

describe('the share forms', () => {
  type Action = (previous: FormState, form: FormData) => Promise<FormState>;
  const submit = async (action: Action, fields: Readonly<Record<string, string>>, role = 'sender') => {
    const member = await findMemberByEmail(await store(), `${role}@mailroom.test`);
    const cookies = member ? { [sessionCookie()]: await issueSessionToken(member) } : {};
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    return inRequest({ headers: { origin: ORIGIN }, cookies }, () =>
      redirectOrResult(() => action({}, form)),
    );
  };
  const listLinkRows = async ({ id }: DraftWithProof) =>
    (await store()).select().from(shareLinks).where(sql`${shareLinks.campaignId} = ${id}`);

  it('create a link with the selected options and redirect to it', async () => {
    const campaign = draftWithProof();
    const fields = { id: `${campaign.id}`, label: ' Ann ', days: '7', recipients: 'yes', decide: 'yes' };
    const result = await submit(shareAction, fields);
    const [row] = await listLinkRows(campaign);
    expect(result).toEqual({ to: `/campaigns/${campaign.id}/share/${row?.id}` });
    expect(row).toMatchObject({
      label: 'Ann',
      visibleParts: { price: false, recipients: true, metadata: false },
      guestsDecide: true,
      passwordHash: null,
    });
    expect(await submit(revokeAction, { id: `${campaign.id}`, link: row?.id ?? '' })).toEqual(result);
    expect((await listLinkRows(campaign))[0]?.revokedAt).not.toBeNull();
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
  ])('report an error for %s with %o', async (field, overrides) => {
    const campaign = draftWithProof();
    const result = await submit(shareAction, { id: `${campaign.id}`, label: 'Ann', days: '7', ...overrides });
    expect(result).toHaveProperty(['fields', field]);
    expect(result).not.toHaveProperty('values.password');
    expect(await listLinkRows(campaign)).toEqual([]);
  });

  it('are refused to viewers', async () => {
    const campaign = draftWithProof();
    const link = await createLink(campaign);
    const forms: [Action, Record<string, string>][] = [
      [shareAction, { id: `${campaign.id}`, label: 'Ann', days: '7' }],
      [revokeAction, { id: `${campaign.id}`, link: link.id }],
    ];
    for (const [action, fields] of forms)
      expect(await submit(action, fields, 'viewer')).toMatchObject({ failure: { kind: 'forbidden' } });
    expect(await listLinkRows(campaign)).toMatchObject([{ id: link.id, revokedAt: null }]);
  });
});
