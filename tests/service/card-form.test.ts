/** Tests the card form, and the tokens that it gets for test cards. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkSource } from '#service/rules/card.ts';
import { draftRow, openService, type TestService } from './fixture.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService({ rows: [draftRow()], credits: [0], controls: true });
});
afterAll(() => service.close());

const CARD = { number: '4242 4242 4242 4242', expiry: '12/30', code: '123', name: 'Ada Vale' };
const createToken = async (card: Partial<typeof CARD>) => {
  const response = await service.request('/card-form/tokens', {
    method: 'POST',
    body: new URLSearchParams({ ...CARD, ...card }),
  });
  return { ...response, json: JSON.parse(response.text) };
};

test('the card form has a field for each part of a card, and can be shown in a frame', async () => {
  const { status, text, headers } = await service.request('/card-form');
  expect(status).toBe(200);
  const fields = [...text.matchAll(/<input id="(\w+)"/g)].map(([, name]) => name);
  expect(fields).toEqual(['number', 'expiry', 'code', 'name']);
  expect(headers.get('Cache-Control')).toBe('no-store');
  expect(headers.get('Referrer-Policy')).toBe('no-referrer');
  const policy = headers.get('Content-Security-Policy');
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/frame-ancestors|unsafe/);
  expect(headers.get('X-Frame-Options')).toBeNull();
});

test('the card form’s script is served as JavaScript', async () => {
  const { status, headers } = await service.request('/assets/card-form.mjs');
  expect([status, headers.get('Content-Type')]).toEqual([200, 'text/javascript; charset=utf-8']);
});

test('a test card gets a new token, which pays for a campaign or is declined', async () => {
  const [first, second] = [await createToken({}), await createToken({})];
  expect([first.status, checkSource(first.json.token)]).toEqual([200, 'approved']);
  expect(second.json.token).not.toBe(first.json.token);
  const declined = await createToken({ number: '4000 0000 0000 0002' });
  expect([declined.status, checkSource(declined.json.token)]).toEqual([200, 'declined']);
  const pay = (source: string) => service.call('payAndSendCampaign', { id: 1, email: 'a@b.example', source });
  expect((await pay(declined.json.token)).status).toBe(402);
  expect((await pay(first.json.token)).body.status).toBe('queued');
});

test('an invalid card gets no token, and each invalid field is named', async () => {
  const { status, json } = await createToken({ number: '4111 1111 1111 1111', code: '' });
  expect(status).toBe(422);
  expect(json).toEqual({ fields: { number: expect.any(String), code: expect.any(String) } });
  const malformed = await service.request('/card-form/tokens', { method: 'POST', body: 'x' });
  expect(malformed.status).toBe(422);
});
