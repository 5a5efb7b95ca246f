/**
 * Tests that the proxy refuses invalid bodies and queries before calling the service, and names the invalid
 * field.
 */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setUpHarness } from './support/harness.ts';
import { FORM_TYPE, readLocalRefusal, requestProxy } from './support/proxy.ts';
import { respondJson, startRecorder } from './support/recorder.ts';
import { addCampaign } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const JSON_TYPE = 'application/json';

const harness = setUpHarness();
let nextId = 1;
beforeEach(() => {
  harness.service.requests.length = 0;
});

const addDraft = () => addCampaign(harness.service, { id: nextId++, paid: 0 });

describe('a request body', () => {
  const sendBody = (body: BodyInit, type: string | undefined, headers: Record<string, string> = {}) =>
    requestProxy(harness.admin, 'PUT', '/v1/customers/7', {
      body,
      ...(type === undefined ? {} : { type }),
      headers,
    });

  it.each([
    ['text/plain', 'email=a@b.example'],
    ['', 'email=a@b.example'],
    ['application/xml', '<email/>'],
    ['application/json+x', '{}'],
    ['application/x-www-form-urlencoded; charset=iso-8859-1', 'email=a@b.example'],
  ])('is refused as unsupported if the content type is %j', async (type, body) => {
    expect(
      (await readLocalRefusal(harness.service, sendBody(new TextEncoder().encode(body), type))).code,
    ).toBe('unsupported_type');
  });

  it('is refused as unsupported if the body is compressed', async () => {
    const response = sendBody('email=a@b.example', FORM_TYPE, { 'content-encoding': 'gzip' });
    expect((await readLocalRefusal(harness.service, response)).code).toBe('unsupported_type');
  });

  it('is refused if the declared or actual length is over the limit', async () => {
    const large = `email=${'a'.repeat(7 * 1024 * 1024)}`;
    expect((await readLocalRefusal(harness.service, sendBody(large, FORM_TYPE))).code).toBe('too_large');
    expect(
      (await readLocalRefusal(harness.service, sendBody('a', FORM_TYPE, { 'content-length': '8000000' })))
        .code,
    ).toBe('too_large');
  });

  it('is forwarded in full if the length is just under the limit', async () => {
    const template = { id: 5, name: 'N', size: 'letter', designs: [''] };
    const service = await startRecorder();
    service.respondWith(({ method, body }, response) => {
      if (method === 'PUT') template.designs = [new URLSearchParams(body).get('designs[]') ?? ''];
      respondJson(response, template);
    });
    harness.applySettings({ DIRECTMAIL_BASE_URL: service.origin });
    const design = `é\r\n${'é'.repeat(690_000)}+&`;
    const form = new URLSearchParams({ name: 'N', size: 'letter', 'designs[]': design });
    expect((await sendBody(form.toString(), FORM_TYPE)).status).toBe(200);
    expect(template.designs).toEqual([design]);
    harness.applySettings({});
    await service.close();
  });

  it.each([
    ['form', FORM_TYPE, 'email=%zz'],
    ['form', FORM_TYPE, 'email=%ff'],
    ['JSON text', JSON_TYPE, '{"email":'],
    ['JSON text', JSON_TYPE, '[]'],
    ['JSON text', JSON_TYPE, 'null'],
    ['JSON text', JSON_TYPE, '"email"'],
    ['JSON text', JSON_TYPE, `${'{"a":'.repeat(9)}1${'}'.repeat(9)}`],
    ['JSON text', JSON_TYPE, `${'['.repeat(50_000)}`],
    ['multipart form', 'multipart/form-data', 'no boundary'],
    [
      'multipart form',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="email"\r\n\r\na',
    ],
    ['form', FORM_TYPE, 'x&'.repeat(1_001)],
  ])('is refused as malformed if the body is an invalid %s (%s, %s)', async (_, type, body) => {
    expect((await readLocalRefusal(harness.service, sendBody(body, type))).code).toBe('malformed');
  });

  it('is refused as malformed if the text isn’t UTF-8', async () => {
    const bytes = new Uint8Array([0x65, 0x3d, 0xff]);
    expect((await readLocalRefusal(harness.service, sendBody(bytes, FORM_TYPE))).code).toBe('malformed');
    expect((await readLocalRefusal(harness.service, sendBody(bytes, JSON_TYPE))).code).toBe('malformed');
  });

  it('is refused as malformed if the body is shorter than the declared length', async () => {
    const response = sendBody('email=a@b.example', FORM_TYPE, { 'content-length': '40' });
    expect((await readLocalRefusal(harness.service, response)).code).toBe('malformed');
  });

  it.each([
    [FORM_TYPE, 'email=a@b.example&x=1', 'x'],
    [FORM_TYPE, 'email=a@b.example&email=c@d.example', 'email'],
    [FORM_TYPE, 'email[]=a@b.example', 'email[]'],
    [FORM_TYPE, 'email[a]=1', 'email[a]'],
    [FORM_TYPE, '__proto__=1', '__proto__'],
    [FORM_TYPE, '__proto__[x]=1', '__proto__[x]'],
    [FORM_TYPE, 'constructor[prototype][x]=1', 'constructor[prototype][x]'],
    [FORM_TYPE, 'email=a%00@b.example', 'email'],
    [FORM_TYPE, 'email=a.b.example', 'email'],
    [FORM_TYPE, 'name=N&email=a@b.example', 'email'],
    [FORM_TYPE, 'name=N&size=letter', 'designs'],
    [FORM_TYPE, 'name=N&size=large&designs[]=a', 'size'],
    [FORM_TYPE, 'name=N&size=letter&designs=a', 'designs'],
    [FORM_TYPE, 'name=N&size=letter&designs[]=a&meta_data[][key]=a', 'meta_data[]'],
    [JSON_TYPE, '{"email":"a@b.example","x":1}', 'x'],
    [JSON_TYPE, '{"email":"a@b.example","email":"c@d.example"}', 'email'],
    [JSON_TYPE, '{"email":"a@b.example","\\u0065mail":"c@d.example"}', 'email'],
    [JSON_TYPE, '{"email":["a@b.example"]}', 'email'],
    [JSON_TYPE, '{"email":{"toString":"x"}}', 'email'],
    [JSON_TYPE, '{"email":null}', 'email'],
    [JSON_TYPE, '{"email":5}', 'email'],
    [JSON_TYPE, '{"__proto__":{"email":"a@b.example"}}', '__proto__'],
    [JSON_TYPE, '{"constructor":{"prototype":{}}}', 'constructor'],
    [JSON_TYPE, '{"email":"a@b.example","name":"N"}', 'email'],
    [
      JSON_TYPE,
      '{"name":"N","size":"letter","designs":["a"],"meta_data":[{"key":"a"}]}',
      'meta_data[][value]',
    ],
    [
      JSON_TYPE,
      '{"name":"N","size":"letter","designs":["a"],"meta_data":[{"key":"a","key":"b"}]}',
      'meta_data[][key]',
    ],
    [JSON_TYPE, '{"name":"N","size":"letter","designs":["a"],"meta_data":{"a":"b"}}', 'meta_data'],
    [JSON_TYPE, '{"name":"\\ud800","size":"letter","designs":["a"]}', 'name'],
  ])('is refused with an error that names the invalid field (%s, %s)', async (type, body, field) => {
    const error = await readLocalRefusal(harness.service, sendBody(body, type));
    expect(error.code).toBe('invalid');
    expect(Object.keys(error.fields ?? {})).toContain(field);
  });

  it('is refused with a message that states what is missing or expected', async () => {
    const readFieldErrors = async (body: string, type = FORM_TYPE) =>
      (await readLocalRefusal(harness.service, sendBody(body, type))).fields;
    expect(await readFieldErrors('name=N')).toMatchObject({ designs: 'is missing' });
    expect(await readFieldErrors('name=N&size=large&designs[]=a')).toMatchObject({
      size: expect.stringMatching(/^must be one of self_mailer_6x18, /),
    });
    expect(await readFieldErrors('{"email":5}', JSON_TYPE)).toEqual({ email: 'must be an email address' });
  });

  it('is refused with an error that names the field that contains a file', async () => {
    const form = new FormData();
    form.set('name', 'N');
    form.set('designs[]', new File([new Uint8Array([0, 255])], 'a.html'));
    const error = await readLocalRefusal(harness.service, sendBody(form, undefined));
    expect(error).toMatchObject({ code: 'invalid', fields: { 'designs[]': 'must be text, not a file' } });
  });

  it('results in a short error response, even if the body has many long field names', async () => {
    const manyFields = Array.from({ length: 900 }, (_, i) => `${'n'.repeat(3_000)}${i}=1`).join('&');
    const response = await sendBody(manyFields, FORM_TYPE);
    expect((await response.text()).length).toBeLessThan(10_000);
  });

  it('is refused if the operation doesn’t accept a body', async () => {
    const { id } = addDraft();
    const path = `/v1/campaigns/${id}/cancel`;
    const error = await readLocalRefusal(
      harness.service,
      requestProxy(harness.sender, 'POST', path, { body: 'x=1', type: FORM_TYPE }),
    );
    expect(error.fields).toEqual({ x: 'is not a valid field for this operation' });
    const getWithBody = requestProxy(harness.viewer, 'GET', '/v1/campaigns', {
      headers: { 'content-length': '3' },
    });
    expect((await readLocalRefusal(harness.service, getWithBody)).code).toBe('malformed');
  });
});

describe('a query', () => {
  it.each([
    ['page=0', 'page'],
    ['page=1&page=2', 'page'],
    ['per_page=101', 'per_page'],
    ['unknown=1', 'unknown'],
    ['__proto__[a]=1', '__proto__[a]'],
    ['sent_at=2026-01-01', 'sent_at'],
    ['sent_at[from]=soon', 'sent_at[from]'],
    ['sent_at[from][x]=2026-01-01', 'sent_at[from][x]'],
    ['status[]=draft', 'status[]'],
    ['meta_data[][key]=a', 'meta_data[]'],
    ['meta_data[0][key]=a', 'meta_data[0][key]'],
    ['=1', ''],
    ['page=%00', 'page'],
  ])('is refused with an error that names the invalid field (%s)', async (query, field) => {
    const error = await readLocalRefusal(
      harness.service,
      requestProxy(harness.viewer, 'GET', `/v1/campaigns?${query}`),
    );
    expect(Object.keys(error.fields ?? {})).toEqual([field]);
  });

  it('is refused as malformed if it contains an invalid percent sequence', async () => {
    for (const query of ['page=%', 'page=%zz', '%c3=1', 'page=%c3%28']) {
      const response = requestProxy(harness.viewer, 'GET', `/v1/campaigns?${query}`);
      expect((await readLocalRefusal(harness.service, response)).code).toBe('malformed');
    }
  });

  it.each([
    'https://evil.example/',
    'http://localhost/',
    'http://localhost:3000.evil.example/',
    'http://localhost:3000@evil.example/',
    'http://a:b@console.test:3000/',
    'http:\\\\console.test:3000\\',
    'http://localhost:3000\\@evil.example/',
    'javascript:alert(1)',
    '//console.test:3000/',
    '/campaigns',
  ])('is refused if the redirect_uri isn’t an absolute URL of the console (%s)', async (address) => {
    const { id } = addDraft();
    for (const path of [`/v1/campaigns/${id}/pay`, `/v1/campaigns/customers/7/campaigns/${id}/pay`]) {
      const query = new URLSearchParams({ redirect_uri: address });
      const error = await readLocalRefusal(
        harness.service,
        requestProxy(harness.sender, 'POST', `${path}?${query}`),
      );
      expect(error).toMatchObject({ code: 'invalid', fields: { redirect_uri: /URL/ } });
    }
  });
});
