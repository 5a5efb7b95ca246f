/**
 * Customers, templates and campaigns as no service should give them, and as one might: each entry is the same mailing,
 * spoilt in its own way.
 */
import type { Campaign, Checkout, Customer, Template } from '#lib/contract/resources.ts';

type Json = Record<string, unknown>;

export interface Odd {
  readonly name: string;
  /** Of its customer, its template and its campaign alike. */
  readonly id: number;
  /** By which status lists find it, whatever it says itself. */
  readonly listedAs: 'draft' | 'queued' | 'processing' | 'sent';
  /** What becomes of every resource of it. */
  readonly spoil: (resource: Json, kind: Kind) => Json;
  /** What its pay link is. */
  readonly link?: string;
}

export type Kind = 'customer' | 'template' | 'campaign' | 'checkout' | 'preview';

export const RTL = 'مطبعة الحديقة';
const SCRIPTS = `${RTL} 北京邮政印刷 📮💌 Ærøskøbing`;
/** It says so if it ever becomes more than text. */
const HTML =
  '<b data-markup>bold</b><script>window.ran = 1</script><img src=x onerror="window.ran=1">&amp;"\'';
const LONG = 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(12);
const DEEP = { list: [1, 'two', null, { three: [3] }], text: 'more' };

/** What people wrote; ids, times, addresses of files and words that programs go by are something else. */
const WRITTEN = new Set([
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

/** Every text that somebody wrote, wherever it stands. */
function rewrite(value: unknown, words: string, key = ''): unknown {
  if (typeof value === 'string') return WRITTEN.has(key) ? words : value;
  if (Array.isArray(value)) return value.map((item) => rewrite(item, words, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([inner, part]) => [inner, rewrite(part, words, inner)]),
  );
}
const written = (resource: Json, words: string) => rewrite(resource, words) as Json;

const every = (resource: Json, what: (value: unknown) => unknown): Json =>
  Object.fromEntries(
    Object.entries(resource).map(([key, value]) => [key, key === 'id' ? value : what(value)]),
  );

function otherType(value: unknown): unknown {
  if (typeof value === 'string') return 7;
  if (typeof value === 'number') return `${value}`;
  if (typeof value === 'boolean') return 'yes';
  return Array.isArray(value) ? 'a list' : ['an object'];
}

const FIVE_THOUSAND = 'metadata '.repeat(555).concat('end!!');

export const CORPUS: readonly Odd[] = [
  { name: 'only ids', id: 101, listedAs: 'queued', spoil: ({ id }) => (id === undefined ? {} : { id }) },
  { name: 'nulls everywhere', id: 102, listedAs: 'draft', spoil: (resource) => every(resource, () => null) },
  {
    name: 'unknown fields, an unknown status, a size object, a price that is a number',
    id: 103,
    listedAs: 'processing',
    spoil: (resource, kind) => ({
      ...resource,
      surprise: DEEP,
      variables: DEEP,
      ...(kind === 'campaign' && {
        status: 'held_by_customs',
        size: { name: 'postcard_6x9', sides: 2 },
        price: 512.5,
        property_filter: DEEP,
        scheduled_at: 'on the day after the fair',
        meta_data: { list: DEEP, no: null, yes: true, number: 12.5 },
      }),
      ...(kind === 'template' && { size: 'poster_24x36', meta_data: { list: DEEP } }),
    }),
  },
  {
    name: 'Arabic, Chinese and emoji',
    id: 104,
    listedAs: 'draft',
    spoil: (resource) => written(resource, SCRIPTS),
  },
  {
    name: 'HTML in every text',
    id: 105,
    listedAs: 'sent',
    spoil: (resource, kind) => ({
      ...written(resource, HTML),
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
    name: 'the largest id, long words, 5,000 characters of metadata and 100,000 recipients',
    id: Number.MAX_SAFE_INTEGER,
    listedAs: 'queued',
    spoil: (resource, kind) => ({
      ...written(resource, LONG),
      ...(kind === 'campaign' && {
        status: 'queued',
        recipient_count: 100_000,
        price: '$1,234,567,890,123.45',
        meta_data: { [LONG]: LONG, text: FIVE_THOUSAND },
      }),
      ...(kind === 'template' && {
        variable_names: [LONG, 'first_name'],
        meta_data: { [LONG]: FIVE_THOUSAND },
      }),
    }),
  },
  {
    name: 'long words in a draft',
    id: 106,
    listedAs: 'draft',
    spoil: (resource) => written(resource, LONG),
  },
  {
    name: 'nothing in lists and texts, 0 recipients',
    id: 107,
    listedAs: 'draft',
    link: 'javascript:window.ran=1',
    spoil: (resource, kind) =>
      every(resource, (value) => {
        if (typeof value === 'string') return value === 'draft' || kind === 'checkout' ? value : '';
        if (typeof value === 'number') return 0;
        return Array.isArray(value) ? [] : typeof value === 'object' && kind !== 'checkout' ? {} : value;
      }),
  },
  {
    name: 'values of other types',
    id: 108,
    listedAs: 'draft',
    spoil: (resource, kind) => (kind === 'checkout' ? resource : every(resource, otherType)),
  },
];

const THEN = '2026-11-01T09:30:00.000Z';

export const customerOf = (id: number): Customer => ({
  id,
  email: `office-${id}@brightwater.example`,
  created_at: THEN,
  updated_at: THEN,
});

export const templateOf = (id: number): Template => ({
  id,
  name: 'Just listed',
  description: 'A postcard for new homes',
  size: 'postcard_6x9',
  designs: ['<h1>{{address}}</h1>', '<p>{{first_name}}</p>'],
  variable_names: ['address', 'first_name'],
  meta_data: { season: 'spring' },
  created_at: THEN,
  updated_at: THEN,
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

export const campaignOf = (id: number, files: string): Campaign => ({
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
  scheduled_at: THEN,
  sent_at: THEN,
  created_at: THEN,
  updated_at: THEN,
  exposed_addresses: Array.from({ length: 12 }, () => address),
  sender: address,
  meta_data: { season: 'spring', team: 'north' },
});

const block = (price: string, amount: number) => ({
  price_calculation: '640 × $0.80',
  price,
  credit: '$0.00',
  already_paid: '$0.00',
  to_be_paid: price,
  to_be_paid_amount: amount,
});

export const checkoutOf = (files: string): Checkout => ({
  send_copy_to_sender: false,
  thumbnails: [`${files}/front.png`],
  proof: `${files}/proof.pdf`,
  without_sender: block('$512.50', 512.5),
  with_sender: block('$513.30', 513.3),
});
