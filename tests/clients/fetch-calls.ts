/** Calls each operation with openapi-fetch and the types that openapi-typescript generates. */
import createClient from 'openapi-fetch';
import type { Calls, ClientOptions } from './client-options.ts';
import type { paths } from './generated-types.ts';

/** Encodes each value in a list as a separate field with the list's name. */
const encodeForm = (form: Readonly<Record<string, unknown>>): URLSearchParams =>
  new URLSearchParams(
    Object.entries(form).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((item) => [name, String(item)]),
    ),
  );

export function createFetchCalls({ baseUrl, key, userEmail, fetch }: ClientOptions): Calls {
  const api = createClient<paths>({
    baseUrl,
    fetch,
    bodySerializer: (body: unknown) => encodeForm({ ...(body as object) }),
  });
  api.use({
    onRequest({ request, schemaPath }) {
      const credential = schemaPath.startsWith('/v2/') ? `${key} ${userEmail}` : key;
      request.headers.set('Authorization', `Bearer ${credential}`);
      // openapi-fetch labels every body as JSON unless the content type is set.
      if (request.body) request.headers.set('Content-Type', 'application/x-www-form-urlencoded');
      return request;
    },
  });
  const campaignPath = '/v1/campaigns/customers/{customer_id}/campaigns/{id}';
  const query = { redirect_uri: 'https://console.example/back' };
  const email = 'books@customer.example';
  return {
    listCustomers: () => api.GET('/v1/customers', { params: { query: { page: 1, per_page: 25 } } }),
    getCustomer: () => api.GET('/v1/customers/{id}', { params: { path: { id: 1 } } }),
    updateCustomer: () =>
      api.PUT('/v1/customers/{id}', {
        params: { path: { id: 1 } },
        body: { email: 'new@customer.example' },
      }),
    listTemplates: () => api.GET('/v1/templates'),
    getTemplate: () => api.GET('/v1/templates/{id}', { params: { path: { id: 1 } } }),
    deleteTemplate: () => api.DELETE('/v1/templates/{id}', { params: { path: { id: 2 } } }),
    updateTemplate: () =>
      api.PUT('/v1/customers/{id}', {
        params: { path: { id: 1 } },
        body: {
          name: 'Spring',
          size: 'postcard_6x9',
          'designs[]': ['<h1>Front</h1>', '<p>Back</p>'],
          'meta_data[][key]': ['season', 'year'],
          'meta_data[][value]': ['spring', '2027'],
        },
      }),
    listCustomerCampaigns: () =>
      api.GET('/v1/campaigns/customers/{customer_id}/campaigns', {
        params: { path: { customer_id: 1 }, query: { status: 'draft' } },
      }),
    getCustomerCampaign: () => api.GET(campaignPath, { params: { path: { customer_id: 1, id: 1 } } }),
    deleteCampaign: () => api.DELETE(campaignPath, { params: { path: { customer_id: 1, id: 2 } } }),
    cloneCampaign: () => api.POST(`${campaignPath}/clone`, { params: { path: { customer_id: 1, id: 1 } } }),
    cancelCustomerCampaign: () =>
      api.POST(`${campaignPath}/cancel`, { params: { path: { customer_id: 1, id: 3 } } }),
    sendCampaign: () =>
      api.POST(`${campaignPath}/send`, {
        params: { path: { customer_id: 2, id: 10 }, query: { date: '2026-12-01T09:00:00-05:00' } },
      }),
    payCustomerCampaign: () =>
      api.POST(`${campaignPath}/pay`, { params: { path: { customer_id: 1, id: 5 }, query } }),
    listCampaigns: () =>
      api.GET('/v1/campaigns', {
        params: {
          query: {
            targeting_method: 'csv',
            'sent_at[from]': '2026-11-01',
            'sent_at[to]': '2026-12-01T00:00:00+01:00',
            'meta_data[][key]': ['season'],
            'meta_data[][value]': ['spring'],
          },
        },
      }),
    getCampaign: () => api.GET('/v1/campaigns/{id}', { params: { path: { id: 1 } } }),
    cancelCampaign: () => api.POST('/v1/campaigns/{id}/cancel', { params: { path: { id: 4 } } }),
    payCampaign: () => api.POST('/v1/campaigns/{id}/pay', { params: { path: { id: 6 }, query } }),
    payAndSendCampaign: () =>
      api.POST('/v1/campaigns/{id}/pay_and_send', {
        params: { path: { id: 7 } },
        body: { email, source: 'tok_visa', send_copy_to_sender: true },
      }),
    checkOutCampaign: () => api.GET('/v1/campaigns/{id}/checkout', { params: { path: { id: 1 } } }),
    previewTemplate: () =>
      api.POST('/v2/templates/{id}/preview', {
        params: { path: { id: 'tmpl_listed' } },
        body: {
          'template_data[address]': '48 Maple Street',
          'template_data[photos]': ['https://photos.example/1.jpg', 'https://photos.example/2.jpg'],
          'agent[first_name]': 'Ada',
        },
      }),
    sendCampaignOnInvoice: () =>
      api.POST('/v2/campaigns/{id}/send', { params: { path: { id: '8' } }, body: { email } }),
  };
}
