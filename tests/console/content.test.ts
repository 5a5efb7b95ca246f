/** What a campaign is now: the same as long as what is printed is, and another when any part of it is. */
import { beforeEach, expect, it } from 'vitest';
import type { Address, Campaign } from '#lib/contract/resources.ts';
import type { ContentFingerprints } from '#lib/domain/share-link.ts';
import { changedParts, contentNow, printedNow, printHash } from '#lib/share-links/content.ts';
import { setUpHarness } from './support/harness.ts';
import { put } from './support/tiny-service.ts';

const harness = setUpHarness();
let nextId = 1;
beforeEach(() => {
  harness.service.requests.length = 0;
});

const bo: Address = { name: 'Bo Lind', address_zip: '62701', variables: { a: 1, b: { c: 2, d: 3 } } };
const cy: Address = { name: 'Cy Reed', address_zip: '62702' };

/** A campaign whose files are at addresses of its own. */
function made(): Campaign {
  const { id } = put(harness.service, { id: nextId++, paid: 0 });
  const at = (name: string) => `${harness.service.origin}/files/${id}/${name}`;
  write({ id }, 'proof.pdf', '%PDF proof');
  write({ id }, 'front.html', '<h1>Front</h1>');
  write({ id }, 'back.html', '<p>Back</p>');
  return {
    id,
    recipient_count: 2,
    exposed_addresses: [bo, cy],
    property_filter: { beds: 3, zip: '62701' },
    proof: at('proof.pdf'),
    designs: [at('front.html'), at('back.html')],
  };
}
const write = ({ id }: Pick<Campaign, 'id'>, name: string, text: string) =>
  harness.service.files.set(`/files/${id}/${name}`, text);

async function now(campaign: Campaign): Promise<ContentFingerprints> {
  const content = await contentNow(campaign, { fresh: true });
  if (!content.ok) throw new Error(content.failure.kind);
  return content.value;
}
const signed = (address: string | undefined, signature: string) => `${address}?signature=${signature}`;

it('is four hashes, and nothing of an address is in them', async () => {
  const campaign = made();
  const content = await now(campaign);
  expect(Object.keys(content).sort()).toEqual(['designs', 'price', 'proof', 'recipients']);
  for (const hash of Object.values(content)) expect(hash).toMatch(/^[\w-]{43}$/);
  expect(JSON.stringify(content)).not.toContain('127.0.0.1');
});

it('is the same at other addresses, in another order, and with what is paid', async () => {
  const campaign = made();
  const then = await now(campaign);
  const again: Campaign = {
    ...campaign,
    proof: signed(campaign.proof, 'a'),
    designs: campaign.designs?.map((address) => signed(address, 'b')),
    exposed_addresses: [
      cy,
      { variables: { b: { d: 3, c: 2 }, a: 1 }, name: 'Bo Lind', address_zip: '62701' },
    ],
    property_filter: { zip: '62701', beds: 3 },
  };
  put(harness.service, { id: campaign.id, paid: 7 });
  expect(await now(again)).toEqual(then);
});

it.each<[string, (campaign: Campaign) => Campaign | undefined]>([
  ['proof', (campaign) => void write(campaign, 'proof.pdf', '%PDF other')],
  ['proof', (campaign) => ({ ...campaign, proof: undefined })],
  ['designs', (campaign) => void write(campaign, 'back.html', '<p>Other</p>')],
  ['designs', ({ designs = [], ...campaign }) => ({ ...campaign, designs: designs.toReversed() })],
  ['designs', ({ designs = [], ...campaign }) => ({ ...campaign, designs: designs.slice(1) })],
  ['recipients', (campaign) => ({ ...campaign, exposed_addresses: [bo] })],
  ['recipients', (campaign) => ({ ...campaign, exposed_addresses: [bo, { ...cy, address_zip: '9' }] })],
  ['recipients', (campaign) => ({ ...campaign, recipient_count: 3 })],
  ['recipients', (campaign) => ({ ...campaign, property_filter: { beds: 4 } })],
  ['price', ({ id }) => void put(harness.service, { id, price: 11, paid: 0 })],
])('another %s is noticed, and nothing else', async (part, change) => {
  const campaign = made();
  const then = await now(campaign);
  const after = await now(change(campaign) ?? campaign);
  expect(changedParts(then, after)).toEqual([part]);
  expect(printHash(after) === printHash(then)).toBe(part === 'price');
});

it('a price that the service no longer tells is no change', async () => {
  const campaign = made();
  const then = await now(campaign);
  harness.service.fault('GET checkout', { status: 409, body: {} });
  const after = await now(campaign);
  expect(after.price).toBeNull();
  expect(changedParts(then, after)).toEqual([]);
});

it('what can’t be read is a failure and never a change', async () => {
  const campaign = made();
  harness.service.files.delete(`/files/${campaign.id}/back.html`);
  expect(await printedNow(campaign)).toEqual({ ok: false, failure: { kind: 'missing' } });
  const inside = { ...campaign, proof: 'http://127.0.0.1:9/proof.pdf' };
  expect(await printedNow(inside)).toMatchObject({ ok: false, failure: { kind: 'garbled' } });
  harness.service.fault('GET checkout', 500);
  expect(await contentNow({ id: campaign.id }, { fresh: true })).toMatchObject({
    ok: false,
    failure: { kind: 'failed' },
  });
});

it('a page reads each file once a while, a decision every time', async () => {
  const campaign = made();
  const read = () => harness.service.lines().filter((line) => line.includes('/files/')).length;
  await printedNow(campaign);
  expect(read()).toBe(3);
  write(campaign, 'proof.pdf', '%PDF other');
  const kept = await printedNow(campaign);
  expect(read()).toBe(3);
  const fresh = await printedNow(campaign, { fresh: true });
  expect(read()).toBe(6);
  expect(fresh).not.toEqual(kept);
  expect(await printedNow(campaign)).toEqual(fresh);
  expect(read()).toBe(6);
});

it('what failed a moment ago is tried again', async () => {
  const campaign = made();
  harness.service.files.delete(`/files/${campaign.id}/proof.pdf`);
  expect(await printedNow(campaign)).toMatchObject({ ok: false });
  write(campaign, 'proof.pdf', '%PDF there');
  expect(await printedNow(campaign)).toMatchObject({ ok: true });
});
