/** The campaign index: what Mailroom has read about every campaign, for search, lists, and totals. */
import { type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  text,
} from 'drizzle-orm/pg-core';
import type { PaymentState } from '#lib/domain/index-filter.ts';
import { moment } from './moment.ts';
import { isDraftUnread, isPaymentUnread, spendingTime } from './spending-columns.ts';

const searchDocument = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** Sorts text without regard to case, in the same order in every database. */
export const sortText = (text: AnyPgColumn | SQL): SQL => sql`lower(${text}) collate "C"`;

/** An amount in minor units, such as cents. */
const minorUnits = (name: string) => bigint(name, { mode: 'number' });

/**
 * One row per campaign. Never used for decisions about payments or mailings: attempts read the campaign just before
 * their calls.
 */
export const indexedCampaigns = pgTable(
  'indexed_campaigns',
  {
    campaignId: bigint('campaign_id', { mode: 'number' }).primaryKey(),
    /** Null until a response to a request under the customer's path contains the campaign. */
    customerId: bigint('customer_id', { mode: 'number' }),
    customerEmail: text('customer_email'),
    templateId: bigint('template_id', { mode: 'number' }),
    /** The template's name when Mailroom first saw the campaign. Doesn't change when the template is renamed. */
    firstTemplateName: text('first_template_name'),
    templateName: text('template_name'),
    status: text('status'),
    price: text('price'),
    priceMinor: minorUnits('price_minor'),
    currency: text('currency'),
    recipients: bigint('recipients', { mode: 'number' }),
    postage: text('postage'),
    size: text('size'),
    senderCopy: boolean('sender_copy'),
    createdAt: moment('created_at'),
    updatedAt: moment('updated_at'),
    scheduledAt: moment('scheduled_at'),
    sentAt: moment('sent_at'),
    expectedDelivery: text('expected_delivery'),
    metadata: jsonb('metadata').$type<Readonly<Record<string, string>>>().notNull().default({}),
    thumbnails: jsonb('thumbnails').$type<readonly string[]>().notNull().default([]),
    total: minorUnits('total'),
    credit: minorUnits('credit'),
    alreadyPaid: minorUnits('already_paid'),
    leftToPay: minorUnits('left_to_pay'),
    /**
     * The higher of the totals with and without a copy for the sender. Null if either total isn't clearly an amount.
     */
    highestTotal: minorUnits('highest_total'),
    /** When the request for checkout was sent, on the database's clock. */
    checkoutReadAt: moment('checkout_read_at'),
    /**
     * The currency of the amounts in checkout. If it isn't the price's currency, a trigger removes the amounts, because
     * they can't be added up or compared with prices.
     */
    checkoutCurrency: text('checkout_currency'),
    /**
     * A draft's payment state, which a trigger sets. Null if the campaign isn't a draft, its checkout hasn't
     * been read, or the amounts in checkout that determine this state aren't clear.
     */
    payment: text('payment').$type<PaymentState>(),
    /** The title and note that members added to the campaign. The mail service never sees them. */
    title: text('title'),
    note: text('note'),
    firstSeenAt: moment('first_seen_at').notNull().defaultNow(),
    /**
     * The time of the request whose response the row shows, on the database's clock. Null if Mailroom knows only the
     * campaign's customer or template name.
     */
    readAt: moment('read_at'),
    changedAt: moment('changed_at').notNull().defaultNow(),
    /** When Mailroom found that the campaign doesn't exist anymore. */
    goneAt: moment('gone_at'),
    /** Whether lists, search, and totals include the campaign. */
    isListed: boolean('is_listed').notNull().generatedAlwaysAs(sql`gone_at is null and read_at is not null`),
    /** All words by which search finds the campaign, in lowercase. */
    search: searchDocument('search').generatedAlwaysAs(
      sql`search_words(campaign_id || ' ' || coalesce(title, '') || ' ' || coalesce(note, '') || ' ' || coalesce(first_template_name, '') || ' ' || coalesce(template_name, '') || ' ' || coalesce(customer_email, '') || ' ' || coalesce(status, '') || ' ' || metadata_words(metadata))`,
    ),
  },
  (table) => {
    const { campaignId, status, payment, createdAt, scheduledAt, sentAt, updatedAt } = table;
    /** Contains only the campaigns that lists show, so that lists can be read from the index alone. */
    const listed = (name: string, ...columns: [AnyPgColumn | SQL, ...(AnyPgColumn | SQL)[]]) =>
      index(name)
        .on(...columns)
        .where(sql`${table.isListed}`);
    /**
     * Sorts by one column, and contains the columns that members filter by most, to find matches without reading rows.
     */
    const sorted = (name: string, column: AnyPgColumn) =>
      listed(name, column, campaignId, status, table.customerId, table.templateId);
    return [
      // Turns off the list of pending entries, which every search would have to read from start to end.
      index('indexed_campaigns_search').using('gin', table.search).with({ fastupdate: false }),
      index('indexed_campaigns_metadata')
        .using('gin', sql`${table.metadata} jsonb_path_ops`)
        .with({ fastupdate: false }),
      index('indexed_campaigns_customer').on(table.customerId, createdAt, campaignId),
      index('indexed_campaigns_template').on(table.templateId, createdAt, campaignId),
      listed('indexed_campaigns_status', status, campaignId),
      listed('indexed_campaigns_status_created', status, createdAt, campaignId),
      listed('indexed_campaigns_status_scheduled', status, scheduledAt, campaignId),
      listed('indexed_campaigns_status_sent', status, sentAt, campaignId),
      listed('indexed_campaigns_status_updated', status, updatedAt, campaignId),
      index('indexed_campaigns_payment_created')
        .on(payment, createdAt, campaignId)
        .where(sql`${payment} is not null`),
      index('indexed_campaigns_payment_updated')
        .on(payment, updatedAt, campaignId)
        .where(sql`${payment} is not null`),
      // Also contains everything that the calendar adds up.
      listed(
        'indexed_campaigns_by_scheduled_day',
        scheduledAt,
        ...[campaignId, status, table.customerId, table.templateId],
        ...[table.currency, table.recipients, table.priceMinor],
      ),
      sorted('indexed_campaigns_by_created', createdAt),
      sorted('indexed_campaigns_by_updated', updatedAt),
      sorted('indexed_campaigns_by_sent', sentAt),
      sorted('indexed_campaigns_by_price', table.priceMinor),
      sorted('indexed_campaigns_by_recipients', table.recipients),
      listed('indexed_campaigns_by_customer', sortText(table.customerEmail), campaignId),
      listed('indexed_campaigns_by_template', sortText(table.templateName), campaignId),
      listed('indexed_campaigns_spending', spendingTime(table)),
      listed('indexed_campaigns_customer_spending', table.customerId, spendingTime(table)),
      listed('indexed_campaigns_template_spending', table.templateId, spendingTime(table)),
      index('indexed_campaigns_customer_sent')
        .on(table.customerId, sentAt)
        .where(sql`${table.isListed} and ${sentAt} is not null`),
      index('indexed_campaigns_customer_queued')
        .on(table.customerId, scheduledAt)
        .where(sql`${table.isListed} and ${status} = 'queued'`),
      // The drafts whose checkout has to be read.
      index('indexed_campaigns_unread_drafts')
        .on(createdAt, campaignId)
        .where(sql`${isDraftUnread(table)}`),
      index('indexed_campaigns_draft_readings')
        .on(table.checkoutReadAt)
        .where(sql`${table.isListed} and ${status} = 'draft'`),
      // The sent campaigns whose checkout has to be read.
      index('indexed_campaigns_unread_payments')
        .on(createdAt, campaignId)
        .where(sql`${isPaymentUnread(table)}`),
    ];
  },
);

/**
 * The latest readings that didn't change a campaign's row. Most readings change nothing, and updating the campaign's
 * large row with its many indexes would take ten times as long.
 */
export const confirmedReadings = pgTable('confirmed_readings', {
  campaignId: bigint('campaign_id', { mode: 'number' }).primaryKey(),
  /** When the reading was requested. Later than the campaign's `readAt`. */
  confirmedAt: moment('confirmed_at').notNull(),
});

/** When the request whose response contained the name was sent, on the database's clock. */
const nameReadAt = () => moment('read_at');
/** Whether campaigns might still contain an earlier name. */
const isCopyDue = () => boolean('is_copy_due').notNull().default(false);

/** The customers that Mailroom has read, with their current email addresses. */
export const indexedCustomers = pgTable(
  'indexed_customers',
  {
    customerId: bigint('customer_id', { mode: 'number' }).primaryKey(),
    email: text('email'),
    search: searchDocument('search').generatedAlwaysAs(sql`search_words(coalesce(email, ''))`),
    readAt: nameReadAt(),
    isCopyDue: isCopyDue(),
    /** `updateCustomers` updates this figure and the following ones after the customer's campaigns change. */
    campaigns: integer('campaigns').notNull().default(0),
    /** The amounts paid for the customer's campaigns, by currency. The key is blank for prices without a currency. */
    spending: jsonb('spending').$type<Readonly<Record<string, number>>>().notNull().default({}),
    /** The currency with the largest paid amount, and that amount. Null if nothing was paid. */
    mainCurrency: text('main_currency'),
    mainSpending: minorUnits('main_spending').notNull().default(0),
    lastMailingAt: moment('last_mailing_at'),
    nextMailingAt: moment('next_mailing_at'),
  },
  (table) => {
    const { customerId, mainCurrency, mainSpending, lastMailingAt, nextMailingAt } = table;
    const email = sortText(sql`coalesce(${table.email}, '')`);
    return [
      index('indexed_customers_search').using('gin', table.search).with({ fastupdate: false }),
      index('indexed_customers_to_copy').on(customerId).where(sql`${table.isCopyDue}`),
      index('indexed_customers_by_email').on(email, customerId),
      index('indexed_customers_by_campaigns').on(table.campaigns, customerId),
      index('indexed_customers_by_spending').on(mainCurrency, mainSpending, customerId),
      index('indexed_customers_by_most_spending').on(
        mainCurrency,
        mainSpending.desc().nullsFirst(),
        customerId.desc().nullsFirst(),
      ),
      index('indexed_customers_by_last').on(lastMailingAt, customerId),
      index('indexed_customers_by_latest').on(
        lastMailingAt.desc().nullsLast(),
        customerId.desc().nullsFirst(),
      ),
      index('indexed_customers_by_next').on(nextMailingAt, customerId),
      index('indexed_customers_by_farthest').on(
        nextMailingAt.desc().nullsLast(),
        customerId.desc().nullsFirst(),
      ),
    ];
  },
);

/** The templates that Mailroom has read, with their current names. */
export const indexedTemplates = pgTable(
  'indexed_templates',
  {
    templateId: bigint('template_id', { mode: 'number' }).primaryKey(),
    name: text('name'),
    search: searchDocument('search').generatedAlwaysAs(sql`search_words(coalesce(name, ''))`),
    readAt: nameReadAt(),
    isCopyDue: isCopyDue(),
  },
  (table) => [
    index('indexed_templates_search').using('gin', table.search).with({ fastupdate: false }),
    index('indexed_templates_to_copy').on(table.templateId).where(sql`${table.isCopyDue}`),
  ],
);

/**
 * Campaigns that a member sees on a page, and that were last read a while ago. The server that runs the sync
 * will read them soon.
 */
export const wantedReadings = pgTable('wanted_readings', {
  campaignId: bigint('campaign_id', { mode: 'number' }).primaryKey(),
  wantedAt: moment('wanted_at').notNull(),
});

/** The progress of each kind of background sync, shared by all servers. */
export const indexSync = pgTable('index_sync', {
  /** The name of the task, such as "sweep" or "head". */
  name: text('name').primaryKey(),
  startedAt: moment('started_at'),
  /** The last time at which the task read a page. */
  advancedAt: moment('advanced_at'),
  /** When the task was last completed. */
  completedAt: moment('completed_at'),
  /** When the last completed run of the task began. Everything in the index is at least this fresh. */
  completedStartedAt: moment('completed_started_at'),
  /** Where the task continues, in the task's own format. */
  position: jsonb('position'),
  /** The number of campaigns read so far, and the number that the mail service reports. */
  done: integer('done').notNull().default(0),
  total: integer('total'),
  /** Why the last call failed. Null if it succeeded. */
  failure: text('failure'),
});
