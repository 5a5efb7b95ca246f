/** Tests that invalid requests have no effect and get a 4xx response that names the problem. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { draftRow, openService, statusAndCode, type TestService, v1Headers, v2Headers } from './fixture.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService({ rows: [draftRow()] });
});
afterAll(() => service.close());

const FORM = 'application/x-www-form-urlencoded';
const v1 = (method: string, path: string, body?: BodyInit, type?: string) =>
  service.request(path, { method, body, headers: { ...v1Headers, ...(type && { 'Content-Type': type }) } });

describe('the router', () => {
  test.each([
    ['GET', '/v1/nothing', '404 not_found'],
    ['GET', '/v1', '404 not_found'],
    ['GET', '/v3/campaigns', '404 not_found'],
    ['GET', '/', '404 not_found'],
    ['GET', '/v1/campaigns/', '404 not_found'],
    ['GET', '/v1//campaigns', '404 not_found'],
    ['GET', '/v1/campaigns/0', '404 not_found'],
    ['GET', '/v1/campaigns/01', '404 not_found'],
    ['GET', '/v1/campaigns/-1', '404 not_found'],
    ['GET', '/v1/campaigns/1.0', '404 not_found'],
    ['GET', '/v1/campaigns/9007199254740993', '404 not_found'],
    ['GET', '/v1/campaigns/1%2F..%2F2', '404 not_found'],
    ['GET', '/v1/campaigns/..%2f1', '404 not_found'],
    ['GET', '/v1/campaigns/1%00', '404 not_found'],
    ['GET', '/v1/campaigns/1%0d%0a', '404 not_found'],
    ['GET', '/v1/campaigns/%zz', '400 invalid_input'],
    ['GET', '/v1/campaigns/%e4', '400 invalid_input'],
    ['GET', '/v1/campaigns?status=%zz', '400 invalid_input'],
    ['POST', '/v1/campaigns', '405 method_not_allowed'],
    ['DELETE', '/v1/campaigns/1', '405 method_not_allowed'],
    ['PATCH', '/v1/customers/1', '405 method_not_allowed'],
  ])('responds to %s %s with %s', async (method, path, expected) => {
    expect(statusAndCode(await v1(method, path))).toBe(expected);
  });

  test('lists the allowed methods in a 405 response', async () => {
    expect((await v1('PATCH', '/v1/customers/1')).headers.get('Allow')).toBe('GET, PUT');
  });
});

describe('the form parser', () => {
  const pay = (body: BodyInit, type?: string) => v1('POST', '/v1/campaigns/1/pay_and_send', body, type);

  test.each([
    ['', 'email'],
    ['email=no-at-sign', 'email'],
    ['email=a@b.example&email=c@d.example', 'email'],
    ['email[]=a@b.example', 'email[]'],
    ['email=a@b.example&send_copy_to_sender=maybe', 'send_copy_to_sender'],
    ['email=a@b.example&date=soon', 'date'],
    ['email=a@b.example&source=', 'source'],
    ['email=a@b.example&amount=1', 'amount'],
    ['email=a@b.example&__proto__[x]=1', '__proto__[x]'],
    ['email=a@b.example&constructor=1', 'constructor'],
    ['email=a@b.example&source[=1', 'source['],
    ['email=a%00@b.example', 'email'],
    ['email=a@b.example&source=tok%00', 'source'],
  ])('the list rejects %s and names the field', async (body, field) => {
    const response = await pay(body, FORM);
    expect(statusAndCode(response)).toBe('400 invalid_input');
    expect(Object.keys(response.body.error?.fields ?? {})).toEqual([field]);
    expect((await service.call('getCampaign', { id: 1 })).body.status).toBe('draft');
  });

  test('reads URL-encoded forms and multipart forms', async () => {
    const form = new FormData();
    form.set('email', 'a@b.example');
    expect(statusAndCode(await pay(form))).toBe('402 payment_required');
    expect(statusAndCode(await pay('email=a@b.example', `${FORM}; charset=utf-8`))).toBe(
      '402 payment_required',
    );
  });

  test('rejects files and malformed multipart bodies', async () => {
    const form = new FormData();
    form.set('email', new File(['x'], 'x.txt'));
    const response = await pay(form);
    expect([statusAndCode(response), response.body.error?.fields]).toEqual([
      '400 invalid_input',
      { email: 'must be text' },
    ]);
    expect(statusAndCode(await pay('--x\r\nnonsense', 'multipart/form-data; boundary=x'))).toBe(
      '400 invalid_input',
    );
    expect(statusAndCode(await pay('nonsense', 'multipart/form-data'))).toBe('400 invalid_input');
  });

  test.each(['application/json', 'text/plain', undefined])('rejects a body of type %s', async (type) => {
    expect(statusAndCode(await pay(new TextEncoder().encode('{"email":"a@b.example"}'), type))).toBe(
      '400 invalid_input',
    );
  });

  test('rejects query parameters sent in the form, and form fields sent in the query', async () => {
    const inForm = await v1('POST', '/v1/campaigns/1/pay', 'redirect_uri=https://c.example/', FORM);
    expect(Object.keys(inForm.body.error?.fields ?? {}).sort()).toEqual(['redirect_uri']);
    const inQuery = await v1('POST', '/v1/campaigns/1/pay_and_send?email=a@b.example');
    expect(statusAndCode(inQuery)).toBe('400 invalid_input');
  });

  test('rejects a body larger than 20 MB', async () => {
    expect(statusAndCode(await pay('x'.repeat(20 * 1024 * 1024 + 1), FORM))).toBe('413 too_large');
  });

  test('validates v2 forms as strictly as v1 forms', async () => {
    const preview = (body: string) =>
      service.request('/v2/templates/1/preview', {
        method: 'POST',
        body,
        headers: { ...v2Headers, 'Content-Type': FORM },
      });
    expect((await preview('template_data[lot_size_type]=hectares')).body.error?.fields).toHaveProperty(
      'template_data[lot_size_type]',
    );
    expect((await preview('template_data=x')).body.error?.fields).toHaveProperty('template_data');
    expect((await preview('agent[age]=4')).body.error?.fields).toHaveProperty('agent[age]');
    const send = await service.call('sendCampaignOnInvoice', { id: '1' }, { 'Content-Type': 'text/html' });
    expect(send.status).toBe(200);
  });
});
