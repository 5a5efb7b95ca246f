/**
 * The 22 operations in parts 4.1–4.7 of interface.md, copied manually in their original order. Nothing in
 * this file is derived from lib/contract, so that the tests catch mistakes in lib/contract. A question mark
 * follows each optional field.
 */
export interface Documented {
  readonly operation: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly query?: readonly string[];
  readonly form?: readonly string[];
  readonly returns: string;
}

const filters = [
  'page?',
  'per_page?',
  'targeting_method?',
  'status?',
  'sent_at[from]?',
  'sent_at[to]?',
  'meta_data[][key]?',
  'meta_data[][value]?',
];

export const documentedOperations: readonly Documented[] = [
  {
    operation: 'listCustomers',
    method: 'GET',
    path: '/v1/customers',
    query: ['page?', 'per_page?'],
    returns: 'page of Customer',
  },
  { operation: 'getCustomer', method: 'GET', path: '/v1/customers/{id}', returns: 'Customer' },
  {
    operation: 'updateCustomer',
    method: 'PUT',
    path: '/v1/customers/{id}',
    form: ['email?'],
    returns: 'Customer',
  },
  {
    operation: 'listTemplates',
    method: 'GET',
    path: '/v1/templates',
    query: ['page?', 'per_page?'],
    returns: 'page of Template',
  },
  { operation: 'getTemplate', method: 'GET', path: '/v1/templates/{id}', returns: 'Template' },
  { operation: 'deleteTemplate', method: 'DELETE', path: '/v1/templates/{id}', returns: 'Template' },
  {
    operation: 'updateTemplate',
    method: 'PUT',
    path: '/v1/customers/{id}',
    form: ['name', 'size', 'designs[]', 'description?', 'meta_data[][key]?', 'meta_data[][value]?'],
    returns: 'Template',
  },
  {
    operation: 'listCustomerCampaigns',
    method: 'GET',
    path: '/v1/campaigns/customers/{customer_id}/campaigns',
    query: filters,
    returns: 'page of Campaign',
  },
  {
    operation: 'getCustomerCampaign',
    method: 'GET',
    path: '/v1/campaigns/customers/{customer_id}/campaigns/{id}',
    returns: 'Campaign',
  },
  {
    operation: 'deleteCampaign',
    method: 'DELETE',
    path: '/v1/campaigns/customers/{customer_id}/campaigns/{id}',
    returns: 'Campaign',
  },
  {
    operation: 'cloneCampaign',
    method: 'POST',
    path: '/v1/campaigns/customers/{customer_id}/campaigns/{id}/clone',
    returns: 'Campaign',
  },
  {
    operation: 'cancelCustomerCampaign',
    method: 'POST',
    path: '/v1/campaigns/customers/{customer_id}/campaigns/{id}/cancel',
    returns: 'Campaign',
  },
  {
    operation: 'sendCampaign',
    method: 'POST',
    path: '/v1/campaigns/customers/{customer_id}/campaigns/{id}/send',
    query: ['date?'],
    returns: 'Campaign',
  },
  {
    operation: 'payCustomerCampaign',
    method: 'POST',
    path: '/v1/campaigns/customers/{customer_id}/campaigns/{id}/pay',
    query: ['redirect_uri'],
    returns: 'link',
  },
  {
    operation: 'listCampaigns',
    method: 'GET',
    path: '/v1/campaigns',
    query: filters,
    returns: 'page of Campaign',
  },
  { operation: 'getCampaign', method: 'GET', path: '/v1/campaigns/{id}', returns: 'Campaign' },
  { operation: 'cancelCampaign', method: 'POST', path: '/v1/campaigns/{id}/cancel', returns: 'Campaign' },
  {
    operation: 'payCampaign',
    method: 'POST',
    path: '/v1/campaigns/{id}/pay',
    query: ['redirect_uri'],
    returns: 'link',
  },
  {
    operation: 'payAndSendCampaign',
    method: 'POST',
    path: '/v1/campaigns/{id}/pay_and_send',
    form: ['send_copy_to_sender?', 'date?', 'source?', 'email'],
    returns: 'Campaign',
  },
  { operation: 'checkOutCampaign', method: 'GET', path: '/v1/campaigns/{id}/checkout', returns: 'Checkout' },
  {
    operation: 'previewTemplate',
    method: 'POST',
    path: '/v2/templates/{id}/preview',
    form: [
      'template_data[landing_page_url]?',
      'template_data[label]?',
      'template_data[address]?',
      'template_data[description]?',
      'template_data[back_title]?',
      'template_data[price]?',
      'template_data[taxes]?',
      'template_data[maintenance]?',
      'template_data[square_footage]?',
      'template_data[lot_size]?',
      'template_data[lot_size_type]?',
      'template_data[bedrooms]?',
      'template_data[bathrooms]?',
      'template_data[photos]?',
      'template_data[variables][][key]?',
      'template_data[variables][][value]?',
      'agent[first_name]?',
      'agent[last_name]?',
      'agent[license_number]?',
      'agent[cell_phone]?',
      'agent[landline]?',
      'agent[email]?',
      'agent[photo]?',
      'sender[name]?',
      'sender[street_address]?',
      'sender[suite]?',
      'sender[city]?',
      'sender[state]?',
      'sender[zip]?',
      'sender[logo]?',
    ],
    returns: 'front and back',
  },
  {
    operation: 'sendCampaignOnInvoice',
    method: 'POST',
    path: '/v2/campaigns/{id}/send',
    form: ['email?', 'scheduled_at?'],
    returns: 'Campaign (v2)',
  },
];
