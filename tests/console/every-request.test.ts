/** Compares the request for each of the 22 operations with a handwritten request line, headers, and body. */
import { describe, expect, it } from 'vitest';
import { type Input, type OperationName, operationNames, operations } from '#lib/contract/operations.ts';
import {
  type ReadOperation,
  readFromService,
  sendToService,
  type WriteOperation,
} from '#lib/upstream/client.ts';
import { recordBothVersions } from './support/both-versions.ts';
import { respondJson } from './support/recorder.ts';
import { API_KEY, useSettings } from './support/settings.ts';

const [v1, v2] = await recordBothVersions();

interface ExpectedRequest<N extends OperationName> {
  readonly input: Input<N>;
  /** The method, path, and query. The v1 base URL includes the path /mail. The v2 base URL has no path. */
  readonly line: string;
  readonly body?: string;
}

const filters: Input<'listCampaigns'> = {
  page: 2,
  per_page: 25,
  targeting_method: 'csv',
  status: 'queued',
  sent_at: { from: '2026-01-01', to: '2026-02-01T00:00:00+02:00' },
  meta_data: [
    { key: 'a b', value: '1&2' },
    { key: 'é', value: '=' },
  ],
};
const filterQuery =
  'page=2&per_page=25&targeting_method=csv&status=queued' +
  '&sent_at%5Bfrom%5D=2026-01-01&sent_at%5Bto%5D=2026-02-01T00%3A00%3A00%2B02%3A00' +
  '&meta_data%5B%5D%5Bkey%5D=a+b&meta_data%5B%5D%5Bvalue%5D=1%262' +
  '&meta_data%5B%5D%5Bkey%5D=%C3%A9&meta_data%5B%5D%5Bvalue%5D=%3D';
const redirect_uri = 'https://console.test/pay/return?state=a+b';
const redirectQuery = 'redirect_uri=https%3A%2F%2Fconsole.test%2Fpay%2Freturn%3Fstate%3Da%2Bb';
const SCOPED = '/mail/v1/campaigns/customers/7/campaigns';

const requests: { readonly [N in OperationName]: ExpectedRequest<N> } = {
  listCustomers: { input: { page: 2, per_page: 100 }, line: 'GET /mail/v1/customers?page=2&per_page=100' },
  getCustomer: { input: { id: 7 }, line: 'GET /mail/v1/customers/7' },
  updateCustomer: {
    input: { id: 7, email: 'a+b@c.example' },
    line: 'PUT /mail/v1/customers/7',
    body: 'email=a%2Bb%40c.example',
  },
  listTemplates: { input: {}, line: 'GET /mail/v1/templates' },
  getTemplate: { input: { id: 5 }, line: 'GET /mail/v1/templates/5' },
  deleteTemplate: { input: { id: 5 }, line: 'DELETE /mail/v1/templates/5' },
  updateTemplate: {
    input: {
      id: 5,
      name: 'Just listed',
      size: 'postcard_4x6',
      designs: ['<p>a&b</p>', 'c\r\nd'],
      description: '',
      meta_data: [
        { key: 'k', value: '1' },
        { key: 'l', value: '' },
      ],
    },
    line: 'PUT /mail/v1/customers/5',
    body:
      'name=Just+listed&size=postcard_4x6&designs%5B%5D=%3Cp%3Ea%26b%3C%2Fp%3E&designs%5B%5D=c%0D%0Ad&description=' +
      '&meta_data%5B%5D%5Bkey%5D=k&meta_data%5B%5D%5Bvalue%5D=1&meta_data%5B%5D%5Bkey%5D=l&meta_data%5B%5D%5Bvalue%5D=',
  },
  listCustomerCampaigns: { input: { customer_id: 7, ...filters }, line: `GET ${SCOPED}?${filterQuery}` },
  getCustomerCampaign: { input: { customer_id: 7, id: 3 }, line: `GET ${SCOPED}/3` },
  deleteCampaign: { input: { customer_id: 7, id: 3 }, line: `DELETE ${SCOPED}/3` },
  cloneCampaign: { input: { customer_id: 7, id: 3 }, line: `POST ${SCOPED}/3/clone` },
  cancelCustomerCampaign: { input: { customer_id: 7, id: 3 }, line: `POST ${SCOPED}/3/cancel` },
  sendCampaign: {
    input: { customer_id: 7, id: 3, date: '2026-12-01T09:00:00-05:00' },
    line: `POST ${SCOPED}/3/send?date=2026-12-01T09%3A00%3A00-05%3A00`,
  },
  payCustomerCampaign: {
    input: { customer_id: 7, id: 3, redirect_uri },
    line: `POST ${SCOPED}/3/pay?${redirectQuery}`,
  },
  listCampaigns: { input: filters, line: `GET /mail/v1/campaigns?${filterQuery}` },
  getCampaign: { input: { id: 9_007_199_254_740_991 }, line: 'GET /mail/v1/campaigns/9007199254740991' },
  cancelCampaign: { input: { id: 3 }, line: 'POST /mail/v1/campaigns/3/cancel' },
  payCampaign: { input: { id: 3, redirect_uri }, line: `POST /mail/v1/campaigns/3/pay?${redirectQuery}` },
  payAndSendCampaign: {
    input: {
      id: 3,
      send_copy_to_sender: true,
      date: '2026-12-01T09:00:00Z',
      source: 'tok_visa',
      email: 'a@b.example',
    },
    line: 'POST /mail/v1/campaigns/3/pay_and_send',
    body: 'send_copy_to_sender=true&date=2026-12-01T09%3A00%3A00Z&source=tok_visa&email=a%40b.example',
  },
  checkOutCampaign: { input: { id: 3 }, line: 'GET /mail/v1/campaigns/3/checkout' },
  previewTemplate: {
    input: {
      id: 'tpl_A-1',
      template_data: {
        label: 'New',
        lot_size_type: 'acres',
        photos: ['https://a.example/1', 'https://a.example/2'],
        variables: [
          { key: 'x', value: '1' },
          { key: 'y', value: '2' },
        ],
      },
      agent: { first_name: 'Ada', photo: 'https://a.example/3' },
      sender: { suite: '4', zip: '78701' },
    },
    line: 'POST /v2/templates/tpl_A-1/preview',
    body:
      'template_data%5Blabel%5D=New&template_data%5Blot_size_type%5D=acres' +
      '&template_data%5Bphotos%5D=https%3A%2F%2Fa.example%2F1&template_data%5Bphotos%5D=https%3A%2F%2Fa.example%2F2' +
      '&template_data%5Bvariables%5D%5B%5D%5Bkey%5D=x&template_data%5Bvariables%5D%5B%5D%5Bvalue%5D=1' +
      '&template_data%5Bvariables%5D%5B%5D%5Bkey%5D=y&template_data%5Bvariables%5D%5B%5D%5Bvalue%5D=2' +
      '&agent%5Bfirst_name%5D=Ada&agent%5Bphoto%5D=https%3A%2F%2Fa.example%2F3' +
      '&sender%5Bsuite%5D=4&sender%5Bzip%5D=78701',
  },
  sendCampaignOnInvoice: {
    input: { id: '3', email: 'a@b.example', scheduled_at: '2026-12-01T09:00:00+01:00' },
    line: 'POST /v2/campaigns/3/send',
    body: 'email=a%40b.example&scheduled_at=2026-12-01T09%3A00%3A00%2B01%3A00',
  },
};

const MEMBER = 'sender@mailroom.test';

describe('the client', () => {
  it.each(operationNames)('sends the exact request for %s', expectExactRequest);
});

async function expectExactRequest<N extends OperationName>(name: N): Promise<void> {
  for (const recorder of [v1, v2]) recorder.respondWith((_, response) => respondJson(response, {}));
  const { input, line, body } = requests[name];
  if (operations[name].method === 'GET') await readFromService(name as ReadOperation, input as never);
  else await sendToService(name as WriteOperation, input as never, { email: MEMBER });

  const isV2 = line.includes(' /v2/');
  const [target, other] = isV2 ? [v2, v1] : [v1, v2];
  expect(other.requests).toEqual([]);
  const [method = '', url = ''] = line.split(' ');
  const headers = {
    host: new URL(target.origin).host,
    // A write uses a new connection, because a reused connection may already be half-closed.
    connection: method === 'GET' ? 'keep-alive' : 'close',
    accept: 'application/json',
    'accept-encoding': 'gzip',
    authorization: isV2 ? `Bearer ${API_KEY} ${MEMBER}` : `Bearer ${API_KEY}`,
    'user-agent': 'Mailroom',
    ...bodyHeaders(method, body),
  };
  expect(target.requests).toEqual([{ method, url, headers, body: body ?? '' }]);
}

function bodyHeaders(method: string, body: string | undefined): Record<string, string> {
  if (body !== undefined) {
    return { 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(body.length) };
  }
  return method === 'POST' ? { 'content-length': '0' } : {};
}

describe('the settings', () => {
  it('a setting changes the path of template updates, but not that of customer updates', async () => {
    useSettings({
      DIRECTMAIL_BASE_URL: `${v1.origin}/mail`,
      DIRECTMAIL_BASE_URL_V2: v2.origin,
      DIRECTMAIL_TEMPLATE_UPDATE_PATH: '/v1/templates/{id}',
    });
    await sendToService('updateTemplate', requests.updateTemplate.input);
    await sendToService('updateCustomer', requests.updateCustomer.input);
    expect(v1.requests.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['PUT', '/mail/v1/templates/5', requests.updateTemplate.body],
      ['PUT', '/mail/v1/customers/7', requests.updateCustomer.body],
    ]);
  });

  it('the v2 base URL may include a path', async () => {
    useSettings({ DIRECTMAIL_BASE_URL: v1.origin, DIRECTMAIL_BASE_URL_V2: `${v2.origin}/next/` });
    await sendToService('previewTemplate', { id: '1' }, { email: MEMBER });
    expect(v2.requestLines()).toEqual(['POST /next/v2/templates/1/preview']);
    expect(v1.requests).toEqual([]);
  });
});
