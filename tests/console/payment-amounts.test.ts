/**
 * Tests what the campaign index concludes from the amounts in checkout, and from the amounts that an earlier
 * release stored.
 */
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, type OpenDatabase, openDatabase } from '#lib/database/open.ts';
import { indexedFields, indexedPayment } from '#lib/domain/campaign-reading.ts';
import { listMonths } from '#lib/forms/spending-query.ts';
import { recordCampaigns } from '#lib/store/campaign-index.ts';
import { openStore } from '#lib/store/open.ts';
import { recordPayment } from '#lib/store/recorded-payments.ts';
import { indexedCampaigns } from '#lib/store/schema/campaign-index.ts';
import { campaignTotals } from '#lib/store/schema/campaign-totals.ts';
import { sumMonths } from '#lib/store/spending.ts';
import { mergeSpending } from '#lib/store/spending-sums.ts';
import { listUnreadPayments } from '#lib/store/unread-payments.ts';
import { type Postgres, startPostgres } from '../support/postgres.ts';
import { copyMigrations } from './support/old-migrations.ts';
import { temporaryFolder } from './support/settings.ts';

const LAST_OLD_MIGRATION = '0039_unsent_run_items';

const postgresOf: { current?: Postgres } = {};
const data = temporaryFolder();
beforeAll(async () => {
  postgresOf.current = await startPostgres();
});
afterAll(() => Promise.all([postgresOf.current?.stop(), data.remove()]));

const locations = {
  PGlite: () => ({ databaseUrl: undefined, dataFolder: data.folder }),
  PostgreSQL: () => ({ databaseUrl: postgresOf.current?.url, dataFolder: data.folder }),
};

/** Rows as an earlier release stored them: id, status, price, total, credit, paid, left to pay. */
const OLD_ROWS: readonly (readonly [number, string, ...(number | null)[]])[] = [
  [1, 'draft', 1_000, 1_000, 0, 0, 1_000],
  // It isn't clear what was paid, but an earlier release said that credits cover the draft, or that the draft
  // isn't paid.
  [2, 'draft', 1_000, 1_000, 0, null, 0],
  [3, 'draft', 1_000, 1_000, 0, null, 1_000],
  [4, 'sent', 1_000, 1_000, 1_000, 0, 0],
  [5, 'sent', 1_000, 1_000, 300, 200, 500],
  [6, 'sent', 1_000, 1_000, 0, null, null],
  // The amounts in checkout might be in another currency.
  [7, 'sent', 1_000, 850, 0, 850, 0],
  [8, 'sent', 1_000, 1_000, 0, 1_000, 0],
];
const READ_AT = '2026-11-20T12:00:00Z';

describe.each(Object.entries(locations))('amounts on %s', (_, locate) => {
  let opened: OpenDatabase;
  let db: Database;
  beforeAll(async () => {
    const { databaseUrl: url, dataFolder } = locate();
    const migrations = copyMigrations(data.folder, LAST_OLD_MIGRATION);
    const old = await openDatabase({ url, folder: join(dataFolder, 'console'), migrations });
    for (const [id, status, price, total, credit, paid, left] of OLD_ROWS)
      await old.db.execute(sql`insert into indexed_campaigns (campaign_id, customer_id, status, price, price_minor,
        currency, recipients, created_at, total, credit, already_paid, left_to_pay, checkout_read_at, changed_at, read_at)
        values (${id}, 7, ${status}, '$10.00', ${price}, '$', 10, '2026-11-10T12:00:00Z', ${total}, ${credit}, ${paid},
          ${left}, ${READ_AT}, ${READ_AT}, ${READ_AT})`);
    await old.close();
    opened = await openStore(locate());
    db = opened.db;
  });
  afterAll(() => opened.close());

  const readRow = async (id: number) => {
    const [row] = await db.select().from(indexedCampaigns).where(eq(indexedCampaigns.campaignId, id));
    return row;
  };
  const readSums = async () => {
    const all = await sumMonths(
      db,
      { customerIds: [], templateIds: [] },
      listMonths(2026 * 12 + 10, 1, 'UTC'),
    );
    return 'tooMany' in all ? [] : all;
  };

  it('an upgrade discards payment states without evidence', async () => {
    expect(await Promise.all([1, 2, 3].map(async (id) => (await readRow(id))?.payment))).toEqual([
      'unpaid',
      null,
      null,
    ]);
    const totals = await db
      .select({ payment: campaignTotals.payment, campaigns: sql`sum(campaigns)`.mapWith(Number) })
      .from(campaignTotals)
      .where(sql`kind = 'all' and status = 'draft'`)
      .groupBy(campaignTotals.payment)
      .having(sql`sum(campaigns) <> 0`);
    expect(totals.toSorted((a, b) => a.campaigns - b.campaigns)).toEqual([
      { payment: 'unpaid', campaigns: 1 },
      { payment: null, campaigns: 2 },
    ]);
  });

  it('an upgrade subtracts credits from unpaid amounts, and keeps invoiced amounts', async () => {
    for (const isMerged of [false, true]) {
      if (isMerged) await mergeSpending(db);
      expect(await readSums()).toMatchObject([
        {
          paid: 200 + 850 + 1_000,
          credit: 1_300,
          // Campaigns 4, 5, and 7.
          open: 1_000 + 800 + 150,
          openCampaigns: 3,
          openRecipients: 30,
          unpaid: 500 + 150,
          unpaidCampaigns: 2,
          unpaidRecipients: 20,
          unclear: 3,
          // Campaign 7 has to be read again.
          unread: 1,
        },
      ]);
    }
  });

  it('after an upgrade, amounts that might be in another currency are read again', async () => {
    expect(await listUnreadPayments(db, 10)).toEqual([7]);
    // The sums must change when the campaigns change.
    const [before] = await readSums();
    await db
      .update(indexedCampaigns)
      .set({ checkoutReadAt: new Date() })
      .where(eq(indexedCampaigns.campaignId, 7));
    expect(await readSums()).toMatchObject([{ unread: 0, unpaid: before?.unpaid }]);
  });

  describe('a campaign whose checkout is in a different currency than its price', () => {
    const block = (sign: string, paid: string) => ({
      price_calculation: '',
      price: `${sign}85.00`,
      credit: `${sign}0.00`,
      already_paid: paid,
      to_be_paid: `${sign}0.00`,
      to_be_paid_amount: 0,
    });
    const record = async (id: number, price: string, status = 'draft') =>
      recordCampaigns(db, [
        {
          campaignId: id,
          fields: indexedFields({ id, status, price, created_at: '2026-11-11T12:00:00Z' }),
          requestedMsAgo: 0,
        },
      ]);
    const recordCheckout = (id: number, sign: string, paid = `${sign}85.00`) =>
      recordPayment(
        db,
        id,
        indexedPayment({
          send_copy_to_sender: false,
          thumbnails: [],
          proof: '',
          with_sender: block(sign, paid),
          without_sender: block(sign, paid),
        }),
        0,
      );
    const NOTHING = { total: null, alreadyPaid: null, leftToPay: null, payment: null, highestTotal: null };

    it('has no known amounts, and counts as unclear', async () => {
      const [before] = await readSums();
      await record(20, '$100.00', 'sent');
      await recordCheckout(20, '€');
      expect(await readRow(20)).toMatchObject({ ...NOTHING, checkoutCurrency: '€' });
      const [after] = await readSums();
      expect(after).toEqual({ ...before, unclear: (before?.unclear ?? 0) + 1, unread: before?.unread });
    });

    it('has amounts again once checkout and the price are in the same currency', async () => {
      await record(21, '€85.00');
      await recordCheckout(21, '€');
      expect(await readRow(21)).toMatchObject({ alreadyPaid: 8_500, leftToPay: 0, payment: 'paid_not_sent' });
      await record(21, '$100.00');
      expect(await readRow(21)).toMatchObject(NOTHING);
      await recordCheckout(21, '$');
      expect(await readRow(21)).toMatchObject({ alreadyPaid: 8_500, payment: 'paid_not_sent' });
    });

    it('has no known amounts if the amounts in checkout are in different currencies', async () => {
      await record(22, '$85.00');
      await recordCheckout(22, '$', '€85.00');
      expect(await readRow(22)).toMatchObject(NOTHING);
    });

    it('keeps its amounts if only the price or only checkout has a currency', async () => {
      await record(23, '85.00');
      await recordCheckout(23, '$');
      expect(await readRow(23)).toMatchObject({ alreadyPaid: 8_500, currency: null });
    });

    it('counts as neither covered by credits nor unpaid if the paid amount isn’t clear', async () => {
      await record(24, '$85.00');
      await recordCheckout(24, '$', 'see invoice');
      expect(await readRow(24)).toMatchObject({ alreadyPaid: null, leftToPay: 0, payment: null });
    });
  });
});
