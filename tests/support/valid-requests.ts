/** Provides a valid request for each operation. TypeScript reports an error if an operation is missing. */
import type { Input, OperationName } from '#lib/contract/operations.ts';
import { type EncodedRequest, encodeRequest } from '#lib/contract/wire.ts';

/** The ids of the resources in the requests. */
export interface RequestTarget {
  readonly customer: number;
  readonly template: number;
  /** The id of one of the customer's campaigns. */
  readonly campaign: number;
  /** The console's origin. The service redirects to this origin after a payment. */
  readonly origin: string;
}

type Inputs = { readonly [N in OperationName]: (target: RequestTarget) => Input<N> };

const TEN_DAYS_MS = 10 * 24 * 60 * 60_000;
const inTenDays = () => new Date(Date.now() + TEN_DAYS_MS).toISOString();
const scopedIds = ({ customer, campaign }: RequestTarget) => ({ customer_id: customer, id: campaign });
const filters = (): Input<'listCampaigns'> => ({
  page: 1,
  per_page: 5,
  targeting_method: 'all',
  status: 'draft',
  sent_at: { from: '2026-01-01', to: '2026-12-31T23:59:59Z' },
  meta_data: [{ key: 'team', value: 'north & south' }],
});

export const validInputs = {
  listCustomers: () => ({ page: 1, per_page: 5 }),
  getCustomer: ({ customer }) => ({ id: customer }),
  updateCustomer: ({ customer }) => ({ id: customer, email: `new+${customer}@customer.example` }),
  listTemplates: () => ({ page: 1, per_page: 5 }),
  getTemplate: ({ template }) => ({ id: template }),
  deleteTemplate: ({ template }) => ({ id: template }),
  updateTemplate: ({ template }) => ({
    id: template,
    name: 'Just listed',
    size: 'postcard_4x6',
    designs: ['<p>Front, {{name}} & co.</p>', '<p>Back</p>'],
    description: 'For new homes',
    meta_data: [
      { key: 'team', value: 'north' },
      { key: 'color', value: 'red & blue' },
    ],
  }),
  listCustomerCampaigns: ({ customer }) => ({ customer_id: customer, ...filters() }),
  getCustomerCampaign: scopedIds,
  deleteCampaign: scopedIds,
  cloneCampaign: scopedIds,
  cancelCustomerCampaign: scopedIds,
  sendCampaign: (target) => ({ ...scopedIds(target), date: inTenDays() }),
  payCustomerCampaign: (target) => ({
    ...scopedIds(target),
    redirect_uri: `${target.origin}/campaigns?from=pay`,
  }),
  listCampaigns: filters,
  getCampaign: ({ campaign }) => ({ id: campaign }),
  cancelCampaign: ({ campaign }) => ({ id: campaign }),
  payCampaign: ({ campaign, origin }) => ({ id: campaign, redirect_uri: `${origin}/campaigns?from=pay` }),
  payAndSendCampaign: ({ campaign }) => ({
    id: campaign,
    send_copy_to_sender: false,
    date: inTenDays(),
    source: 'tok_visa',
    email: 'invoices+1@customer.example',
  }),
  checkOutCampaign: ({ campaign }) => ({ id: campaign }),
  previewTemplate: ({ template }) => ({
    id: String(template),
    template_data: {
      landing_page_url: 'https://homes.example/1?a=b&c=d',
      label: 'New',
      address: '1 Elm St',
      description: 'Bright',
      back_title: 'Call us',
      price: '500000',
      taxes: '4000',
      maintenance: '300',
      square_footage: '1800',
      lot_size: '0.5',
      lot_size_type: 'acres',
      bedrooms: '3',
      bathrooms: '2.5',
      photos: ['https://homes.example/1.jpg', 'https://homes.example/2.jpg'],
      variables: [{ key: 'name', value: 'Ada' }],
    },
    agent: {
      first_name: 'Ada',
      last_name: 'Byron',
      license_number: 'L-1',
      cell_phone: '555-0100',
      landline: '555-0101',
      email: 'ada@agents.example',
      photo: 'https://agents.example/ada.jpg',
    },
    sender: {
      name: 'Brightwater Homes',
      street_address: '2 Oak Ave',
      suite: '4',
      city: 'Austin',
      state: 'TX',
      zip: '78701',
      logo: 'https://agents.example/logo.png',
    },
  }),
  sendCampaignOnInvoice: ({ campaign }) => ({
    id: String(campaign),
    email: 'billing@customer.example',
    scheduled_at: inTenDays(),
  }),
} satisfies Inputs;

/** Encodes a valid request as an HTTP request with a URL-encoded body. */
export function encodeValidRequest<N extends OperationName>(name: N, target: RequestTarget): EncodedRequest {
  return encodeRequest(name, (validInputs as Inputs)[name](target));
}
