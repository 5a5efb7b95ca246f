import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { draftRow, openService, statusAndCode, type TestService, v1Headers } from './fixture.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService({ rows: [draftRow({ templateId: 2 })], credits: [0, 0, 0] });
});
afterAll(() => service.close());

const putResource = (id: number, pairs: readonly [string, string][]) =>
  service.request(`/v1/customers/${id}`, {
    method: 'PUT',
    body: new URLSearchParams(pairs.map(([k, v]) => [k, v])),
    headers: v1Headers,
  });

describe('listing customers and templates', () => {
  test('returns pages of customers and templates, ordered by id', async () => {
    const first = (await service.call('listCustomers', { per_page: 2 })).body;
    const second = (await service.call('listCustomers', { per_page: 2, page: 2 })).body;
    expect([first, second].map(({ items }) => items?.map(({ id }) => id))).toEqual([[1, 2], [3]]);
    expect(first).toMatchObject({ total_count: 3, total_pages: 2, current_page: 1 });
    const pageAfterLast = (await service.call('listTemplates', { page: 9 })).body;
    expect(pageAfterLast).toMatchObject({ items: [], current_page: 9, total_count: 2, total_pages: 1 });
  });

  test('rejects more than 100 items per page', async () => {
    const response = await service.request('/v1/templates?per_page=101', { headers: v1Headers });
    expect(response.body.error?.fields).toHaveProperty('per_page');
  });
});

describe('the PUT path that customers and templates share (4.1, 4.2)', () => {
  test('updates the customer, not the template with the same id, if the form has only an email', async () => {
    const before = (await service.call('getTemplate', { id: 1 })).body;
    expect((await putResource(1, [['email', 'new@customer.example']])).body).toMatchObject({
      id: 1,
      email: 'new@customer.example',
    });
    expect((await service.call('getTemplate', { id: 1 })).body).toEqual(before);
  });

  test('updates the template, not the customer with the same id, if the form has name, size, and designs', async () => {
    const before = (await service.call('getCustomer', { id: 1 })).body;
    const changed = await putResource(1, [
      ['name', 'Just sold'],
      ['size', 'postcard_6x11'],
      ['designs[]', '<p>{{address}}</p>'],
      ['designs[]', '<p>{{ color }} {{address}}</p>'],
      ['meta_data[][key]', 'season'],
      ['meta_data[][value]', 'fall'],
      ['meta_data[][key]', 'for'],
      ['meta_data[][value]', 'sellers'],
    ]);
    expect(changed.body).toMatchObject({
      id: 1,
      name: 'Just sold',
      description: 'A postcard',
      size: 'postcard_6x11',
      designs: ['<p>{{address}}</p>', '<p>{{ color }} {{address}}</p>'],
      variable_names: ['address', 'color'],
      meta_data: { season: 'fall', for: 'sellers' },
    });
    expect((await service.call('getCustomer', { id: 1 })).body).toEqual(before);
  });

  test('rejects a form that mixes customer and template fields', async () => {
    const template = [
      ['name', 'X'],
      ['size', 'letter'],
      ['designs[]', '<p></p>'],
    ] as const;
    const mixed = await putResource(2, [['email', 'mixed@customer.example'], ...template] as [
      string,
      string,
    ][]);
    expect([statusAndCode(mixed), Object.keys(mixed.body.error?.fields ?? {})]).toEqual([
      '400 invalid_input',
      ['email'],
    ]);
    const incomplete = await putResource(2, [
      ['email', 'mixed@customer.example'],
      ['name', 'X'],
    ]);
    expect(statusAndCode(incomplete)).toBe('400 invalid_input');
    expect((await service.call('getCustomer', { id: 2 })).body.email).not.toBe('mixed@customer.example');
    expect((await service.call('getTemplate', { id: 2 })).body.name).toBe('A letter');
  });

  test('changes neither a customer nor a template if the form is empty', async () => {
    const before = (await service.call('getCustomer', { id: 2 })).body;
    expect((await putResource(2, [])).body).toEqual(before);
  });

  test('rejects an email address that belongs to another customer', async () => {
    const { email = '' } = (await service.call('getCustomer', { id: 3 })).body;
    const refused = await putResource(2, [['email', email ?? '']]);
    expect([statusAndCode(refused), Object.keys(refused.body.error?.fields ?? {})]).toEqual([
      '422 email_taken',
      ['email'],
    ]);
    expect((await putResource(3, [['email', email ?? '']])).status).toBe(200);
  });

  test('requires one design for a letter and two designs for all other sizes', async () => {
    for (const [size, count] of [
      ['letter', 2],
      ['postcard_4x6', 1],
    ] as const) {
      const designs = Array.from({ length: count }, () => ['designs[]', '<p></p>'] as [string, string]);
      const response = await putResource(2, [['name', 'X'], ['size', size], ...designs]);
      expect([statusAndCode(response), Object.keys(response.body.error?.fields ?? {})]).toEqual([
        '422 wrong_design_count',
        ['designs[]'],
      ]);
    }
  });

  test('responds with 404 for an unknown id', async () => {
    expect(statusAndCode(await putResource(99, [['email', 'x@y.example']]))).toBe('404 not_found');
    expect(
      statusAndCode(
        await putResource(99, [
          ['name', 'X'],
          ['size', 'letter'],
          ['designs[]', '<p></p>'],
        ]),
      ),
    ).toBe('404 not_found');
  });
});

describe('template preview (4.7)', () => {
  test('finds a template by id or UID, fills in escaped values, and keeps placeholders without a value', async () => {
    for (const id of ['1', 'tmpl_listed']) {
      await service.call('updateTemplate', {
        id: 1,
        name: 'Just listed',
        size: 'postcard_6x9',
        designs: [
          '<h1>{{address}}</h1>',
          '<p>{{agent_first_name}} {{color}} {{sender_name}} {{photo_2}}</p>',
        ],
      });
      const { body } = await service.call('previewTemplate', {
        id,
        template_data: {
          address: '<48> Maple & Co',
          photos: ['https://p.example/1', 'https://p.example/2'],
          variables: [{ key: 'color', value: 'blue' }],
        },
        agent: { first_name: 'Ada' },
      });
      expect(body).toEqual({
        front: '<h1>&lt;48&gt; Maple &amp; Co</h1>',
        back: '<p>Ada blue {{sender_name}} https://p.example/2</p>',
      });
    }
  });

  test('doesn’t return a back side for a letter', async () => {
    expect((await service.call('previewTemplate', { id: 'tmpl_letter' })).body).toEqual({
      front: '<p>{{address}}</p>',
      back: '',
    });
  });

  test('responds with 404 for an unknown template', async () => {
    expect(statusAndCode(await service.call('previewTemplate', { id: 'tmpl_none' }))).toBe('404 not_found');
    expect(statusAndCode(await service.call('previewTemplate', { id: '99999999999999999999' }))).toBe(
      '404 not_found',
    );
  });
});

test('deleting a template keeps the artwork of the campaigns based on it', async () => {
  const before = (await service.call('getCampaign', { id: 1 })).body;
  expect((await service.call('deleteTemplate', { id: 2 })).body).toMatchObject({ id: 2, name: 'A letter' });
  expect(statusAndCode(await service.call('deleteTemplate', { id: 2 }))).toBe('404 not_found');
  expect(statusAndCode(await service.call('getTemplate', { id: 2 }))).toBe('404 not_found');
  expect((await service.call('getCampaign', { id: 1 })).body).toEqual(before);
});
