import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { API_KEY, draftRow, openService, statusAndCode, type TestService } from './fixture.ts';

let mail: TestService;
beforeAll(async () => {
  mail = await openService({
    rows: [draftRow(), draftRow()],
    users: ['given@start.example'],
    monthlyInvoice: false,
    invoiceKey: 'key-of-the-invoiced',
  });
});
afterAll(() => mail.close());

const withHeader = (path: string, method: string, authorization?: string) =>
  mail.request(path, {
    method,
    headers: authorization === undefined ? {} : { Authorization: authorization },
  });

describe('v1 takes the key and nothing else (part 5)', () => {
  test.each([
    [`Bearer ${API_KEY}`, 200],
    [`bearer ${API_KEY}`, 200],
    [undefined, 401],
    ['', 401],
    [API_KEY, 401],
    [`Basic ${API_KEY}`, 401],
    ['Bearer', 401],
    [`Bearer ${API_KEY}x`, 401],
    [`Bearer ${API_KEY.slice(0, -1)}`, 401],
    [`Bearer ${API_KEY} sender@mailroom.test`, 401],
    [`Bearer x ${API_KEY}`, 401],
  ])('%s: %i', async (authorization, status) => {
    const answer = await withHeader('/v1/campaigns', 'GET', authorization);
    expect(answer.status).toBe(status);
    if (status === 401) {
      expect(statusAndCode(answer)).toBe('401 unauthenticated');
      expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer');
    }
  });
});

describe('v2 takes the key and a known user (part 5)', () => {
  test.each([
    [`Bearer ${API_KEY} sender@mailroom.test`, 200],
    [`Bearer ${API_KEY} admin@mailroom.test`, 200],
    [`Bearer ${API_KEY} given@start.example`, 200],
    [`Bearer ${API_KEY}`, 401],
    [`Bearer ${API_KEY} `, 401],
    [`Bearer ${API_KEY} stranger@mailroom.test`, 401],
    [`Bearer other sender@mailroom.test`, 401],
    [`Bearer ${API_KEY}  sender@mailroom.test`, 401],
    [`Bearer ${API_KEY} sender@mailroom.test extra`, 401],
    [undefined, 401],
  ])('%s: %i', async (authorization, status) => {
    expect((await withHeader('/v2/templates/1/preview', 'POST', authorization)).status).toBe(status);
  });
});

test('whoever has no key learns nothing of paths and methods', async () => {
  for (const [method, path] of [
    ['GET', '/v1/nothing/here'],
    ['PATCH', '/v1/campaigns/1'],
    ['GET', '/v1/campaigns/%zz'],
  ] as const) {
    expect(statusAndCode(await withHeader(path, method, 'Bearer wrong'))).toBe('401 unauthenticated');
  }
});

test('the v2 send needs the monthly invoice to be agreed, and leaves the draft alone without it', async () => {
  expect(statusAndCode(await mail.call('sendCampaignOnInvoice', { id: '1' }))).toBe(
    '403 invoicing_not_agreed',
  );
  expect((await mail.call('getCampaign', { id: 1 })).body.status).toBe('draft');
});

test("another customer's campaign is not found under a customer's path, by any operation", async () => {
  const which = { customer_id: 2, id: 1 };
  const answers = [
    await mail.call('getCustomerCampaign', which),
    await mail.call('deleteCampaign', which),
    await mail.call('cloneCampaign', which),
    await mail.call('cancelCustomerCampaign', which),
    await mail.call('sendCampaign', which),
    await mail.call('payCustomerCampaign', { ...which, redirect_uri: 'https://console.example/' }),
  ];
  for (const answer of answers) expect(statusAndCode(answer)).toBe('404 not_found');
  expect((await mail.call('listCampaigns', {})).body.total_count).toBe(2);
});

test('every answer carries the service’s own date and says what it is', async () => {
  for (const answer of [await mail.call('getCampaign', { id: 1 }), await mail.request('/v1/campaigns')]) {
    expect(answer.headers.get('Date')).toBe('Fri, 20 Nov 2026 10:00:00 GMT');
    expect(answer.headers.get('X-Mailroom-Service')).toBe('embedded');
  }
});

test('without --controls there is no sandbox', async () => {
  for (const path of ['/sandbox/clock', '/sandbox/requests', '/sandbox/faults']) {
    expect((await mail.request(path)).status).toBe(404);
  }
});

test('the second key is of a consumer with whom it is agreed; both see the same campaigns', async () => {
  const invoiced = { Authorization: 'Bearer key-of-the-invoiced sender@mailroom.test' };
  const sent = await mail.call('sendCampaignOnInvoice', { id: '2' }, invoiced);
  expect([sent.status, sent.body.status]).toEqual([200, 'in_queue']);
  expect((await mail.call('getCampaign', { id: 2 })).body.status).toBe('queued');
  expect((await withHeader('/v1/campaigns', 'GET', 'Bearer key-of-the-invoiced')).status).toBe(200);
  const stranger = 'Bearer key-of-the-invoiced stranger@mailroom.test';
  expect((await withHeader('/v2/templates/1/preview', 'POST', stranger)).status).toBe(401);
});
