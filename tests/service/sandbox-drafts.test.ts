/** Tests the sandbox controls that change a draft's artwork and recipients. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Renderer } from '#service/render/renderer.ts';
import type { OperationResponse } from '#service/responses.ts';
import { draftRow, openService, START, statusAndCode, type TestService } from './fixture.ts';

/** A renderer that returns the designs' text instead of images. */
const renderer: Renderer = {
  thumbnails: async (designs) => designs.map((design) => Buffer.from(`thumbnail of ${design}`)),
  proof: async (designs) => Buffer.from(`proof of ${designs.join(' and ')}`),
  close: async () => undefined,
};

let service: TestService;
beforeAll(async () => {
  const queued = draftRow({
    status: 'queued',
    paidCents: 112_710,
    scheduledAt: new Date(START + 3_600_000),
  });
  service = await openService({
    controls: true,
    openRenderer: async () => renderer,
    rows: [draftRow(), queued, draftRow()],
  });
});
afterAll(() => service.close());

const changeDraft = (id: number | string, part: string, body: unknown) =>
  service.request<OperationResponse<'getCampaign'>>(`/sandbox/campaigns/${id}/${part}`, {
    method: 'PUT',
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json' },
  });
const getCampaign = async (id: number) => (await service.call('getCampaign', { id })).body;
const waitForProof = async (id: number) => {
  await expect.poll(async () => (await getCampaign(id)).proof).not.toBeNull();
  return getCampaign(id);
};

test('new files are rendered only for the campaign whose artwork changed', async () => {
  const before = await waitForProof(1);
  const changed = await changeDraft(1, 'artwork', { designs: ['<h1>Now {{color}}</h1>', '<p>Back</p>'] });
  expect(changed.status).toBe(200);
  expect(changed.body.designs).not.toEqual(before.designs);

  const after = await waitForProof(1);
  expect(after.proof).not.toBe(before.proof);
  expect((await service.request(after.designs?.[0] ?? '')).text).toBe('<h1>Now blue</h1>');
  expect((await service.request(after.proof ?? '')).text).toBe('proof of <h1>Now blue</h1> and <p>Back</p>');
  expect(await getCampaign(3)).toMatchObject({ designs: before.designs, proof: before.proof });
});

test('the earlier files are used again when the previous artwork is restored', async () => {
  const before = await waitForProof(3);
  await changeDraft(3, 'artwork', { designs: ['<h1>Other</h1>', '<p>Other</p>'] });
  await changeDraft(3, 'artwork', { designs: ['<h1>48 Maple Street</h1>', '<p>Ada blue</p>'] });
  expect(await getCampaign(3)).toMatchObject({ designs: before.designs, proof: before.proof });
});

test('a draft’s recipients can be replaced, and its price is recalculated for the new number of recipients', async () => {
  const addresses = [{ name: 'Cy Reed', address_line1: '2 Oak Lane' }];
  const changed = await changeDraft(1, 'recipients', { addresses, count: 10 });
  expect(changed.body).toMatchObject({ recipient_count: 10, price: '$8.50' });
  expect((await getCampaign(1)).exposed_addresses).toMatchObject([
    { name: 'Cy Reed', address_country: 'US' },
  ]);
  expect(await getCampaign(3)).toMatchObject({
    recipient_count: 1326,
    exposed_addresses: [{ name: 'Bo Lind' }],
  });
  expect((await changeDraft(1, 'recipients', { addresses })).body.recipient_count).toBe(1);
});

test('a campaign that isn’t a draft or doesn’t exist can’t be changed', async () => {
  const before = await getCampaign(2);
  const designs = ['<p>a</p>', '<p>b</p>'];
  expect(statusAndCode(await changeDraft(2, 'artwork', { designs }))).toBe('409 not_a_draft');
  expect(statusAndCode(await changeDraft(2, 'recipients', { addresses: [{ name: 'A' }] }))).toBe(
    '409 not_a_draft',
  );
  expect(await getCampaign(2)).toEqual(before);
  expect(statusAndCode(await changeDraft(99, 'artwork', { designs }))).toBe('404 not_found');
  expect(statusAndCode(await changeDraft('x', 'artwork', { designs }))).toBe('404 not_found');
});

test.each([
  ['artwork', { designs: ['<p>only one</p>'] }, '422 wrong_design_count'],
  ['artwork', { designs: [] }, '400 invalid_input'],
  ['artwork', { designs: 'x' }, '400 invalid_input'],
  ['artwork', { designs: ['a', 'b'], size: 'letter' }, '400 invalid_input'],
  ['recipients', { addresses: [] }, '400 invalid_input'],
  ['recipients', { addresses: [{ nickname: 'A' }] }, '400 invalid_input'],
  ['recipients', { addresses: [{ name: 'A' }], count: 0 }, '400 invalid_input'],
])('the %s %o is rejected with %s', async (part, body, expected) => {
  expect(statusAndCode(await changeDraft(1, part, body))).toBe(expected);
});
