/**
 * Contains customers, templates, and campaigns with data that a mail service might return by mistake. Each
 * entry distorts the same plain resources in a different way.
 */
import type { Campaign, Checkout, Customer, Template } from '#lib/contract/resources.ts';

type Json = Record<string, unknown>;

export interface CorpusEntry {
  readonly name: string;
  /** The id of the entry's customer, template, and campaign. */
  readonly id: number;
  /**
   * The status filter that lists the entry's campaign, even if the campaign's status is different.
   */
  readonly listedAs: 'draft' | 'queued' | 'processing' | 'sent';
  /** Returns a distorted copy of one of the entry's resources. */
  readonly distort: (resource: Json, kind: ResourceKind) => Json;
  /** The entry's payment link, if it differs from the default link. */
  readonly link?: string;
}

export type ResourceKind = 'customer' | 'template' | 'campaign' | 'checkout' | 'preview';

export const ARABIC = 'مطبعة الحديقة';
const MIXED_SCRIPTS = `${ARABIC} 北京邮政印刷 📮💌 Ærøskøbing`;
/** HTML that leaves a trace on the page if a browser renders the text as markup. */
const HTML =
  '<b data-markup>bold</b><script>window.ran = 1</script><img src=x onerror="window.ran=1">&amp;"\'';
const LONG_WORD = 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(12);
const NESTED = { list: [1, 'two', null, { three: [3] }], text: 'more' };

/** Fields with free text, as opposed to ids, times, URLs, and enum values. */
const TEXT_FIELDS = new Set([
  'name',
  'description',
  'company',
  'address_line1',
  'address_city',
  'address_state',
  'address_zip',
  'address_country',
  'email',
  'postage_class',
  'price_calculation',
  'season',
  'first_name',
]);

/** Replaces the text of every free-text field at any depth. */
function replaceValue(value: unknown, text: string, key = ''): unknown {
  if (typeof value === 'string') return TEXT_FIELDS.has(key) ? text : value;
  if (Array.isArray(value)) return value.map((item) => replaceValue(item, text, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([inner, part]) => [inner, replaceValue(part, text, inner)]),
  );
}
const replaceTexts = (resource: Json, text: string) => replaceValue(resource, text) as Json;

const mapFields = (resource: Json, map: (value: unknown) => unknown): Json =>
  Object.fromEntries(
    Object.entries(resource).map(([key, value]) => [key, key === 'id' ? value : map(value)]),
  );

function changeType(value: unknown): unknown {
  if (typeof value === 'string') return 7;
  if (typeof value === 'number') return `${value}`;
  if (typeof value === 'boolean') return 'yes';
  return Array.isArray(value) ? 'a list' : ['an object'];
}

const FIVE_THOUSAND_CHARACTERS = 'metadata '.repeat(555).concat('end!!');

export const CORPUS: readonly CorpusEntry[] = [
  { name: 'only ids', id: 101, listedAs: 'queued', distort: ({ id }) => (id === undefined ? {} : { id }) },
  {
    name: 'nulls everywhere',
    id: 102,
    listedAs: 'draft',
    distort: (resource) => mapFields(resource, () => null),
  },
  {
    name: 'unknown fields, an unknown status, an object as the size, and a number as the price',
    id: 103,
    listedAs: 'processing',
    distort: (resource, kind) => ({
      ...resource,
      surprise: NESTED,
      variables: NESTED,
      ...(kind === 'campaign' && {
        status: 'held_by_customs',
        size: { name: 'postcard_6x9', sides: 2 },
        price: 512.5,
        property_filter: NESTED,
        scheduled_at: 'the day after tomorrow',
        meta_data: { list: NESTED, no: null, yes: true, number: 12.5 },
      }),
      ...(kind === 'template' && { size: 'poster_24x36', meta_data: { list: NESTED } }),
    }),
  },
  {
    name: 'Arabic text, Chinese text, and emoji',
    id: 104,
    listedAs: 'draft',
    distort: (resource) => replaceTexts(resource, MIXED_SCRIPTS),
  },
  {
    name: 'HTML in every text field',
    id: 105,
    listedAs: 'sent',
    distort: (resource, kind) => ({
      ...replaceTexts(resource, HTML),
      ...(kind === 'campaign' && {
        status: HTML,
        size: HTML,
        price: HTML,
        expected_delivery_date: HTML,
        meta_data: { [HTML]: HTML },
      }),
      ...(kind === 'template' && { size: HTML, variable_names: [HTML], meta_data: { [HTML]: HTML } }),
    }),
  },
  {
    name: 'the largest id, long words, 5,000 characters of metadata, and 100,000 recipients',
    id: Number.MAX_SAFE_INTEGER,
    listedAs: 'queued',
    distort: (resource, kind) => ({
      ...replaceTexts(resource, LONG_WORD),
      ...(kind === 'campaign' && {
        status: 'queued',
        recipient_count: 100_000,
        price: '$1,234,567,890,123.45',
        meta_data: { [LONG_WORD]: LONG_WORD, text: FIVE_THOUSAND_CHARACTERS },
      }),
      ...(kind === 'template' && {
        variable_names: [LONG_WORD, 'first_name'],
        meta_data: { [LONG_WORD]: FIVE_THOUSAND_CHARACTERS },
      }),
    }),
  },
  {
    name: 'long words in a draft',
    id: 106,
    listedAs: 'draft',
    distort: (resource) => replaceTexts(resource, LONG_WORD),
  },
  {
    name: 'empty lists, empty text, and no recipients',
    id: 107,
    listedAs: 'draft',
    link: 'javascript:window.ran=1',
    distort: (resource, kind) =>
      mapFields(resource, (value) => {
        if (typeof value === 'string') return value === 'draft' || kind === 'checkout' ? value : '';
        if (typeof value === 'number') return 0;
        return Array.isArray(value) ? [] : typeof value === 'object' && kind !== 'checkout' ? {} : value;
      }),
  },
  {
    name: 'values of unexpected types',
    id: 108,
    listedAs: 'draft',
    distort: (resource, kind) => (kind === 'checkout' ? resource : mapFields(resource, changeType)),
  },
];

const TIMESTAMP = '2026-11-01T09:30:00.000Z';

export const plainCustomer = (id: number): Customer => ({
  id,
  email: `office-${id}@brightwater.example`,
  created_at: TIMESTAMP,
  updated_at: TIMESTAMP,
});

export const plainTemplate = (id: number): Template => ({
  id,
  name: 'Just listed',
  description: 'A postcard for new homes',
  size: 'postcard_6x9',
  designs: ['<h1>{{address}}</h1>', '<p>{{first_name}}</p>'],
  variable_names: ['address', 'first_name'],
  meta_data: { season: 'spring' },
  created_at: TIMESTAMP,
  updated_at: TIMESTAMP,
});

const address = {
  name: 'Ada Brightwater',
  company: 'Brightwater Homes',
  address_line1: '48 Maple Street',
  address_city: 'Springfield',
  address_state: 'IL',
  address_zip: '62701',
  address_country: 'US',
  variables: { first_name: 'Ada' },
};

export const plainCampaign = (id: number, files: string): Campaign => ({
  id,
  template_id: id,
  status: 'draft',
  price: '$512.50',
  postage_class: 'first_class',
  recipient_count: 640,
  property_filter: { beds: 3 },
  send_copy_to_sender: false,
  size: 'postcard_6x9',
  proof: `${files}/proof.pdf`,
  thumbnails: [`${files}/front.png`, `${files}/back.png`],
  designs: [`${files}/front.html`, `${files}/back.html`],
  expected_delivery_date: '2026-12-01',
  scheduled_at: TIMESTAMP,
  sent_at: TIMESTAMP,
  created_at: TIMESTAMP,
  updated_at: TIMESTAMP,
  exposed_addresses: Array.from({ length: 12 }, () => address),
  sender: address,
  meta_data: { season: 'spring', team: 'north' },
});

const priceBlock = (price: string, amount: number) => ({
  price_calculation: '640 × $0.80',
  price,
  credit: '$0.00',
  already_paid: '$0.00',
  to_be_paid: price,
  to_be_paid_amount: amount,
});

export const plainCheckout = (files: string): Checkout => ({
  send_copy_to_sender: false,
  thumbnails: [`${files}/front.png`],
  proof: `${files}/proof.pdf`,
  without_sender: priceBlock('$512.50', 512.5),
  with_sender: priceBlock('$513.30', 513.3),
});
