/**
 * Tests updating customers and templates. Both updates use the same PUT endpoint, so the console reads the
 * customer or template again to verify every update.
 */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { getCustomer, updateCustomer } from '#lib/data/customers.ts';
import { listCustomerEmails, listTemplateNames } from '#lib/data/names.ts';
import { deleteTemplate, getTemplate, templateVersion, updateTemplate } from '#lib/data/templates.ts';
import { setUpCustomerAndTemplate } from './support/customer-and-template.ts';
import { setUpHarness } from './support/harness.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
const stored = setUpCustomerAndTemplate(harness);
let email: string;
beforeEach(() => {
  email = `office-${Math.random().toString(36).slice(2)}@brightwater.example`;
});

const UPDATE = {
  name: 'Spring',
  size: 'postcard_4x6',
  designs: ['<p>a', '<p>b'],
  description: 'New',
} as const;

const putRequests = () => harness.service.requests.filter(({ method }) => method === 'PUT');
const saveCustomer = (address = email) => harness.admin(() => updateCustomer(5, { email: address }));
const saveTemplate = (version?: string) =>
  harness.admin(() => updateTemplate(5, { ...UPDATE, designs: [...UPDATE.designs] }, version));

describe('a customer’s email address', () => {
  it('is saved, verified with a read, and shown on later pages', async () => {
    expect((await harness.admin(() => listCustomerEmails())).get(5)).toBe('old@brightwater.example');
    expect(await saveCustomer()).toMatchObject({ ok: true, value: { id: 5, email } });
    expect(putRequests().map(({ url, body }) => [url, body])).toEqual([
      ['/v1/customers/5', `email=${encodeURIComponent(email)}`],
    ]);
    expect(harness.service.requestLines().slice(-1)).toEqual(['GET /v1/customers/5']);
    expect((await harness.admin(() => listCustomerEmails())).get(5)).toBe(email);
    expect(await harness.viewer(() => getCustomer(5))).toMatchObject({ value: { email } });
  });

  it('isn’t overwritten if the stored address has changed to another value since the member opened the form', async () => {
    const saveOver = (previous: string) => harness.admin(() => updateCustomer(5, { email }, previous));
    expect(await saveOver('older@brightwater.example')).toMatchObject({
      failure: { code: 'changed_meanwhile' },
    });
    expect(putRequests()).toEqual([]);
    expect(await saveOver('old@brightwater.example')).toMatchObject({ ok: true });
    expect(await saveOver('old@brightwater.example')).toMatchObject({ ok: true });
  });

  it('is reported as saved if the service returns the address with different capitalization', async () => {
    expect(await saveCustomer(email.toUpperCase())).toMatchObject({ ok: true });
  });

  it('is reported as not saved if a read shows the old address', async () => {
    stored.writeBehavior = 'respond without saving';
    expect(await saveCustomer()).toEqual({
      ok: false,
      failure: { kind: 'refused', status: 409, code: 'not_saved' },
    });
  });

  it('is refused if the address is taken or malformed', async () => {
    stored.writeBehavior = 422;
    expect(await saveCustomer()).toMatchObject({ failure: { kind: 'refused', code: 'email_taken' } });
    expect(harness.service.requestLines()).toEqual(['GET /v1/customers/5', 'PUT /v1/customers/5']);
    harness.service.requests.length = 0;
    expect(await saveCustomer('no-address')).toMatchObject({
      failure: { kind: 'invalid', fields: { email: /\w/ } },
    });
    expect(harness.service.requests).toEqual([]);
  });

  it('is verified with a read if the response is lost', async () => {
    stored.writeBehavior = 'drop after';
    expect(await saveCustomer()).toMatchObject({ ok: true, value: { email } });
    stored.writeBehavior = 'drop before';
    expect(await saveCustomer('other@brightwater.example')).toEqual({
      ok: false,
      failure: { kind: 'unreachable' },
    });
    expect(putRequests()).toHaveLength(2);
  });
});

describe('a template', () => {
  it('is refused without a request to the service if the number of designs doesn’t match the size', async () => {
    const saveSize = (size: 'letter' | 'postcard_4x6', designs: string[]) =>
      harness.admin(() => updateTemplate(5, { name: 'a', size, designs }));
    for (const outcome of [await saveSize('letter', ['a', 'b']), await saveSize('postcard_4x6', ['a'])]) {
      expect(outcome).toMatchObject({ failure: { kind: 'invalid', fields: { 'designs[]': /must be/ } } });
    }
    expect(harness.service.requests).toEqual([]);
  });

  it('is updated at the documented path by default, or at the path in the settings', async () => {
    await harness.admin(() => listTemplateNames());
    expect(await saveTemplate(templateVersion(stored.template))).toMatchObject({
      ok: true,
      value: { name: 'Spring' },
    });
    expect(putRequests().map(({ url }) => url)).toEqual(['/v1/customers/5']);
    expect((await harness.admin(() => listTemplateNames())).get(5)).toBe('Spring');
    harness.applySettings({ DIRECTMAIL_TEMPLATE_UPDATE_PATH: '/v1/templates/{id}' });
    expect(await saveTemplate()).toMatchObject({ ok: true });
    expect(putRequests().at(-1)?.url).toBe('/v1/templates/5');
    harness.applySettings({});
  });

  it('isn’t overwritten if the stored template has changed since the member opened the form', async () => {
    const version = templateVersion(stored.template);
    stored.template = { ...stored.template, designs: ['<p>theirs'] };
    expect(await saveTemplate(version)).toEqual({
      ok: false,
      failure: { kind: 'refused', status: 409, code: 'changed_meanwhile' },
    });
    expect(putRequests()).toEqual([]);
    expect(stored.template.designs).toEqual(['<p>theirs']);
  });

  it('isn’t written again if the stored template already has the new values', async () => {
    const version = templateVersion(stored.template);
    stored.template = { ...stored.template, ...UPDATE, designs: [...UPDATE.designs] };
    expect(await saveTemplate(version)).toMatchObject({ ok: true, value: { name: 'Spring' } });
    expect(putRequests()).toEqual([]);
  });

  it('is reported as saved only if the service returns the same metadata, in any order', async () => {
    const meta_data = [
      { key: 'season', value: 'spring ' },
      { key: 'crm', value: 'A-1' },
    ];
    const saveWithMetadata = () =>
      harness.admin(() => updateTemplate(5, { ...UPDATE, designs: [...UPDATE.designs], meta_data }));
    for (const saved of [{ crm: 'A-1', season: 'spring' }, undefined]) {
      stored.template = { ...stored.template, meta_data: saved };
      expect(await saveWithMetadata()).toMatchObject({ ok: true });
    }
    const mismatches: Record<string, string>[] = [
      {},
      { season: 'spring' },
      { crm: 'A-1', season: 'fall' },
      { crm: 'A-1', season: 'spring', old: 'x' },
    ];
    for (const saved of mismatches) {
      stored.template = { ...stored.template, meta_data: saved };
      expect(await saveWithMetadata()).toMatchObject({ failure: { code: 'not_saved' } });
    }
  });

  it('isn’t updated if the template no longer exists, because the PUT request could change a customer instead', async () => {
    stored.template = { ...stored.template, id: 6 };
    expect(await saveTemplate()).toEqual({ ok: false, failure: { kind: 'missing' } });
    expect(putRequests()).toEqual([]);
  });

  it('is reported as not saved if the service treats the request as a customer update', async () => {
    stored.writeBehavior = 'update the customer';
    expect(await saveTemplate()).toMatchObject({ failure: { kind: 'refused', code: 'not_saved' } });
    const [put] = putRequests();
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
    expect(putRequests()).toHaveLength(1);
  });

  it('is reported as saved after a lost response if a read shows the new values', async () => {
    stored.writeBehavior = 'drop after';
    expect(await saveTemplate()).toMatchObject({ ok: true });
    stored.template = { ...stored.template, name: 'Winter' };
    stored.writeBehavior = 'drop before';
    expect(await saveTemplate()).toEqual({ ok: false, failure: { kind: 'unreachable' } });
  });

  it('is reported as saved if the service trims whitespace at the ends of designs', async () => {
    const update = { ...UPDATE, designs: ['<p>a\r\nb\n', ' <p>c\n'] };
    expect(await harness.admin(() => updateTemplate(5, update))).toMatchObject({ ok: true });
    expect(stored.template.designs).toEqual(['<p>a\r\nb', '<p>c']);
  });

  it('is reported as deleted after a lost response if a read shows that the template no longer exists', async () => {
    stored.writeBehavior = 'drop after';
    expect(await harness.admin(() => deleteTemplate(5))).toMatchObject({
      ok: true,
      value: { name: 'Winter' },
    });
    expect(await harness.viewer(() => getTemplate(5))).toEqual({ ok: false, failure: { kind: 'missing' } });
    expect(await harness.admin(() => deleteTemplate(5))).toEqual({ ok: false, failure: { kind: 'missing' } });
  });

  it('isn’t reported as deleted if the template still exists', async () => {
    stored.writeBehavior = 'drop before';
    expect(await harness.admin(() => deleteTemplate(5))).toEqual({
      ok: false,
      failure: { kind: 'unreachable' },
    });
  });
});
