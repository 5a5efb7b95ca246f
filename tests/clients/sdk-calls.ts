/** Calls each operation with the SDK that @hey-api/openapi-ts generates. */
import type { Calls, ClientOptions } from './client-options.ts';
import { createClient } from './generated-sdk/client/index.ts';
import * as sdk from './generated-sdk/sdk.gen.ts';

export function createSdkCalls({ baseUrl, key, userEmail, fetch }: ClientOptions): Calls {
  const client = createClient({
    baseUrl,
    fetch: fetch as typeof globalThis.fetch,
    // For v1, the SDK adds "Bearer" to the key. For v2, this function must return the whole header value.
    auth: ({ type }) => (type === 'http' ? key : `Bearer ${key} ${userEmail}`),
  });
  const query = { redirect_uri: 'https://console.example/back' };
  const email = 'books@customer.example';
  return {
    listCustomers: () => sdk.listCustomers({ client, query: { page: 1, per_page: 25 } }),
    getCustomer: () => sdk.getCustomer({ client, path: { id: 1 } }),
    updateCustomer: () =>
      sdk.updateCustomerOrUpdateTemplate({
        client,
        path: { id: 1 },
        body: { email: 'new@customer.example' },
      }),
    listTemplates: () => sdk.listTemplates({ client }),
    getTemplate: () => sdk.getTemplate({ client, path: { id: 1 } }),
    deleteTemplate: () => sdk.deleteTemplate({ client, path: { id: 2 } }),
    updateTemplate: () =>
      sdk.updateCustomerOrUpdateTemplate({
        client,
        path: { id: 1 },
        body: {
          name: 'Spring',
          size: 'postcard_6x9',
          'designs[]': ['<h1>Front</h1>', '<p>Back</p>'],
          'meta_data[][key]': ['season', 'year'],
          'meta_data[][value]': ['spring', '2027'],
        },
      }),
    listCustomerCampaigns: () =>
      sdk.listCustomerCampaigns({ client, path: { customer_id: 1 }, query: { status: 'draft' } }),
    getCustomerCampaign: () => sdk.getCustomerCampaign({ client, path: { customer_id: 1, id: 1 } }),
    deleteCampaign: () => sdk.deleteCampaign({ client, path: { customer_id: 1, id: 2 } }),
    cloneCampaign: () => sdk.cloneCampaign({ client, path: { customer_id: 1, id: 1 } }),
    cancelCustomerCampaign: () => sdk.cancelCustomerCampaign({ client, path: { customer_id: 1, id: 3 } }),
    sendCampaign: () =>
      sdk.sendCampaign({
        client,
        path: { customer_id: 2, id: 10 },
        query: { date: '2026-12-01T09:00:00-05:00' },
      }),
    payCustomerCampaign: () => sdk.payCustomerCampaign({ client, path: { customer_id: 1, id: 5 }, query }),
    listCampaigns: () =>
      sdk.listCampaigns({
        client,
        query: {
          targeting_method: 'csv',
          'sent_at[from]': '2026-11-01',
          'sent_at[to]': '2026-12-01T00:00:00+01:00',
          'meta_data[][key]': ['season'],
          'meta_data[][value]': ['spring'],
        },
      }),
    getCampaign: () => sdk.getCampaign({ client, path: { id: 1 } }),
    cancelCampaign: () => sdk.cancelCampaign({ client, path: { id: 4 } }),
    payCampaign: () => sdk.payCampaign({ client, path: { id: 6 }, query }),
    payAndSendCampaign: () =>
      sdk.payAndSendCampaign({
        client,
        path: { id: 7 },
        body: { email, source: 'tok_visa', send_copy_to_sender: true },
      }),
    checkOutCampaign: () => sdk.checkOutCampaign({ client, path: { id: 1 } }),
    previewTemplate: () =>
      sdk.previewTemplate({
        client,
        path: { id: 'tmpl_listed' },
        body: {
          'template_data[address]': '48 Maple Street',
          'template_data[photos]': ['https://photos.example/1.jpg', 'https://photos.example/2.jpg'],
          'agent[first_name]': 'Ada',
        },
      }),
    sendCampaignOnInvoice: () => sdk.sendCampaignOnInvoice({ client, path: { id: '8' }, body: { email } }),
  };
}
