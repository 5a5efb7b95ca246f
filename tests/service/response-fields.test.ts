/**
 * Tests that every response has exactly the fields in part 2. The field lists are copied from the interface.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { draftRow, openService, type TestService } from './fixture.ts';

const CUSTOMER = ['id', 'email', 'created_at', 'updated_at'];
const TEMPLATE = [
  'id',
  'name',
  'description',
  'size',
  'designs',
  'variable_names',
  'meta_data',
  'created_at',
  'updated_at',
];
const CAMPAIGN = [
  'id',
  'template_id',
  'status',
  'price',
  'postage_class',
  'recipient_count',
  'property_filter',
  'send_copy_to_sender',
  'size',
  'proof',
  'thumbnails',
  'designs',
  'expected_delivery_date',
  'scheduled_at',
  'sent_at',
  'created_at',
  'updated_at',
  'exposed_addresses',
  'sender',
  'meta_data',
];
const ADDRESS = [
  'name',
  'company',
  'address_line1',
  'address_city',
  'address_state',
  'address_zip',
  'address_country',
  'variables',
];
const PAGE = ['items', 'current_page', 'total_count', 'total_pages'];
const PRICE_BLOCK = [
  'price_calculation',
  'price',
  'credit',
  'already_paid',
  'to_be_paid',
  'to_be_paid_amount',
];
const CHECKOUT = ['send_copy_to_sender', 'thumbnails', 'proof', 'without_sender', 'with_sender'];
const CAMPAIGN_V2 = [
  'id',
  'name',
  'template_id',
  'template_uid',
  'status',
  'price',
  'postage_class',
  'targeting_method',
  'recipient_count',
  'discount_code',
  'send_copy_to_sender',
  'notification_email',
  'proof',
  'thumbnails',
  'expected_delivery_date',
  'scheduled_at',
  'sent_at',
  'created_at',
  'updated_at',
  'designs',
  'qr_codes',
  'targeting_center',
  'template_data',
  'sender',
  'agent',
  'meta_data',
];
const TEMPLATE_DATA = [
  'landing_page_url',
  'label',
  'address',
  'description',
  'back_title',
  'price',
  'taxes',
  'maintenance',
  'square_footage',
  'lot_size',
  'lot_size_type',
  'bedrooms',
  'bathrooms',
  'photos',
  'variables',
];

let service: TestService;
beforeAll(async () => {
  const paid = { paidCents: 112_710 };
  service = await openService({
    rows: [draftRow(), draftRow(), draftRow(paid), draftRow(paid), draftRow(), draftRow(), draftRow(paid)],
  });
});
afterAll(() => service.close());

const redirect_uri = 'https://console.example/pay/return?state=x';

test.each([
  ['listCustomers', {}, PAGE],
  ['getCustomer', { id: 1 }, CUSTOMER],
  ['updateCustomer', { id: 1, email: 'new@customer.example' }, CUSTOMER],
  ['listTemplates', {}, PAGE],
  ['getTemplate', { id: 1 }, TEMPLATE],
  ['updateTemplate', { id: 2, name: 'Letter', size: 'letter', designs: ['<p>{{a}}</p>'] }, TEMPLATE],
  ['deleteTemplate', { id: 2 }, TEMPLATE],
  ['listCustomerCampaigns', { customer_id: 1 }, PAGE],
  ['getCustomerCampaign', { customer_id: 1, id: 1 }, CAMPAIGN],
  ['deleteCampaign', { customer_id: 1, id: 2 }, CAMPAIGN],
  ['cloneCampaign', { customer_id: 1, id: 1 }, CAMPAIGN],
  ['sendCampaign', { customer_id: 1, id: 3 }, CAMPAIGN],
  ['cancelCustomerCampaign', { customer_id: 1, id: 3 }, CAMPAIGN],
  ['payCustomerCampaign', { customer_id: 1, id: 1, redirect_uri }, ['link']],
  ['listCampaigns', {}, PAGE],
  ['getCampaign', { id: 1 }, CAMPAIGN],
  ['payCampaign', { id: 1, redirect_uri }, ['link']],
  ['payAndSendCampaign', { id: 4, email: 'a@b.example' }, CAMPAIGN],
  ['cancelCampaign', { id: 4 }, CAMPAIGN],
  ['checkOutCampaign', { id: 1 }, CHECKOUT],
  ['previewTemplate', { id: 'tmpl_listed' }, ['front', 'back']],
  ['sendCampaignOnInvoice', { id: '5' }, CAMPAIGN_V2],
] as const)('%s responds with exactly the documented fields', async (name, input, fields) => {
  const { status, body } = await service.call(name, input as never);
  expect(body.error).toBeUndefined();
  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual(fields);
});

test('list items have all fields of the listed resource', async () => {
  const campaigns = await service.call('listCampaigns', {});
  expect(Object.keys(campaigns.body.items?.[0] ?? {})).toEqual(CAMPAIGN);
  expect(Object.keys((await service.call('listCustomers', {})).body.items?.[0] ?? {})).toEqual(CUSTOMER);
  expect(Object.keys((await service.call('listTemplates', {})).body.items?.[0] ?? {})).toEqual(TEMPLATE);
});

test('addresses, price blocks, and a v2 campaign’s nested objects have all documented fields', async () => {
  const campaign = (await service.call('getCampaign', { id: 1 })).body;
  expect(Object.keys(campaign.sender ?? {})).toEqual(expect.arrayContaining(ADDRESS));
  expect(Object.keys(campaign.sender ?? {})).toHaveLength(ADDRESS.length);
  expect(Object.keys(campaign.exposed_addresses?.[0] ?? {}).sort()).toEqual([...ADDRESS].sort());
  const checkout = (await service.call('checkOutCampaign', { id: 1 })).body;
  expect(Object.keys(checkout.with_sender ?? {})).toEqual(PRICE_BLOCK);
  expect(Object.keys(checkout.without_sender ?? {})).toEqual(PRICE_BLOCK);
  const v2 = (await service.call('sendCampaignOnInvoice', { id: '6', email: 'n@b.example' })).body;
  expect(Object.keys(v2.template_data ?? {}).sort()).toEqual([...TEMPLATE_DATA].sort());
  expect(Object.keys(v2.designs?.[0] ?? {}).sort()).toEqual(['crop', 'file', 'height', 'thumbnail', 'width']);
  expect(Object.keys(v2.qr_codes ?? {})).toEqual(['front', 'back']);
  expect(Object.keys(v2.sender ?? {})).toEqual(['name', 'street_address', 'city', 'state', 'zip', 'logo']);
  expect(v2).toMatchObject({
    status: 'in_queue',
    price: 1127.1,
    notification_email: 'n@b.example',
    template_uid: 'tmpl_listed',
    template_data: { address: '48 Maple Street', price: 612_000, variables: { color: 'blue' } },
  });
});

test('a campaign’s fields have the types and formats in part 2', async () => {
  const campaign = (await service.call('getCampaign', { id: 1 })).body;
  expect(campaign).toMatchObject({
    id: 1,
    template_id: 1,
    status: 'draft',
    price: '$1,127.10',
    postage_class: 'first_class',
    recipient_count: 1326,
    property_filter: { beds: 3 },
    send_copy_to_sender: false,
    size: 'postcard_6x9',
    proof: null,
    thumbnails: [],
    expected_delivery_date: null,
    scheduled_at: null,
    sent_at: null,
    created_at: '2026-11-20T09:00:00.000Z',
    meta_data: {},
  });
  expect(campaign.designs).toHaveLength(2);
  for (const url of campaign.designs ?? [])
    expect(url).toMatch(/^http:\/\/service\.test\/files\/[\w-]{24}\/(front|back)\.html$/);
});
