/** Tests the page and the forms that members use to share campaigns. */
import { describe, expect, it, vi } from 'vitest';
import { revokeAction, shareAction } from '#app/(console)/campaigns/[id]/share/actions.ts';
import { readCampaignSharing } from '#lib/data/campaign-sharing.ts';
import { readCampaignShareLink } from '#lib/data/share-links.ts';
import { store } from '#lib/store/open.ts';
import { incrementVisits, insertDecision } from '#lib/store/share-links.ts';
import { submitFromPage } from './support/approval.ts';
import { setUpHarness } from './support/harness.ts';
import { createTeamLinks, listLinkRows, tokenFromShareUrl } from './support/team-links.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
vi.mock('next/cache', () => ({ refresh: () => undefined }));

const harness = setUpHarness();
const { addDraft, createLink } = createTeamLinks(harness);

describe('a campaign’s sharing page', () => {
  it('counts visits per network, and shows the share link’s label next to each decision', async () => {
    const campaign = addDraft();
    const [link, unvisited] = [
      await createLink(campaign),
      await createLink(campaign, { label: 'Unvisited' }),
    ];
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

  it('shows viewers the guests’ decisions but no share links', async () => {
    const campaign = addDraft();
    const link = await createLink(campaign);
    const sharing = await harness.viewer(() => readCampaignSharing(campaign));
    expect(sharing).toMatchObject({ ok: true, value: { approval: { kind: 'none' }, links: undefined } });
    expect(JSON.stringify(sharing)).not.toContain(tokenFromShareUrl(link));
  });

  it('doesn’t read any files if the campaign has no share links', async () => {
    const campaign = addDraft();
    harness.service.requests.length = 0;
    await harness.sender(() => readCampaignSharing(campaign));
    expect(harness.service.requests).toEqual([]);
  });
});

describe('share forms', () => {
  it('the share forms create a link with the selected options and revoke it', async () => {
    const campaign = addDraft();
    const fields = { id: `${campaign.id}`, label: ' Ann ', days: '7', recipients: 'yes', decide: 'yes' };
    const result = await submitFromPage(shareAction, fields);
    const [row] = await listLinkRows(campaign);
    expect(result).toEqual({ to: `/campaigns/${campaign.id}/share/${row?.id}` });
    expect(row).toMatchObject({
      label: 'Ann',
      visibleParts: { price: false, recipients: true, metadata: false },
      guestsDecide: true,
      passwordHash: null,
    });
    expect(await submitFromPage(revokeAction, { id: `${campaign.id}`, link: row?.id ?? '' })).toEqual(result);
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
  ])('the share form reports an error in the field %s for the values %o', async (field, overrides) => {
    const campaign = addDraft();
    const result = await submitFromPage(shareAction, {
      id: `${campaign.id}`,
      label: 'Ann',
      days: '7',
      ...overrides,
    });
    expect(result).toHaveProperty(['fields', field]);
    expect(result).not.toHaveProperty('values.password');
    expect(await listLinkRows(campaign)).toEqual([]);
  });

  it('viewers can’t use the share forms', async () => {
    const campaign = addDraft();
    const link = await createLink(campaign);
    const forms = [
      [shareAction, { id: `${campaign.id}`, label: 'Ann', days: '7' }],
      [revokeAction, { id: `${campaign.id}`, link: link.id }],
    ] as const;
    for (const [action, fields] of forms)
      expect(await submitFromPage(action, fields, 'viewer@mailroom.test')).toMatchObject({
        failure: { kind: 'forbidden' },
      });
    expect(await listLinkRows(campaign)).toMatchObject([{ id: link.id, revokedAt: null }]);
  });
});
