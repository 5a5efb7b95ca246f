/** Tests that fingerprints change only when the proof, designs, recipients, or price change. */
import { beforeEach, expect, it } from 'vitest';
import type { Address, Campaign } from '#lib/contract/resources.ts';
import type { ContentFingerprints } from '#lib/domain/share-link.ts';
import {
  changedParts,
  fingerprintPrintedContent,
  readContentFingerprints,
  readPrintedContent,
} from '#lib/share-links/fingerprints.ts';
import { setUpHarness } from './support/harness.ts';
import { addCampaign } from './support/tiny-service.ts';

const harness = setUpHarness();
let nextId = 1;
beforeEach(() => {
  harness.service.requests.length = 0;
});

const bo: Address = { name: 'Bo Lind', address_zip: '62701', variables: { a: 1, b: { c: 2, d: 3 } } };
const cy: Address = { name: 'Cy Reed', address_zip: '62702' };

/** Adds a campaign whose proof and designs have unique URLs. */
function addCampaignWithFiles(): Campaign {
  const { id } = addCampaign(harness.service, { id: nextId++, paid: 0 });
  const fileUrl = (name: string) => `${harness.service.origin}/files/${id}/${name}`;
  writeFile({ id }, 'proof.pdf', '%PDF proof');
  writeFile({ id }, 'front.html', '<h1>Front</h1>');
  writeFile({ id }, 'back.html', '<p>Back</p>');
  return {
    id,
    recipient_count: 2,
    exposed_addresses: [bo, cy],
    property_filter: { beds: 3, zip: '62701' },
    proof: fileUrl('proof.pdf'),
    designs: [fileUrl('front.html'), fileUrl('back.html')],
  };
}
const writeFile = ({ id }: Pick<Campaign, 'id'>, name: string, text: string) =>
  harness.service.files.set(`/files/${id}/${name}`, text);

async function readContent(campaign: Campaign): Promise<ContentFingerprints> {
  const content = await readContentFingerprints(campaign, { fresh: true });
  if (!content.ok) throw new Error(content.failure.kind);
  return content.value;
}
const sign = (url: string | undefined, signature: string) => `${url}?signature=${signature}`;

it('the content’s fingerprints are four hashes that contain no part of a URL', async () => {
  const campaign = addCampaignWithFiles();
  const content = await readContent(campaign);
  expect(Object.keys(content).sort()).toEqual(['designs', 'price', 'proof', 'recipients']);
  for (const hash of Object.values(content)) expect(hash).toMatch(/^[\w-]{43}$/);
  expect(JSON.stringify(content)).not.toContain('127.0.0.1');
});

it('the fingerprints ignore changes to file URLs, the order of fields and recipients, and the amount paid', async () => {
  const campaign = addCampaignWithFiles();
  const original = await readContent(campaign);
  const equivalent: Campaign = {
    ...campaign,
    proof: sign(campaign.proof, 'a'),
    designs: campaign.designs?.map((url) => sign(url, 'b')),
    exposed_addresses: [
      cy,
      { variables: { b: { d: 3, c: 2 }, a: 1 }, name: 'Bo Lind', address_zip: '62701' },
    ],
    property_filter: { zip: '62701', beds: 3 },
  };
  addCampaign(harness.service, { id: campaign.id, paid: 7 });
  expect(await readContent(equivalent)).toEqual(original);
});

it.each<[string, (campaign: Campaign) => Campaign | undefined]>([
  ['proof', (campaign) => void writeFile(campaign, 'proof.pdf', '%PDF other')],
  ['proof', (campaign) => ({ ...campaign, proof: undefined })],
  ['designs', (campaign) => void writeFile(campaign, 'back.html', '<p>Other</p>')],
  ['designs', ({ designs = [], ...campaign }) => ({ ...campaign, designs: designs.toReversed() })],
  ['designs', ({ designs = [], ...campaign }) => ({ ...campaign, designs: designs.slice(1) })],
  ['recipients', (campaign) => ({ ...campaign, exposed_addresses: [bo] })],
  ['recipients', (campaign) => ({ ...campaign, exposed_addresses: [bo, { ...cy, address_zip: '9' }] })],
  ['recipients', (campaign) => ({ ...campaign, recipient_count: 3 })],
  ['recipients', (campaign) => ({ ...campaign, property_filter: { beds: 4 } })],
  ['price', ({ id }) => void addCampaign(harness.service, { id, price: 11, paid: 0 })],
])('only the part of the content that changed is reported: %s', async (part, change) => {
  const campaign = addCampaignWithFiles();
  const original = await readContent(campaign);
  const after = await readContent(change(campaign) ?? campaign);
  expect(changedParts(original, after)).toEqual([part]);
  expect(fingerprintPrintedContent(after) === fingerprintPrintedContent(original)).toBe(part === 'price');
});

it('the price isn’t reported as changed if it can’t be read', async () => {
  const campaign = addCampaignWithFiles();
  const original = await readContent(campaign);
  harness.service.injectFault('GET checkout', { status: 409, body: {} });
  const after = await readContent(campaign);
  expect(after.price).toBeNull();
  expect(changedParts(original, after)).toEqual([]);
});

it('the content can’t be read if a file or the checkout can’t be read', async () => {
  const campaign = addCampaignWithFiles();
  harness.service.files.delete(`/files/${campaign.id}/back.html`);
  expect(await readPrintedContent(campaign)).toEqual({ ok: false, failure: { kind: 'missing' } });
  const privateAddress = { ...campaign, proof: 'http://127.0.0.1:9/proof.pdf' };
  expect(await readPrintedContent(privateAddress)).toMatchObject({ ok: false, failure: { kind: 'garbled' } });
  harness.service.injectFault('GET checkout', 500);
  expect(await readContentFingerprints({ id: campaign.id }, { fresh: true })).toMatchObject({
    ok: false,
    failure: { kind: 'failed' },
  });
});

it('files are cached for pages, but are downloaded again for a decision', async () => {
  const campaign = addCampaignWithFiles();
  const countFileRequests = () =>
    harness.service.requestLines().filter((line) => line.includes('/files/')).length;
  await readPrintedContent(campaign);
  expect(countFileRequests()).toBe(3);
  writeFile(campaign, 'proof.pdf', '%PDF other');
  const cached = await readPrintedContent(campaign);
  expect(countFileRequests()).toBe(3);
  const fresh = await readPrintedContent(campaign, { fresh: true });
  expect(countFileRequests()).toBe(6);
  expect(fresh).not.toEqual(cached);
  expect(await readPrintedContent(campaign)).toEqual(fresh);
  expect(countFileRequests()).toBe(6);
});

it('a failed read of a file isn’t cached', async () => {
  const campaign = addCampaignWithFiles();
  harness.service.files.delete(`/files/${campaign.id}/proof.pdf`);
  expect(await readPrintedContent(campaign)).toMatchObject({ ok: false });
  writeFile(campaign, 'proof.pdf', '%PDF there');
  expect(await readPrintedContent(campaign)).toMatchObject({ ok: true });
});
