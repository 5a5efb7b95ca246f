import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { draftRow, openService, SERVICE_API_KEY, statusAndCode, type TestService } from './fixture.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService({
    rows: [draftRow(), draftRow()],
    users: ['extra@user.example'],
    monthlyInvoice: false,
    invoiceKey: 'invoice-api-key',
  });
});
afterAll(() => service.close());

const requestWithAuthorization = (path: string, method: string, authorization?: string) =>
  service.request(path, {
    method,
    headers: authorization === undefined ? {} : { Authorization: authorization },
  });

describe('v1 authentication (part 5)', () => {
  test.each([
    [`Bearer ${SERVICE_API_KEY}`, 200],
    [`bearer ${SERVICE_API_KEY}`, 200],
    [undefined, 401],
    ['', 401],
    [SERVICE_API_KEY, 401],
    [`Basic ${SERVICE_API_KEY}`, 401],
    ['Bearer', 401],
    [`Bearer ${SERVICE_API_KEY}x`, 401],
    [`Bearer ${SERVICE_API_KEY.slice(0, -1)}`, 401],
    [`Bearer ${SERVICE_API_KEY} sender@mailroom.test`, 401],
    [`Bearer x ${SERVICE_API_KEY}`, 401],
  ])('responds to the Authorization header %j with %i', async (authorization, status) => {
    const response = await requestWithAuthorization('/v1/campaigns', 'GET', authorization);
    expect(response.status).toBe(status);
    if (status === 401) {
      expect(statusAndCode(response)).toBe('401 unauthenticated');
      expect(response.headers.get('WWW-Authenticate')).toBe('Bearer');
    }
  });
});

describe('v2 authentication (part 5)', () => {
  test.each([
    [`Bearer ${SERVICE_API_KEY} sender@mailroom.test`, 200],
    [`Bearer ${SERVICE_API_KEY} admin@mailroom.test`, 200],
    [`Bearer ${SERVICE_API_KEY} extra@user.example`, 200],
    [`Bearer ${SERVICE_API_KEY}`, 401],
    [`Bearer ${SERVICE_API_KEY} `, 401],
    [`Bearer ${SERVICE_API_KEY} stranger@mailroom.test`, 401],
    [`Bearer other sender@mailroom.test`, 401],
    [`Bearer ${SERVICE_API_KEY}  sender@mailroom.test`, 401],
    [`Bearer ${SERVICE_API_KEY} sender@mailroom.test extra`, 401],
    [undefined, 401],
  ])('responds to the Authorization header %j with %i', async (authorization, status) => {
    expect((await requestWithAuthorization('/v2/templates/1/preview', 'POST', authorization)).status).toBe(
      status,
    );
  });
});

test('callers without a valid API key can’t find out which paths and methods exist', async () => {
  for (const [method, path] of [
    ['GET', '/v1/nothing/here'],
    ['PATCH', '/v1/campaigns/1'],
    ['GET', '/v1/campaigns/%zz'],
  ] as const) {
    expect(statusAndCode(await requestWithAuthorization(path, method, 'Bearer wrong'))).toBe(
      '401 unauthenticated',
    );
  }
});

test('a v2 send without monthly invoicing is rejected, and the campaign remains a draft', async () => {
  expect(statusAndCode(await service.call('sendCampaignOnInvoice', { id: '1' }))).toBe(
    '403 invoicing_not_enabled',
  );
  expect((await service.call('getCampaign', { id: 1 })).body.status).toBe('draft');
});

test('no operation with a customer in its path finds another customer’s campaign', async () => {
  const ids = { customer_id: 2, id: 1 };
  const responses = [
    await service.call('getCustomerCampaign', ids),
    await service.call('deleteCampaign', ids),
    await service.call('cloneCampaign', ids),
    await service.call('cancelCustomerCampaign', ids),
    await service.call('sendCampaign', ids),
    await service.call('payCustomerCampaign', { ...ids, redirect_uri: 'https://console.example/' }),
  ];
  for (const response of responses) expect(statusAndCode(response)).toBe('404 not_found');
  expect((await service.call('listCampaigns', {})).body.total_count).toBe(2);
});

test('every response states the service’s time and name in its headers', async () => {
  for (const response of [
    await service.call('getCampaign', { id: 1 }),
    await service.request('/v1/campaigns'),
  ]) {
    expect(response.headers.get('Date')).toBe('Fri, 20 Nov 2026 10:00:00 GMT');
    expect(response.headers.get('X-Mailroom-Service')).toBe('embedded');
  }
});

test('the service responds to sandbox requests with 404 if it runs without --controls', async () => {
  for (const path of ['/sandbox/clock', '/sandbox/requests', '/sandbox/faults']) {
    expect((await service.request(path)).status).toBe(404);
  }
});

test('a v2 send is allowed with the second API key, and both API keys show the same campaigns', async () => {
  const invoiced = { Authorization: 'Bearer invoice-api-key sender@mailroom.test' };
  const sent = await service.call('sendCampaignOnInvoice', { id: '2' }, invoiced);
  expect([sent.status, sent.body.status]).toEqual([200, 'in_queue']);
  expect((await service.call('getCampaign', { id: 2 })).body.status).toBe('queued');
  expect((await requestWithAuthorization('/v1/campaigns', 'GET', 'Bearer invoice-api-key')).status).toBe(200);
  const stranger = 'Bearer invoice-api-key stranger@mailroom.test';
  expect((await requestWithAuthorization('/v2/templates/1/preview', 'POST', stranger)).status).toBe(401);
});
