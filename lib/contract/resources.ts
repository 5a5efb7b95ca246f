/**
 * The v1 and v2 resources from part 2, as parsed from the service's responses.
 *
 * The schemas are lenient. Unknown fields are dropped. Null, missing fields, and values with undocumented types become
 * undefined, because a page with a "—" is better than an error page. Only essential fields are required: a resource's
 * id, a list page's items, a payment link, and a checkout's totals.
 */
import { z } from 'zod';
import { V1_STATUSES, V2_STATUSES } from './campaign-values.ts';

/** The documented types of fields that also accept other types. Used in the API description. */
export const documented = z.registry<{
  readonly type: 'string' | 'number' | 'object';
  readonly additionalProperties?: { readonly type: 'string' };
}>();

/** An optional field. Null, a missing field, and a value of the wrong type all become undefined. */
const lenient = <T extends z.ZodType>(shape: T) => shape.optional().catch(undefined);

const id = z.int().positive();
const text = lenient(z.string());
const number = lenient(z.number());
const flag = lenient(z.boolean());
/** A timestamp, kept as text because the service may send timestamps that can't be parsed. */
const timestamp = lenient(z.string()).meta({ format: 'date-time' });
const url = lenient(z.string()).meta({ format: 'uri' });
/**
 * A price as text. Prices are documented as strings in v1 and as numbers in v2. Both types are accepted in
 * both versions, because some services use the wrong type.
 */
const amountText = lenient(z.union([z.string(), z.number().transform(String)])).register(documented, {
  type: 'string',
});
/** Text that contains only a decimal number. Text such as "1e3" isn't accepted. */
const decimal = z.string().regex(/^-?\d+(\.\d+)?$/);
const urls = lenient(z.array(z.string().meta({ format: 'uri' })));
/** A value that isn't text is converted to JSON. */
const metaData = lenient(
  z.record(
    z.string(),
    z.unknown().transform((value) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))),
  ),
).register(documented, { type: 'object', additionalProperties: { type: 'string' } });

export const customer = z.object({
  id,
  email: text,
  created_at: timestamp,
  updated_at: timestamp,
});
export type Customer = z.infer<typeof customer>;

export const template = z.object({
  id,
  name: text,
  description: text,
  size: text,
  designs: lenient(z.array(z.string())),
  variable_names: lenient(z.array(z.string())),
  meta_data: metaData,
  created_at: timestamp,
  updated_at: timestamp,
});
export type Template = z.infer<typeof template>;

export const address = z.object({
  name: text,
  company: text,
  address_line1: text,
  address_city: text,
  address_state: text,
  address_zip: text,
  address_country: text,
  variables: lenient(z.unknown()),
});
export type Address = z.infer<typeof address>;

/**
 * The name of a campaign's size. The interface doesn't document the fields of its "Size" type. The service may
 * send the size's name or an object that contains it.
 */
const campaignSize = lenient(
  z.union([
    z.string(),
    z.object({ name: z.string() }).transform((size) => size.name),
    z.object({ size: z.string() }).transform((size) => size.size),
    z.object({ value: z.string() }).transform((size) => size.value),
  ]),
).register(documented, { type: 'string' });

/** Accepts any status, because a service may have undocumented statuses (part 3). */
const statusOf = (known: readonly string[]) =>
  lenient(z.string()).meta({ description: `Known values: ${known.join(', ')}.`, examples: [...known] });

export const campaign = z.object({
  id,
  template_id: lenient(z.int()),
  status: statusOf(V1_STATUSES),
  price: amountText,
  postage_class: text,
  recipient_count: number,
  property_filter: lenient(z.unknown()),
  send_copy_to_sender: flag,
  size: campaignSize,
  proof: url,
  thumbnails: urls,
  designs: urls,
  expected_delivery_date: text,
  scheduled_at: timestamp,
  sent_at: timestamp,
  created_at: timestamp,
  updated_at: timestamp,
  exposed_addresses: lenient(z.array(address)),
  sender: lenient(address),
  meta_data: metaData,
});
export type Campaign = z.infer<typeof campaign>;

function page<T extends z.ZodType>(item: T) {
  return z.object({
    items: z.array(item),
    current_page: z.int().nonnegative().catch(1),
    total_count: z.int().nonnegative().catch(0),
    total_pages: z.int().nonnegative().catch(1),
  });
}
export const customerPage = page(customer);
export const templatePage = page(template);
export const campaignPage = page(campaign);
export type CustomerPage = z.infer<typeof customerPage>;
export type TemplatePage = z.infer<typeof templatePage>;
export type CampaignPage = z.infer<typeof campaignPage>;

export const payLink = z.object({ link: z.string().meta({ format: 'uri' }) });

/** All fields are required, because members can't check out without seeing the totals (4.6). */
export const priceBlock = z.object({
  price_calculation: z.string(),
  price: z.string(),
  credit: z.string(),
  already_paid: z.string(),
  to_be_paid: z.string(),
  to_be_paid_amount: z.number(),
});
export type PriceBlock = z.infer<typeof priceBlock>;

export const checkout = z.object({
  send_copy_to_sender: z.boolean(),
  thumbnails: urls,
  proof: url,
  without_sender: priceBlock,
  with_sender: priceBlock,
});
export type Checkout = z.infer<typeof checkout>;

export const preview = z.object({ front: text, back: text });
export type Preview = z.infer<typeof preview>;

const crop = z.object({ height: number, width: number, x: number, y: number });
export const designFile = z.object({
  thumbnail: url,
  file: url,
  height: number,
  width: number,
  crop: lenient(crop),
});
/** The documented field is `size`, but services may send `width` and `height` instead. */
const qrCodeRead = z.object({ url, size: number, x: number, y: number });
export const qrCode = z
  .object({ ...qrCodeRead.shape, width: number, height: number })
  .transform(
    ({ size, width, height, ...rest }): z.input<typeof qrCodeRead> => ({
      ...rest,
      size: size ?? width ?? height,
    }),
  )
  .pipe(qrCodeRead);

export const campaignV2 = z.object({
  id,
  name: text,
  template_id: lenient(z.int()),
  template_uid: text,
  status: statusOf(V2_STATUSES),
  price: lenient(z.union([z.number(), decimal.transform(Number)])).register(documented, { type: 'number' }),
  postage_class: text,
  targeting_method: text,
  recipient_count: number,
  discount_code: text,
  send_copy_to_sender: flag,
  notification_email: text,
  proof: url,
  thumbnails: urls,
  expected_delivery_date: timestamp,
  scheduled_at: timestamp,
  sent_at: timestamp,
  created_at: timestamp,
  updated_at: timestamp,
  designs: lenient(z.array(designFile)),
  qr_codes: lenient(z.object({ front: lenient(z.array(qrCode)), back: lenient(z.array(qrCode)) })),
  targeting_center: lenient(
    z.object({ coordinates: lenient(z.array(z.number())), postcard_count: number, address: text }),
  ),
  template_data: lenient(
    z.object({
      landing_page_url: text,
      label: text,
      address: text,
      description: text,
      back_title: text,
      price: number,
      taxes: number,
      maintenance: number,
      square_footage: number,
      lot_size: number,
      lot_size_type: text,
      bedrooms: number,
      bathrooms: number,
      photos: urls,
      variables: metaData,
    }),
  ),
  sender: lenient(
    z.object({ name: text, street_address: text, city: text, state: text, zip: text, logo: url }),
  ),
  agent: lenient(
    z.object({
      first_name: text,
      last_name: text,
      license_number: text,
      cell_phone: text,
      landline: text,
      email: text,
      photo: url,
    }),
  ),
  meta_data: metaData,
});
export type CampaignV2 = z.infer<typeof campaignV2>;
