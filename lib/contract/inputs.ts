/**
 * The operations' inputs. operations.ts defines whether an input is part of the path, query, or form. The API
 * description shows the inputs' descriptions and examples.
 */
import { z } from 'zod';
import {
  MAX_CARD_TOKEN_LENGTH,
  MAX_EMAIL_LENGTH,
  MAX_KEY_LENGTH,
  MAX_META_DATA_PAIRS,
  MAX_PER_PAGE,
  MAX_PHOTO_LENGTH,
  MAX_PHOTOS,
  MAX_TEMPLATE_NAME_LENGTH,
  MAX_TEXT_LENGTH,
} from '#lib/input-limits.ts';
import { DAY_MS, MINUTE_MS } from '#lib/time-units.ts';
import { TARGETING_METHODS, V1_STATUSES } from './campaign-values.ts';
import { EMAIL, HTTP_URL } from './patterns.ts';
import {
  DEFAULT_SEND_MS,
  EARLIEST_SEND_MS,
  LATEST_SEND_MS,
  SERVICE_DEFAULT_PAGE,
  SERVICE_DEFAULT_PER_PAGE,
} from './service-limits.ts';
import { LOT_SIZE_TYPES, TEMPLATE_SIZES } from './sizes.ts';

export const none = z.strictObject({});

/**
 * Returns the error message for a value: "is missing" if the value is missing, or `problem` if it's invalid.
 */
const missingOr =
  (problem: string) =>
  ({ input }: { input?: unknown }): string =>
    input === undefined ? 'is missing' : problem;

const numericId = z.int().positive();
/** A v2 id. Operations in v2 accept a template's id or UID as text. */
const textId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be an ID that contains only letters, digits, _, and -');

const customerId = numericId.meta({ description: 'The customer’s ID.', examples: [7] });
const templateId = numericId.meta({ description: 'The template’s ID.', examples: [3] });
const campaignId = numericId.meta({ description: 'The campaign’s ID.', examples: [1042] });

export const byCustomerId = z.strictObject({ id: customerId });
export const byTemplateId = z.strictObject({ id: templateId });
export const byCampaignId = z.strictObject({ id: campaignId });
/** The customer update and the template update share a path, so one description of the id covers both. */
export const byCustomerOrTemplateId = z.strictObject({
  id: numericId.meta({
    description: 'The customer’s ID or, for a template update, the template’s ID.',
    examples: [7],
  }),
});
export const byCustomer = z.strictObject({ customer_id: customerId });
export const byCustomerAndId = z.strictObject({ customer_id: customerId, id: campaignId });
export const byTemplateIdOrUid = z.strictObject({
  id: textId.meta({ description: 'The template’s ID or UID.', examples: ['3'] }),
});
export const byCampaignTextId = z.strictObject({
  id: textId.meta({ description: 'The campaign’s ID.', examples: ['1042'] }),
});

const moment = z.iso
  .datetime({ offset: true, error: missingOr('must be an ISO 8601 time with a time zone') })
  .meta({ examples: ['2027-03-01T09:00:00-05:00'] });
/**
 * The start or end of a time range that filters a list. Part 4.5 doesn't specify a format, so we accept a
 * timestamp with a time zone, or a date.
 */
const momentOrDay = z.union([moment, z.iso.date()], {
  error: 'must be an ISO 8601 time with a time zone, or a date',
});
const email = z
  .email({ pattern: EMAIL, error: missingOr('must be an email address') })
  .max(MAX_EMAIL_LENGTH)
  .meta({ examples: ['office@customer.example'] });
const URL_PROBLEM = 'must be an http or https URL';
const url = z
  .string({ error: missingOr(URL_PROBLEM) })
  .max(2000)
  .regex(HTTP_URL, URL_PROBLEM)
  // The URL parser also checks international domain names, which a pattern can't check.
  .refine((text) => URL.canParse(text), URL_PROBLEM)
  .meta({ title: 'URL', examples: ['https://mailroom.example/back'] });
const metaDataPairs = z
  .array(
    z.strictObject({
      key: z
        .string()
        .min(1)
        .max(MAX_KEY_LENGTH)
        .meta({
          description: 'The pair’s key. The first key belongs to the first value, and so on.',
          examples: ['season'],
        }),
      value: z
        .string()
        .max(MAX_TEXT_LENGTH)
        .meta({ description: 'The pair’s value.', examples: ['spring'] }),
    }),
  )
  .min(1)
  .max(MAX_META_DATA_PAIRS);

export const paging = z.strictObject({
  page: z
    .int()
    .min(1)
    .max(1_000_000_000)
    .meta({ description: `Page number. Default: ${SERVICE_DEFAULT_PAGE}.`, examples: [2] })
    .optional(),
  per_page: z
    .int()
    .min(1)
    .max(MAX_PER_PAGE)
    .meta({ description: `Items per page. Default: ${SERVICE_DEFAULT_PER_PAGE}.`, examples: [25] })
    .optional(),
});

/** The filters of both campaign lists (4.5). */
export const campaignFilters = z.strictObject({
  ...paging.shape,
  targeting_method: z
    .enum(TARGETING_METHODS)
    .describe('How the recipients were chosen. Default: all methods.')
    .optional(),
  status: z
    .enum(V1_STATUSES)
    .meta({ description: 'The campaigns’ status. Default: any status.', examples: ['queued'] })
    .optional(),
  sent_at: z
    .strictObject({
      from: momentOrDay.describe('Includes campaigns sent at this time or later.').optional(),
      to: momentOrDay
        .describe('Includes campaigns sent at this time or earlier. A date includes the whole day.')
        .optional(),
    })
    .optional(),
  meta_data: metaDataPairs.optional(),
});
export type CampaignFilters = z.infer<typeof campaignFilters>;

export const customerUpdate = z.strictObject({
  email: email
    .describe('The customer’s new email address. Each customer’s address must be unique.')
    .optional(),
});

export const templateUpdate = z.strictObject({
  name: z
    .string()
    .min(1)
    .max(MAX_TEMPLATE_NAME_LENGTH)
    .meta({ examples: ['Spring letter'] }),
  size: z.enum(TEMPLATE_SIZES).meta({ examples: ['letter'] }),
  designs: z
    .array(
      z
        .string()
        .min(1)
        .meta({ examples: ['<h1>Dear {{first_name}}</h1>'] }),
    )
    .min(1)
    .max(2)
    .describe(
      'HTML documents. A letter has one document. Every other size has two documents: front and back.',
    ),
  description: z.string().max(MAX_TEXT_LENGTH).optional(),
  meta_data: metaDataPairs.optional(),
});

export const redirect = z.strictObject({
  redirect_uri: url.describe('The URL that the payer’s browser opens after the payment.'),
});

const LATEST_SEND_DAYS = LATEST_SEND_MS / DAY_MS;
const sendTime = (latest: string) =>
  moment.describe(
    `When production starts. Must be at least ${EARLIEST_SEND_MS / MINUTE_MS} minutes and ${latest} from now. Default: ${DEFAULT_SEND_MS / MINUTE_MS} minutes from now.`,
  );
export const sendDate = z.strictObject({ date: sendTime(`at most ${LATEST_SEND_DAYS} days`).optional() });

export const payAndSend = z.strictObject({
  send_copy_to_sender: z
    .boolean()
    .describe('Whether to mail a copy to the sender. Default: false.')
    .optional(),
  date: sendTime(`at most ${LATEST_SEND_DAYS} days`).optional(),
  source: z
    .string()
    .min(1)
    .max(MAX_CARD_TOKEN_LENGTH)
    .meta({ description: 'Payment token from a card processor.', examples: ['tok_visa'] })
    .optional(),
  email: email.describe('Email address for the invoice.'),
});

const optionalText = z.string().max(MAX_TEXT_LENGTH).optional();
export const previewData = z.strictObject({
  template_data: z
    .strictObject({
      landing_page_url: optionalText,
      label: optionalText,
      address: optionalText.meta({ examples: ['48 Maple Street'] }),
      description: optionalText,
      back_title: optionalText,
      price: optionalText,
      taxes: optionalText,
      maintenance: optionalText,
      square_footage: optionalText,
      lot_size: optionalText,
      lot_size_type: z.enum(LOT_SIZE_TYPES).optional(),
      bedrooms: optionalText,
      bathrooms: optionalText,
      /**
       * The photos' URLs. Each URL is sent under the field's name without `[]` at the end, as documented. See
       * pairs.ts.
       */
      photos: z.array(z.string().min(1).max(MAX_PHOTO_LENGTH)).min(1).max(MAX_PHOTOS).optional(),
      variables: metaDataPairs.optional(),
    })
    .optional(),
  agent: z
    .strictObject({
      first_name: optionalText,
      last_name: optionalText,
      license_number: optionalText,
      cell_phone: optionalText,
      landline: optionalText,
      email: optionalText,
      photo: optionalText,
    })
    .optional(),
  sender: z
    .strictObject({
      name: optionalText,
      street_address: optionalText,
      suite: optionalText,
      city: optionalText,
      state: optionalText,
      zip: optionalText,
      logo: optionalText,
    })
    .optional(),
});

export const sendOnInvoice = z.strictObject({
  email: email.describe('Email address for notifications about the campaign.').optional(),
  scheduled_at: sendTime(`less than ${LATEST_SEND_DAYS} days`).optional(),
});
