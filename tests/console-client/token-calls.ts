/**
 * Calls each operation of the console's API with an API token, using openapi-fetch and the types that
 * openapi-typescript generates from the console's /openapi.json.
 */
import createClient from 'openapi-fetch';
import type { CallTargets, RepeatedCancel, TokenCalls, TokenClientOptions } from './call-types.ts';
import type { paths } from './generated-types.ts';

const createApi = ({ baseUrl, token, fetch }: TokenClientOptions) =>
  createClient<paths>({ baseUrl, fetch, headers: { Authorization: `Bearer ${token}` } });

export function createTokenCalls(options: TokenClientOptions, targets: CallTargets): TokenCalls {
  const api = createApi(options);
  const { customer, otherCustomer, template, deletableTemplate, drafts, paid, queued } = targets;
  const scoped = '/api/v1/campaigns/customers/{customer_id}/campaigns/{id}';
  const own = (id: number) => ({ path: { customer_id: customer, id }, header: key() });
  const key = () => ({ 'Idempotency-Key': crypto.randomUUID() });
  const query = { redirect_uri: `${options.baseUrl}/campaigns` };
  const email = 'books@customer.example';
  return {
    listCustomers: () => api.GET('/api/v1/customers', { params: { query: { per_page: 5 } } }),
    getCustomer: () => api.GET('/api/v1/customers/{id}', { params: { path: { id: customer } } }),
    updateCustomer: () =>
      api.PUT('/api/v1/customers/{id}', {
        params: { path: { id: otherCustomer } },
        body: { email: 'new@customer.example' },
      }),
    listTemplates: () => api.GET('/api/v1/templates', { params: { query: { per_page: 1 } } }),
    getTemplate: () => api.GET('/api/v1/templates/{id}', { params: { path: { id: template } } }),
    updateTemplate: () =>
      api.PUT('/api/v1/customers/{id}', {
        params: { path: { id: template } },
        body: {
          name: 'Spring',
          size: 'postcard_6x9',
          designs: ['<h1>Front</h1>', '<p>Back</p>'],
          meta_data: [{ key: 'season', value: 'spring' }],
        },
      }),
    deleteTemplate: () =>
      api.DELETE('/api/v1/templates/{id}', { params: { path: { id: deletableTemplate } } }),
    listCustomerCampaigns: () =>
      api.GET('/api/v1/campaigns/customers/{customer_id}/campaigns', {
        params: { path: { customer_id: customer }, query: { status: 'draft' } },
      }),
    getCustomerCampaign: () =>
      api.GET(scoped, { params: { path: { customer_id: customer, id: drafts.pay } } }),
    deleteCampaign: () => api.DELETE(scoped, { params: own(drafts.delete) }),
    cloneCampaign: () => api.POST(`${scoped}/clone`, { params: own(drafts.clone) }),
    cancelCustomerCampaign: () => api.POST(`${scoped}/cancel`, { params: own(queued.cancelAsCustomer) }),
    sendCampaign: () => api.POST(`${scoped}/send`, { params: own(paid) }),
    payCustomerCampaign: () => api.POST(`${scoped}/pay`, { params: { ...own(drafts.payAsCustomer), query } }),
    listCampaigns: () =>
      api.GET('/api/v1/campaigns', {
        params: { query: { status: 'draft', 'sent_at[from]': '2026-01-01', per_page: 5 } },
      }),
    getCampaign: () => api.GET('/api/v1/campaigns/{id}', { params: { path: { id: drafts.pay } } }),
    cancelCampaign: () =>
      api.POST('/api/v1/campaigns/{id}/cancel', { params: { path: { id: queued.cancel }, header: key() } }),
    payCampaign: () =>
      api.POST('/api/v1/campaigns/{id}/pay', { params: { path: { id: drafts.pay }, query, header: key() } }),
    payAndSendCampaign: () =>
      api.POST('/api/v1/campaigns/{id}/pay_and_send', {
        params: { path: { id: drafts.payAndSend }, header: key() },
        body: { email, source: 'tok_visa', send_copy_to_sender: true },
      }),
    checkOutCampaign: () =>
      api.GET('/api/v1/campaigns/{id}/checkout', { params: { path: { id: drafts.pay } } }),
    previewTemplate: () =>
      api.POST('/api/v2/templates/{id}/preview', {
        params: { path: { id: String(template) } },
        body: { template_data: { address: '48 Maple Street' } },
      }),
    sendCampaignOnInvoice: () =>
      api.POST('/api/v2/campaigns/{id}/send', {
        params: { path: { id: String(drafts.sendOnInvoice) }, header: key() },
        body: { email },
      }),
  };
}

/**
 * Cancels a campaign twice with the same Idempotency-Key, and then once more without a key to get an error
 * in the problem details format.
 */
export async function repeatCancel(options: TokenClientOptions, id: number): Promise<RepeatedCancel> {
  const api = createApi(options);
  const params = { path: { id }, header: { 'Idempotency-Key': crypto.randomUUID() } };
  const first = await api.POST('/api/v1/campaigns/{id}/cancel', { params });
  const again = await api.POST('/api/v1/campaigns/{id}/cancel', { params });
  const refused = await api.POST('/api/v1/campaigns/{id}/cancel', {
    params: { path: { id } },
    headers: { Accept: 'application/problem+json' },
  });
  const { error } = refused;
  // The API description contains both error formats, so the generated type makes callers check for both.
  const code = error && 'code' in error ? error.code : error?.error.code;
  return {
    first: first.data?.status,
    again: again.data?.status,
    replayed: again.response.headers.get('Idempotency-Replayed'),
    refused: { status: refused.response.status, code },
  };
}
