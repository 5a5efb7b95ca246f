/** The sandbox's control of what a draft prints and whom it goes to, as its customer changes it elsewhere. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Renderer } from '#service/render/renderer.ts';
import type { OperationResponse } from '#service/responses.ts';
import { draftRow, openService, START, statusAndCode, type TestService } from './fixture.ts';

/** Draws a design as the text that it is, and can be asked how often it was opened. */
const renderer: Renderer = {
  thumbnails: async (designs) => designs.map((design) => Buffer.from(`picture of ${design}`)),
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

type Shown = OperationResponse<'getCampaign'>;
const change = (id: number | string, what: string, body: unknown) =>
  service.request<Shown>(`/sandbox/campaigns/${id}/${what}`, {
    method: 'PUT',
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json' },
  });
const campaign = async (id: number) => (await service.call('getCampaign', { id })).body;
const rendered = async (id: number) => {
  await expect.poll(async () => (await campaign(id)).proof).not.toBeNull();
  return campaign(id);
};

test('new artwork is new files, drawn again, and only this campaign’s', async () => {
  const before = await rendered(1);
  const changed = await change(1, 'artwork', { designs: ['<h1>Now {{color}}</h1>', '<p>Back</p>'] });
  expect(changed.status).toBe(200);
  expect(changed.body.designs).not.toEqual(before.designs);

  const after = await rendered(1);
  expect(after.proof).not.toBe(before.proof);
  expect((await service.request(after.designs?.[0] ?? '')).text).toBe('<h1>Now blue</h1>');
  expect((await service.request(after.proof ?? '')).text).toBe('proof of <h1>Now blue</h1> and <p>Back</p>');
  expect(await campaign(3)).toMatchObject({ designs: before.designs, proof: before.proof });
});

test('what was there before gets its files back', async () => {
  const before = await rendered(3);
  await change(3, 'artwork', { designs: ['<h1>Other</h1>', '<p>Other</p>'] });
  await change(3, 'artwork', { designs: ['<h1>48 Maple Street</h1>', '<p>Ada blue</p>'] });
  expect(await campaign(3)).toMatchObject({ designs: before.designs, proof: before.proof });
});

test('other recipients, and the price follows their number', async () => {
  const addresses = [{ name: 'Cy Reed', address_line1: '2 Oak Lane' }];
  const changed = await change(1, 'recipients', { addresses, count: 10 });
  expect(changed.body).toMatchObject({ recipient_count: 10, price: '$8.50' });
  expect((await campaign(1)).exposed_addresses).toMatchObject([{ name: 'Cy Reed', address_country: 'US' }]);
  expect(await campaign(3)).toMatchObject({
    recipient_count: 1326,
    exposed_addresses: [{ name: 'Bo Lind' }],
  });
  expect((await change(1, 'recipients', { addresses })).body.recipient_count).toBe(1);
});

test('what is no draft stays as it is, and so does what is not there', async () => {
  const before = await campaign(2);
  const designs = ['<p>a</p>', '<p>b</p>'];
  expect(statusAndCode(await change(2, 'artwork', { designs }))).toBe('409 not_a_draft');
  expect(statusAndCode(await change(2, 'recipients', { addresses: [{ name: 'A' }] }))).toBe(
    '409 not_a_draft',
  );
  expect(await campaign(2)).toEqual(before);
  expect(statusAndCode(await change(99, 'artwork', { designs }))).toBe('404 not_found');
  expect(statusAndCode(await change('x', 'artwork', { designs }))).toBe('404 not_found');
});

test.each([
  ['artwork', { designs: ['<p>only one</p>'] }, '422 wrong_design_count'],
  ['artwork', { designs: [] }, '400 invalid_input'],
  ['artwork', { designs: 'x' }, '400 invalid_input'],
  ['artwork', { designs: ['a', 'b'], size: 'letter' }, '400 invalid_input'],
  ['recipients', { addresses: [] }, '400 invalid_input'],
  ['recipients', { addresses: [{ nom: 'A' }] }, '400 invalid_input'],
  ['recipients', { addresses: [{ name: 'A' }], count: 0 }, '400 invalid_input'],
])('%s does not take %o', async (what, body, said) => {
  expect(statusAndCode(await change(1, what, body))).toBe(said);
});
