/** What the operations take, beyond what is common to all: the shapes that operations.ts puts into path, query and form. */
import { z } from 'zod';
import { MAX_PER_PAGE, TEMPLATE_SIZES } from './limits.ts';
import { TARGETING_METHODS, V1_STATUSES } from './resources.ts';

export const none = z.strictObject({});

const numericId = z.int().positive();
/** v2 takes a template's id or its UID, as text. */
const textId = z.string().regex(/^[\w-]{1,64}$/, 'must be an id of letters, digits, _ and -');

export const byId = z.strictObject({ id: numericId });
export const byCustomer = z.strictObject({ customer_id: numericId });
export const byCustomerAndId = z.strictObject({ customer_id: numericId, id: numericId });
export const byTextId = z.strictObject({ id: textId });

const moment = z.iso.datetime({ offset: true, error: 'must be an ISO 8601 time with its zone' });
/** The list's range takes a "time" (4.5): a moment with its zone, or a plain day. */
const momentOrDay = z.union([moment, z.iso.date()], { error: 'must be an ISO 8601 time or date' });
const email = z.email('must be an e-mail address').max(254);
const url = z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).max(2000);
const metaDataPairs = z
  .array(z.strictObject({ key: z.string().min(1).max(200), value: z.string().max(10_000) }))
  .min(1)
  .max(100);

export const paging = z.strictObject({
  page: z.int().min(1).max(1_000_000_000).optional(),
  per_page: z.int().min(1).max(MAX_PER_PAGE).optional(),
});

/** The filters of both campaign lists (4.5). */
export const campaignFilters = z.strictObject({
  ...paging.shape,
  targeting_method: z.enum(TARGETING_METHODS).optional(),
  status: z.enum(V1_STATUSES).optional(),
  sent_at: z.strictObject({ from: momentOrDay.optional(), to: momentOrDay.optional() }).optional(),
  meta_data: metaDataPairs.optional(),
});
export type CampaignFilters = z.infer<typeof campaignFilters>;

export const customerUpdate = z.strictObject({ email: email.optional() });

export const templateUpdate = z.strictObject({
  name: z.string().min(1).max(500),
  size: z.enum(TEMPLATE_SIZES),
  designs: z.array(z.string().min(1)).min(1).max(2),
  description: z.string().max(10_000).optional(),
  meta_data: metaDataPairs.optional(),
});

export const redirect = z.strictObject({ redirect_uri: url });
export const sendDate = z.strictObject({ date: moment.optional() });

export const payAndSend = z.strictObject({
  send_copy_to_sender: z.boolean().optional(),
  date: moment.optional(),
  source: z.string().min(1).max(500).optional(),
  email,
});

const words = z.string().max(10_000).optional();
export const previewData = z.strictObject({
  template_data: z
    .strictObject({
      landing_page_url: words,
      label: words,
      address: words,
      description: words,
      back_title: words,
      price: words,
      taxes: words,
      maintenance: words,
      square_footage: words,
      lot_size: words,
      lot_size_type: z.enum(['square_feet', 'acres']).optional(),
      bedrooms: words,
      bathrooms: words,
      /** Documented without brackets: it travels under its literal name, once per URL (see wire.ts). */
      photos: z.array(z.string().min(1).max(2000)).min(1).max(50).optional(),
      variables: metaDataPairs.optional(),
    })
    .optional(),
  agent: z
    .strictObject({
      first_name: words,
      last_name: words,
      license_number: words,
      cell_phone: words,
      landline: words,
      email: words,
      photo: words,
    })
    .optional(),
  sender: z
    .strictObject({
      name: words,
      street_address: words,
      suite: words,
      city: words,
      state: words,
      zip: words,
      logo: words,
    })
    .optional(),
});

export const sendOnInvoice = z.strictObject({ email: email.optional(), scheduled_at: moment.optional() });
