/** Tests how members create, view, and revoke share links. */
import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { verifyPassword } from '#lib/auth/password.ts';
import { issueSessionToken, sessionCookie } from '#lib/auth/session-token.ts';
import { readCampaignSharing } from '#lib/data/campaign-sharing.ts';
import {
  createCampaignShareLink,
  readCampaignShareLink,
  revokeCampaignShareLink,
} from '#lib/data/share-links.ts';
import type { ShareLink } from '#lib/domain/share-link.ts';
import { describeContentParts, describeVisibleParts } from '#lib/format/share-link.ts';
import { findMemberByEmail } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { shareLinks } from '#lib/store/schema/share-links.ts';
import { findLiveShareLink } from '#lib/store/share-links.ts';
import { DAY_MS } from '#lib/time-units.ts';
import { setUpHarness } from './support/harness.ts';
import { inRequest } from './support/request.ts';
import { ORIGIN, SECRET } from './support/settings.ts';
import { createTeamLinks, OPTIONS, tokenFromShareUrl } from './support/team-links.ts';
import { addCampaign } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
const { addDraft, createLink, readLink } = createTeamLinks(harness);
beforeEach(() => {
  harness.applySettings({});
});

const readLinkRow = async ({ id }: ShareLink) => {
  const [row] = await (await store()).select().from(shareLinks).where(sql`${shareLinks.id} = ${id}`);
  if (!row) throw new Error(`No share link ${id}.`);
  return row;
};

describe('a share link', () => {
  it('is stored with a hash of its 256-bit token, but without the token', async () => {
    const link = await createLink(addDraft());
    const token = tokenFromShareUrl(link);
    expect(link.url).toBe(`${ORIGIN}/share/${token}`);
    expect(token).toMatch(/^[\w-]{43}$/);
    const row = await readLinkRow(link);
    expect(row.tokenHash).toBe(createHash('sha256').update(token).digest('base64url'));
    expect(JSON.stringify(row)).not.toContain(token);
    expect((await findLiveShareLink(await store(), row.tokenHash))?.id).toBe(link.id);
  });

  it('has a unique token, even if the campaign has other links', async () => {
    const campaign = addDraft();
    const links = await Promise.all(Array.from({ length: 20 }, () => createLink(campaign)));
    expect(new Set(links.map(tokenFromShareUrl)).size).toBe(20);
  });

  it('shows which parts of the campaign have changed since a member created the link', async () => {
    const campaign = addDraft();
    const link = await createLink(campaign);
    expect(link).toMatchObject({ changed: [], state: 'open', by: 'sender@mailroom.test', visits: null });
    const other = addDraft();
    harness.service.files.set(`/files/${other.id}/proof.pdf`, '%PDF after');
    addCampaign(harness.service, { id: campaign.id, price: 11, paid: 0 });
    const now = await readLink({ ...campaign, proof: other.proof, recipient_count: 4 }, link.id);
    expect(now.changed).toEqual(['proof', 'recipients', 'price']);
    expect(describeContentParts(now.changed ?? [])).toBe('the proof, the recipients, and the price');
  });

  it('doesn’t show any changes if the content can’t be read', async () => {
    const campaign = addDraft();
    const link = await createLink(campaign);
    const moved = { ...campaign, proof: `${harness.service.origin}/files/${campaign.id}/missing.pdf` };
    expect((await readLink(moved, link.id)).changed).toBeNull();
  });

  it('is stored with the parts that guests can see, and with a hash of its password instead of the password', async () => {
    const visibleParts = { price: true, recipients: false, metadata: true };
    const link = await createLink(addDraft(), {
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
    const link = await createLink(addDraft(), { days: 3 });
    expect(Math.abs(link.expiresAt - link.createdAt - 3 * DAY_MS)).toBeLessThan(60_000);
  });

  it('no longer shows its URL to the team after the link expires or the console’s secret changes', async () => {
    const campaign = addDraft();
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

  it('is found only through the campaign that the link belongs to', async () => {
    const link = await createLink(addDraft());
    const other = addDraft();
    const missing = { ok: false, failure: { kind: 'missing' } };
    expect(await harness.sender(() => readCampaignShareLink(other, link.id))).toEqual(missing);
    expect(await harness.sender(() => revokeCampaignShareLink(other.id, link.id))).toEqual(missing);
    for (const id of ['', 'x', "' or 1=1", crypto.randomUUID()])
      expect(await harness.sender(() => readCampaignShareLink(other, id))).toEqual(missing);
    expect((await readLinkRow(link)).revokedAt).toBeNull();
  });

  it('can’t be created while the campaign has no proof or the proof can’t be read', async () => {
    const withoutProof = addCampaign(harness.service, { id: 5_000 });
    expect(await harness.sender(() => createCampaignShareLink(withoutProof.id, OPTIONS))).toMatchObject({
      failure: { kind: 'refused', code: 'no_proof_yet' },
    });
    const campaign = addDraft();
    harness.service.files.delete(`/files/${campaign.id}/proof.pdf`);
    expect(await harness.sender(() => createCampaignShareLink(campaign.id, OPTIONS))).toMatchObject({
      failure: { kind: 'garbled' },
    });
    expect(await harness.sender(() => createCampaignShareLink(999_999, OPTIONS))).toMatchObject({
      failure: { kind: 'missing' },
    });
    expect(await harness.sender(() => readCampaignSharing(campaign))).toMatchObject({ value: { links: [] } });
  });

  it('becomes invalid when revoked, and keeps its revocation time if revoked again', async () => {
    const campaign = addDraft();
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
});
