/** Bodies and queries that the proxy refuses, each by the name of its field where it is one, and nothing is sent. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setUpHarness } from './support/harness.ts';
import { requestProxy, errorOf, FORM_TYPE } from './support/proxy.ts';
import { respondJson, startRecorder } from './support/recorder.ts';
import { addCampaign } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const JSON_TYPE = 'application/json';

const harness = setUpHarness();
let nextId = 1;
beforeEach(() => {
  harness.service.requests.length = 0;
});

const draft = () => addCampaign(harness.service, { id: nextId++, paid: 0 });
const refusedUnasked = async (answer: Promise<Response>) => {
  const error = await errorOf(await answer);
  expect(harness.service.requests).toEqual([]);
  return error;
};

describe('a body', () => {
  const send = (body: BodyInit, type: string | undefined, headers: Record<string, string> = {}) =>
    requestProxy(harness.admin, 'PUT', '/v1/customers/7', { body, ...(type === undefined ? {} : { type }), headers });

  it.each([
    ['text/plain', 'email=a@b.example'],
    ['', 'email=a@b.example'],
    ['application/xml', '<email/>'],
    ['application/json+x', '{}'],
    ['application/x-www-form-urlencoded; charset=iso-8859-1', 'email=a@b.example'],
  ])('of type %j is not understood', async (type, body) => {
    expect((await refusedUnasked(send(new TextEncoder().encode(body), type))).code).toBe('unsupported_type');
  });

  it('that is compressed is not understood', async () => {
    const answer = send('email=a@b.example', FORM_TYPE, { 'content-encoding': 'gzip' });
    expect((await refusedUnasked(answer)).code).toBe('unsupported_type');
  });

  it('over the limit is too large, told or counted', async () => {
    const large = `email=${'a'.repeat(7 * 1024 * 1024)}`;
    expect((await refusedUnasked(send(large, FORM_TYPE))).code).toBe('too_large');
    expect((await refusedUnasked(send('a', FORM_TYPE, { 'content-length': '8000000' }))).code).toBe('too_large');
  });

  it('just below the limit goes through whole', async () => {
    const template = { id: 5, name: 'N', size: 'letter', designs: [''] };
    const service = await startRecorder();
    service.answer(({ method, body }, response) => {
      if (method === 'PUT') template.designs = [new URLSearchParams(body).get('designs[]') ?? ''];
      respondJson(response, template);
    });
    harness.settings({ DIRECTMAIL_BASE_URL: service.origin });
    const design = `é\r\n${'é'.repeat(690_000)}+&`;
    const form = new URLSearchParams({ name: 'N', size: 'letter', 'designs[]': design });
    expect((await send(form.toString(), FORM_TYPE)).status).toBe(200);
    expect(template.designs).toEqual([design]);
    harness.settings({});
    await service.close();
  });

  it.each([
    ['a form', FORM_TYPE, 'email=%zz'],
    ['a form', FORM_TYPE, 'email=%ff'],
    ['JSON', JSON_TYPE, '{"email":'],
    ['JSON', JSON_TYPE, '[]'],
    ['JSON', JSON_TYPE, 'null'],
    ['JSON', JSON_TYPE, '"email"'],
    ['JSON', JSON_TYPE, `${'{"a":'.repeat(9)}1${'}'.repeat(9)}`],
    ['JSON', JSON_TYPE, `${'['.repeat(50_000)}`],
    ['multipart', 'multipart/form-data', 'no boundary'],
    [
      'multipart',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="email"\r\n\r\na',
    ],
    ['a form', FORM_TYPE, 'x&'.repeat(1_001)],
  ])('of %s that can’t be read is malformed (%s, %s)', async (_, type, body) => {
    expect((await refusedUnasked(send(body, type))).code).toBe('malformed');
  });

  it('that is no UTF-8 is malformed', async () => {
    const bytes = new Uint8Array([0x65, 0x3d, 0xff]);
    expect((await refusedUnasked(send(bytes, FORM_TYPE))).code).toBe('malformed');
    expect((await refusedUnasked(send(bytes, JSON_TYPE))).code).toBe('malformed');
  });

  it('that was cut on its way is not taken for a shorter one', async () => {
    const answer = send('email=a@b.example', FORM_TYPE, { 'content-length': '40' });
    expect((await refusedUnasked(answer)).code).toBe('malformed');
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
    [FORM_TYPE, 'email=nobody', 'email'],
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
  ])('with a field that is wrong is refused by its name: %s %s', async (type, body, field) => {
    const error = await refusedUnasked(send(body, type));
    expect(error.code).toBe('invalid');
    expect(Object.keys(error.fields ?? {})).toContain(field);
  });

  it('says in words what is missing, and what would be right', async () => {
    const fieldsOf = async (body: string, type = FORM_TYPE) => (await refusedUnasked(send(body, type))).fields;
    expect(await fieldsOf('name=N')).toMatchObject({ designs: 'is missing' });
    expect(await fieldsOf('name=N&size=large&designs[]=a')).toMatchObject({
      size: expect.stringMatching(/^must be one of self_mailer_6x18, /),
    });
    expect(await fieldsOf('{"email":5}', JSON_TYPE)).toEqual({ email: 'must be an email address' });
  });

  it('with a file is refused by the field’s name', async () => {
    const form = new FormData();
    form.set('name', 'N');
    form.set('designs[]', new File([new Uint8Array([0, 255])], 'a.html'));
    const error = await refusedUnasked(send(form, undefined));
    expect(error).toMatchObject({ code: 'invalid', fields: { 'designs[]': 'must be text, not a file' } });
  });

  it('says neither many nor long names back', async () => {
    const many = Array.from({ length: 900 }, (_, i) => `${'n'.repeat(3_000)}${i}=1`).join('&');
    const answer = await send(many, FORM_TYPE);
    expect((await answer.text()).length).toBeLessThan(10_000);
  });

  it('is not for operations that take none', async () => {
    const { id } = draft();
    const path = `/v1/campaigns/${id}/cancel`;
    const error = await refusedUnasked(requestProxy(harness.sender, 'POST', path, { body: 'x=1', type: FORM_TYPE }));
    expect(error.fields).toEqual({ x: 'is not a field of this operation' });
    const told = requestProxy(harness.viewer, 'GET', '/v1/campaigns', { headers: { 'content-length': '3' } });
    expect((await refusedUnasked(told)).code).toBe('malformed');
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
  ])('with a field that is wrong is refused by its name: %s', async (query, field) => {
    const error = await refusedUnasked(requestProxy(harness.viewer, 'GET', `/v1/campaigns?${query}`));
    expect(Object.keys(error.fields ?? {})).toEqual([field]);
  });

  it('with a malformed percent sequence is malformed', async () => {
    for (const query of ['page=%', 'page=%zz', '%c3=1', 'page=%c3%28']) {
      const answer = requestProxy(harness.viewer, 'GET', `/v1/campaigns?${query}`);
      expect((await refusedUnasked(answer)).code).toBe('malformed');
    }
  });

  it.each([
    'https://evil.example/',
    'http://console.test/',
    'http://console.test:3000.evil.example/',
    'http://console.test:3000@evil.example/',
    'http://a:b@console.test:3000/',
    'http:\\\\console.test:3000\\',
    'http://console.test:3000\\@evil.example/',
    'javascript:alert(1)',
    '//console.test:3000/',
    '/campaigns',
  ])('may lead back to this console only, not to %s', async (address) => {
    const { id } = draft();
    for (const path of [`/v1/campaigns/${id}/pay`, `/v1/campaigns/customers/7/campaigns/${id}/pay`]) {
      const query = new URLSearchParams({ redirect_uri: address });
      const error = await refusedUnasked(requestProxy(harness.sender, 'POST', `${path}?${query}`));
      expect(error).toMatchObject({ code: 'invalid', fields: { redirect_uri: /URL/ } });
    }
  });
});
