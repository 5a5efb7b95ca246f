/** Compares encoded requests with the expected text. */
import { describe, expect, test } from 'vitest';
import { encodeRequest, WireError } from '#lib/contract/wire.ts';

const SCOPED = '/v1/campaigns/customers/7/campaigns';

describe('encoding queries', () => {
  test('encodes every list filter in part 4.5 of the interface', () => {
    const sent = encodeRequest('listCampaigns', {
      page: 2,
      per_page: 25,
      targeting_method: 'csv',
      status: 'queued',
      sent_at: { from: '2026-11-01T00:00:00+01:00', to: '2026-11-30' },
      meta_data: [
        { key: 'office', value: 'north & south' },
        { key: 'wave', value: '2' },
      ],
    });
    expect(sent).toEqual({
      version: 'v1',
      method: 'GET',
      path: '/v1/campaigns',
      query:
        'page=2&per_page=25&targeting_method=csv&status=queued' +
        '&sent_at%5Bfrom%5D=2026-11-01T00%3A00%3A00%2B01%3A00&sent_at%5Bto%5D=2026-11-30' +
        '&meta_data%5B%5D%5Bkey%5D=office&meta_data%5B%5D%5Bvalue%5D=north+%26+south' +
        '&meta_data%5B%5D%5Bkey%5D=wave&meta_data%5B%5D%5Bvalue%5D=2',
      body: undefined,
    });
  });

  test('encodes a date range without an end', () => {
    const { query } = encodeRequest('listCustomerCampaigns', {
      customer_id: 7,
      sent_at: { from: '2026-11-01' },
    });
    expect(query).toBe('sent_at%5Bfrom%5D=2026-11-01');
  });

  test('encodes an empty query if a list has no filters', () => {
    expect(encodeRequest('listCampaigns', {}).query).toBe('');
    expect(encodeRequest('listCampaigns', { status: undefined, sent_at: {} }).query).toBe('');
  });

  test('encodes the send date in the query, and leaves the body empty', () => {
    expect(
      encodeRequest('sendCampaign', { customer_id: 7, id: 12, date: '2026-12-01T09:00:00-05:00' }),
    ).toEqual({
      version: 'v1',
      method: 'POST',
      path: `${SCOPED}/12/send`,
      query: 'date=2026-12-01T09%3A00%3A00-05%3A00',
      body: undefined,
    });
    expect(encodeRequest('sendCampaign', { customer_id: 7, id: 12 })).toMatchObject({
      query: '',
      body: undefined,
    });
  });

  test.each([
    ['payCampaign', '/v1/campaigns/12/pay'],
    ['payCustomerCampaign', `${SCOPED}/12/pay`],
  ] as const)('encodes the redirect_uri for %s in the query, and leaves the body empty', (name, path) => {
    const input = {
      customer_id: 7,
      id: 12,
      redirect_uri: 'https://mail.example/pay/return?state=a+b%2F&x=1#top',
    };
    const { customer_id, ...unscoped } = input;
    const sent = name === 'payCampaign' ? encodeRequest(name, unscoped) : encodeRequest(name, input);
    expect(sent).toEqual({
      version: 'v1',
      method: 'POST',
      path,
      query: 'redirect_uri=https%3A%2F%2Fmail.example%2Fpay%2Freturn%3Fstate%3Da%2Bb%252F%26x%3D1%23top',
      body: undefined,
    });
  });

  test.each(['cloneCampaign', 'cancelCustomerCampaign', 'deleteCampaign'] as const)(
    'encodes an empty query and an empty body for %s',
    (name) => {
      expect(encodeRequest(name, { customer_id: 7, id: 12 })).toMatchObject({ query: '', body: undefined });
    },
  );
});

describe('encoding forms', () => {
  test('encodes the pay_and_send fields in the form, and leaves the query empty', () => {
    expect(
      encodeRequest('payAndSendCampaign', {
        id: 12,
        send_copy_to_sender: true,
        date: '2026-12-01T14:00:00Z',
        source: 'tok_visa',
        email: 'books+mail@brightwater.example',
      }),
    ).toEqual({
      version: 'v1',
      method: 'POST',
      path: '/v1/campaigns/12/pay_and_send',
      query: '',
      body:
        'send_copy_to_sender=true&date=2026-12-01T14%3A00%3A00Z&source=tok_visa' +
        '&email=books%2Bmail%40brightwater.example',
    });
    expect(
      encodeRequest('payAndSendCampaign', { id: 12, send_copy_to_sender: false, email: 'a@b.co' }).body,
    ).toBe('send_copy_to_sender=false&email=a%40b.co');
  });

  test('repeats the designs[] field and alternates keys and values in a template update', () => {
    const sent = encodeRequest('updateTemplate', {
      id: 3,
      name: 'Spring',
      size: 'postcard_6x9',
      designs: ['<h1>Front</h1>', '<p class="x">Back &amp; more</p>'],
      description: '',
      meta_data: [
        { key: 'a', value: '1' },
        { key: 'b', value: '' },
      ],
    });
    expect([sent.method, sent.path, sent.query]).toEqual(['PUT', '/v1/customers/3', '']);
    expect(sent.body).toBe(
      'name=Spring&size=postcard_6x9' +
        '&designs%5B%5D=%3Ch1%3EFront%3C%2Fh1%3E' +
        '&designs%5B%5D=%3Cp+class%3D%22x%22%3EBack+%26amp%3B+more%3C%2Fp%3E' +
        '&description=' +
        '&meta_data%5B%5D%5Bkey%5D=a&meta_data%5B%5D%5Bvalue%5D=1' +
        '&meta_data%5B%5D%5Bkey%5D=b&meta_data%5B%5D%5Bvalue%5D=',
    );
  });

  test('encodes a template update with the configured path', () => {
    const input = { id: 3, name: 'n', size: 'letter', designs: ['<p>'] } as const;
    expect(encodeRequest('updateTemplate', { ...input, designs: ['<p>'] }, '/v1/templates/{id}').path).toBe(
      '/v1/templates/3',
    );
  });

  test('encodes a customer update as a form', () => {
    expect(encodeRequest('updateCustomer', { id: 9, email: 'office@brightwater.example' })).toEqual({
      version: 'v1',
      method: 'PUT',
      path: '/v1/customers/9',
      query: '',
      body: 'email=office%40brightwater.example',
    });
    expect(encodeRequest('updateCustomer', { id: 9 }).body).toBe('');
  });

  test('encodes a preview with nested data, photos without brackets, and alternating variable keys and values', () => {
    const sent = encodeRequest('previewTemplate', {
      id: 'tpl_8F-x',
      template_data: {
        label: 'Just listed',
        photos: ['https://img.example/1.jpg', 'https://img.example/2.jpg?w=1&h=2'],
        variables: [
          { key: 'city', value: 'Köln' },
          { key: 'agent[name]', value: 'A=B' },
        ],
      },
      agent: { first_name: 'Ada' },
      sender: { suite: '4' },
    });
    expect(sent).toEqual({
      version: 'v2',
      method: 'POST',
      path: '/v2/templates/tpl_8F-x/preview',
      query: '',
      body:
        'template_data%5Blabel%5D=Just+listed' +
        '&template_data%5Bphotos%5D=https%3A%2F%2Fimg.example%2F1.jpg' +
        '&template_data%5Bphotos%5D=https%3A%2F%2Fimg.example%2F2.jpg%3Fw%3D1%26h%3D2' +
        '&template_data%5Bvariables%5D%5B%5D%5Bkey%5D=city&template_data%5Bvariables%5D%5B%5D%5Bvalue%5D=K%C3%B6ln' +
        '&template_data%5Bvariables%5D%5B%5D%5Bkey%5D=agent%5Bname%5D&template_data%5Bvariables%5D%5B%5D%5Bvalue%5D=A%3DB' +
        '&agent%5Bfirst_name%5D=Ada&sender%5Bsuite%5D=4',
    });
  });

  test('encodes the fields of a v2 send in the form', () => {
    expect(
      encodeRequest('sendCampaignOnInvoice', {
        id: '12',
        email: 'a@b.co',
        scheduled_at: '2026-12-01T14:00:00Z',
      }),
    ).toEqual({
      version: 'v2',
      method: 'POST',
      path: '/v2/campaigns/12/send',
      query: '',
      body: 'email=a%40b.co&scheduled_at=2026-12-01T14%3A00%3A00Z',
    });
    expect(encodeRequest('sendCampaignOnInvoice', { id: '12' }).body).toBe('');
  });
});

describe('encodeRequest', () => {
  test('writes every digit of ids up to the largest safe integer', () => {
    expect(encodeRequest('getCampaign', { id: 2 ** 53 - 1 }).path).toBe('/v1/campaigns/9007199254740991');
    expect(encodeRequest('getCustomerCampaign', { customer_id: 2 ** 53 - 1, id: 1 }).path).toBe(
      '/v1/campaigns/customers/9007199254740991/campaigns/1',
    );
  });

  test.each([2 ** 53, 0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('rejects the v1 id %d', (id) => {
    expect(() => encodeRequest('getCampaign', { id })).toThrow(WireError);
  });

  test.each(['', '..', 'a/b', 'a%2Fb', 'a b', 'é', 'x'.repeat(65), '1\n'])('rejects the v2 id %j', (id) => {
    expect(() => encodeRequest('previewTemplate', { id })).toThrow(WireError);
  });
});
