/** A request of each operation that has nothing wrong with it. An operation without one does not compile. */
import type { Input, OperationName } from '#lib/contract/operations.ts';
import { type EncodedRequest, encode } from '#lib/contract/wire.ts';

/** What the requests are about. */
export interface About {
  readonly customer: number;
  readonly template: number;
  /** One of that customer's. */
  readonly campaign: number;
  /** The console's, for whoever comes back from paying. */
  readonly origin: string;
}

type Inputs = { readonly [N in OperationName]: (about: About) => Input<N> };

const LATER_MS = 3 * 24 * 60 * 60_000;
const later = () => new Date(Date.now() + LATER_MS).toISOString();
const scoped = ({ customer, campaign }: About) => ({ customer_id: customer, id: campaign });
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
      { key: 'colour', value: 'red & blue' },
    ],
  }),
  listCustomerCampaigns: ({ customer }) => ({ customer_id: customer, ...filters() }),
  getCustomerCampaign: scoped,
  deleteCampaign: scoped,
  cloneCampaign: scoped,
  cancelCustomerCampaign: scoped,
  sendCampaign: (about) => ({ ...scoped(about), date: later() }),
  payCustomerCampaign: (about) => ({ ...scoped(about), redirect_uri: `${about.origin}/campaigns?from=pay` }),
  listCampaigns: filters,
  getCampaign: ({ campaign }) => ({ id: campaign }),
  cancelCampaign: ({ campaign }) => ({ id: campaign }),
  payCampaign: ({ campaign, origin }) => ({ id: campaign, redirect_uri: `${origin}/campaigns?from=pay` }),
  payAndSendCampaign: ({ campaign }) => ({
    id: campaign,
    send_copy_to_sender: false,
    date: later(),
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
    scheduled_at: later(),
  }),
} satisfies Inputs;

/** As it goes over the wire, with the form urlencoded. */
export function validRequest<N extends OperationName>(name: N, about: About): EncodedRequest {
  return encode(name, (validInputs as Inputs)[name](about));
}
