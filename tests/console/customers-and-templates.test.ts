/** Changing customers and templates: both by the PUT they share, so what became of it is read back and never believed. */
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Customer, Template } from '#lib/contract/resources.ts';
import { getCustomer, updateCustomer } from '#lib/data/customers.ts';
import { customers, templateNames } from '#lib/data/names.ts';
import { deleteTemplate, getTemplate, templateVersion, updateTemplate } from '#lib/data/templates.ts';
import { setUpHarness } from './support/harness.ts';
import { json, type Recorded } from './support/recorder.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

type Answering =
  | 'as documented'
  | 'drops'
  | 'drops before'
  | 'says yes, does nothing'
  | 'mistakes it'
  | number;

const harness = setUpHarness();
let answering: Answering;
let customer: Customer;
let template: Template;
let email: string;

const UPDATE = {
  name: 'Spring',
  size: 'postcard_4x6',
  designs: ['<p>a', '<p>b'],
  description: 'New',
} as const;

/** Customer 5 and template 5, which share the path of the PUT. */
function change({ url, body }: Recorded, how: Answering): unknown {
  const form = new URLSearchParams(body);
  const isCustomer = form.has('email') || how === 'mistakes it';
  if (how !== 'says yes, does nothing') {
    if (isCustomer) customer = { ...customer, email: form.get('email') ?? form.get('name') ?? '' };
    else {
      const text = (name: string) => form.get(name) ?? undefined;
      template = { ...template, name: text('name'), size: text('size'), description: text('description') };
      template = { ...template, designs: form.getAll('designs[]').map((html) => html.trim()) };
    }
  }
  return isCustomer && !url.includes('template') ? customer : template;
}

beforeAll(async () => {
  harness.service.answer((request, response) => {
    const { method, url } = request;
    if (method === 'GET' && /^\/v1\/(customers|templates)\?/.test(url)) {
      const items = url.includes('customers') ? [customer] : [template];
      return json(response, { items, current_page: 1, total_count: 1, total_pages: 1 });
    }
    const thing = url.startsWith('/v1/customers') ? customer : template;
    if (method === 'GET') {
      return thing.id === 5 ? json(response, thing) : json(response, { error: { code: 'not_found' } }, 404);
    }
    if (typeof answering === 'number') {
      return json(response, { error: { code: answering === 422 ? 'email_taken' : 'x' } }, answering);
    }
    if (answering === 'drops before') return response.socket?.destroy();
    if (method === 'DELETE') template = { ...template, id: 6 };
    const answer = method === 'PUT' ? change(request, answering) : thing;
    return answering === 'drops' ? response.socket?.destroy() : json(response, answer);
  });
});
beforeEach(() => {
  answering = 'as documented';
  email = `office-${Math.random().toString(36).slice(2)}@brightwater.example`;
  customer = {
    ...({ created_at: '2026-01-01T00:00:00Z' } as Customer),
    id: 5,
    email: 'old@brightwater.example',
  };
  template = {
    ...({ meta_data: {} } as Template),
    id: 5,
    name: 'Winter',
    size: 'letter',
    designs: ['<p>old'],
  };
  harness.service.requests.length = 0;
});

const puts = () => harness.service.requests.filter(({ method }) => method === 'PUT');
const rename = (address = email) => harness.admin(() => updateCustomer(5, { email: address }));
const save = (seen?: string) =>
  harness.admin(() => updateTemplate(5, { ...UPDATE, designs: [...UPDATE.designs] }, seen));

describe('a customer’s address', () => {
  it('is changed, read back, and shown from then on', async () => {
    expect((await harness.admin(() => customers())).get(5)).toBe('old@brightwater.example');
    expect(await rename()).toMatchObject({ ok: true, value: { id: 5, email } });
    expect(puts().map(({ url, body }) => [url, body])).toEqual([
      ['/v1/customers/5', `email=${encodeURIComponent(email)}`],
    ]);
    expect(harness.service.lines().slice(-1)).toEqual(['GET /v1/customers/5']);
    expect((await harness.admin(() => customers())).get(5)).toBe(email);
    expect(await harness.viewer(() => getCustomer(5))).toMatchObject({ value: { email } });
  });

  it('that somebody else has changed since is left as it is, unless that is what was wanted', async () => {
    const from = (seen: string, address = email) =>
      harness.admin(() => updateCustomer(5, { email: address }, seen));
    expect(await from('older@brightwater.example')).toMatchObject({ failure: { code: 'changed_meanwhile' } });
    expect(puts()).toEqual([]);
    expect(await from('old@brightwater.example')).toMatchObject({ ok: true });
    expect(await from('old@brightwater.example')).toMatchObject({ ok: true });
  });

  it('may be written with other capitals by the service', async () => {
    expect(await rename(email.toUpperCase())).toMatchObject({ ok: true });
  });

  it('that was not saved is said so, whatever the service answered', async () => {
    answering = 'says yes, does nothing';
    expect(await rename()).toEqual({
      ok: false,
      failure: { kind: 'refused', status: 409, code: 'not_saved' },
    });
  });

  it('that is another’s, or none, changes nothing', async () => {
    answering = 422;
    expect(await rename()).toMatchObject({ failure: { kind: 'refused', code: 'email_taken' } });
    expect(harness.service.lines()).toEqual(['PUT /v1/customers/5']);
    harness.service.requests.length = 0;
    expect(await rename('nobody')).toMatchObject({ failure: { kind: 'invalid', fields: { email: /\w/ } } });
    expect(harness.service.requests).toEqual([]);
  });

  it('is found out by reading when the answer got lost', async () => {
    answering = 'drops';
    expect(await rename()).toMatchObject({ ok: true, value: { email } });
    answering = 'drops before';
    expect(await rename('other@brightwater.example')).toEqual({
      ok: false,
      failure: { kind: 'unreachable' },
    });
    expect(puts()).toHaveLength(2);
  });
});

describe('a template', () => {
  it('has one side for a letter and two for every other size, before the service is asked', async () => {
    const sized = (size: 'letter' | 'postcard_4x6', designs: string[]) =>
      harness.admin(() => updateTemplate(5, { name: 'a', size, designs }));
    for (const wrong of [await sized('letter', ['a', 'b']), await sized('postcard_4x6', ['a'])]) {
      expect(wrong).toMatchObject({ failure: { kind: 'invalid', fields: { 'designs[]': /must be/ } } });
    }
    expect(harness.service.requests).toEqual([]);
  });

  it('is changed by the documented PUT, or where the setting has it', async () => {
    await harness.admin(() => templateNames());
    expect(await save(templateVersion(template))).toMatchObject({ ok: true, value: { name: 'Spring' } });
    expect(puts().map(({ url }) => url)).toEqual(['/v1/customers/5']);
    expect((await harness.admin(() => templateNames())).get(5)).toBe('Spring');
    harness.settings({ DIRECTMAIL_TEMPLATE_UPDATE_PATH: '/v1/templates/{id}' });
    expect(await save()).toMatchObject({ ok: true });
    expect(puts().at(-1)?.url).toBe('/v1/templates/5');
    harness.settings({});
  });

  it('that somebody else has changed since is left as it is', async () => {
    const seen = templateVersion(template);
    template = { ...template, designs: ['<p>theirs'] };
    expect(await save(seen)).toEqual({
      ok: false,
      failure: { kind: 'refused', status: 409, code: 'changed_meanwhile' },
    });
    expect(puts()).toEqual([]);
    expect(template.designs).toEqual(['<p>theirs']);
  });

  it('that is as it should be already is not changed again', async () => {
    const seen = templateVersion(template);
    template = { ...template, ...UPDATE, designs: [...UPDATE.designs] };
    expect(await save(seen)).toMatchObject({ ok: true, value: { name: 'Spring' } });
    expect(puts()).toEqual([]);
  });

  it('has the metadata that was sent, in any order, or is not saved', async () => {
    const meta_data = [
      { key: 'season', value: 'spring ' },
      { key: 'crm', value: 'A-1' },
    ];
    const saveBoth = () =>
      harness.admin(() => updateTemplate(5, { ...UPDATE, designs: [...UPDATE.designs], meta_data }));
    for (const kept of [{ crm: 'A-1', season: 'spring' }, undefined]) {
      template = { ...template, meta_data: kept };
      expect(await saveBoth()).toMatchObject({ ok: true });
    }
    const others: Record<string, string>[] = [
      {},
      { season: 'spring' },
      { crm: 'A-1', season: 'fall' },
      { crm: 'A-1', season: 'spring', old: 'x' },
    ];
    for (const kept of others) {
      template = { ...template, meta_data: kept };
      expect(await saveBoth()).toMatchObject({ failure: { code: 'not_saved' } });
    }
  });

  it('that is not there any more changes nobody else’s customer', async () => {
    template = { ...template, id: 6 };
    expect(await save()).toEqual({ ok: false, failure: { kind: 'missing' } });
    expect(puts()).toEqual([]);
  });

  it('never sends what could be a customer’s, and what the service takes for one is no success', async () => {
    answering = 'mistakes it';
    expect(await save()).toMatchObject({ failure: { kind: 'refused', code: 'not_saved' } });
    const [put] = puts();
    expect([...new URLSearchParams(put?.body).keys()]).toEqual([
      'name',
      'size',
      'designs[]',
      'designs[]',
      'description',
    ]);
    const mixed = { ...UPDATE, designs: [...UPDATE.designs], email };
    expect(await harness.admin(() => updateTemplate(5, mixed))).toMatchObject({
      failure: { kind: 'invalid', fields: { email: /\w/ } },
    });
    expect(puts()).toHaveLength(1);
  });

  it('whose answer got lost is saved if a reading says so', async () => {
    answering = 'drops';
    expect(await save()).toMatchObject({ ok: true });
    template = { ...template, name: 'Winter' };
    answering = 'drops before';
    expect(await save()).toEqual({ ok: false, failure: { kind: 'unreachable' } });
  });

  it('may come back trimmed', async () => {
    const update = { ...UPDATE, designs: ['<p>a\r\nb\n', ' <p>c\n'] };
    expect(await harness.admin(() => updateTemplate(5, update))).toMatchObject({ ok: true });
    expect(template.designs).toEqual(['<p>a\r\nb', '<p>c']);
  });

  it('is gone when it is deleted, also when the answer got lost', async () => {
    answering = 'drops';
    expect(await harness.admin(() => deleteTemplate(5))).toMatchObject({
      ok: true,
      value: { name: 'Winter' },
    });
    expect(await harness.viewer(() => getTemplate(5))).toEqual({ ok: false, failure: { kind: 'missing' } });
    expect(await harness.admin(() => deleteTemplate(5))).toEqual({ ok: false, failure: { kind: 'missing' } });
  });

  it('that the service keeps is not said to be gone', async () => {
    answering = 'drops before';
    expect(await harness.admin(() => deleteTemplate(5))).toEqual({
      ok: false,
      failure: { kind: 'unreachable' },
    });
  });
});
