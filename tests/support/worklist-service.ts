/**
 * Runs the embedded service on a PostgreSQL database that the test also reads. The service's clock is stopped, so
 * nothing changes on its own.
 */
import { fileURLToPath } from 'node:url';
import { and, asc, eq, sql } from 'drizzle-orm';
import { campaign, checkout } from '#lib/contract/resources.ts';
import { openDatabase } from '#lib/database/open.ts';
import { MINUTE_MS } from '#lib/time-units.ts';
import type { ObservedResponse } from '#lib/upstream/response-listener.ts';
import { createService } from '#service/create-service.ts';
import { listen } from '#service/listen.ts';
import { presentCampaign, presentCheckout } from '#service/presenters.ts';
import { calculateOrder } from '#service/rules/order.ts';
import { type CampaignRecord, findCampaignsAt } from '#service/store/campaigns.ts';
import { artworks, campaigns, customers } from '#service/store/schema.ts';
import { startPostgres } from './postgres.ts';

const MIGRATIONS = fileURLToPath(new URL('../../service/store/migrations', import.meta.url));
const DUE_MS = 7 * MINUTE_MS;

/** A campaign as the service's database stores it. Amounts are in cents. */
export interface StoredCampaign {
  readonly id: number;
  readonly status: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly scheduledAt: number | null;
  readonly recipients: number;
  readonly price: number;
  /** The higher of the prices with and without a copy for the sender. */
  readonly highestPrice: number;
  readonly alreadyPaid: number;
  readonly leftToPay: number;
}

/** @param key the service's API key */
export async function startWorklistService(count: number, key: string) {
  const postgres = await startPostgres();
  const service = await createService({
    key,
    folder: '',
    databaseUrl: postgres.url,
    campaigns: count,
    clockRate: 0,
    openRenderer: () => Promise.resolve(null),
  });
  const { db, close } = await openDatabase({ url: postgres.url, folder: '', migrations: MIGRATIONS });
  const server = await listen(service.app.fetch, { port: 0, host: '127.0.0.1' });
  const [oldest] = await db
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(eq(campaigns.status, 'queued'))
    .orderBy(asc(campaigns.id))
    .limit(1);
  if (!oldest) throw new Error('No campaign is queued.');
  // The service lists the newest campaigns first, so this campaign is on the last page.
  await db
    .update(campaigns)
    .set({ scheduledAt: new Date(Date.now() + DUE_MS) })
    .where(eq(campaigns.id, oldest.id));
  // The seed's drafts are at most 24 days old.
  await db
    .update(campaigns)
    .set({ createdAt: sql`${campaigns.createdAt} - interval '30 days'` })
    .where(and(eq(campaigns.status, 'draft'), sql`${campaigns.id} % 4 = 1`));
  return {
    origin: `http://127.0.0.1:${server.port}`,
    /** The oldest queued campaign, which goes out in seven minutes. */
    dueSoonest: oldest.id,
    readAll: async (): Promise<readonly StoredCampaign[]> => {
      const rows = await db
        .select({ campaign: campaigns, size: artworks.size, credit: customers.creditCents })
        .from(campaigns)
        .innerJoin(artworks, eq(artworks.id, campaigns.artworkId))
        .innerJoin(customers, eq(customers.id, campaigns.customerId));
      return rows.map(toStored);
    },
    /** Yields the responses that the service would return for every campaign, without sending requests. */
    readResponses: async function* (): AsyncGenerator<readonly ObservedResponse[]> {
      const credits = new Map(
        (await db.select({ id: customers.id, credit: customers.creditCents }).from(customers)).map(
          ({ id, credit }) => [id, credit],
        ),
      );
      const ids = (await db.select({ id: campaigns.id }).from(campaigns).orderBy(asc(campaigns.id))).map(
        ({ id }) => id,
      );
      for (let start = 0; start < ids.length; start += BATCH) {
        const records = await findCampaignsAt(db, 'id', ids.slice(start, start + BATCH));
        yield records.flatMap((record) =>
          responsesAbout(record, credits.get(record.campaign.customerId) ?? 0),
        );
      }
    },
    close: async () => {
      await server.close();
      await service.close();
      await close();
      await postgres.stop();
    },
  };
}

/** The number of campaigns to read at a time. */
const BATCH = 500;
const ORIGIN = 'http://service.test';

function responsesAbout(record: CampaignRecord, credit: number): readonly ObservedResponse[] {
  const { id, customerId, status } = record.campaign;
  const input = { customer_id: customerId, id };
  const output = campaign.parse(presentCampaign(record, ORIGIN));
  const requestedAt = performance.now();
  return [
    { operation: 'getCustomerCampaign', input, output, requestedAt },
    ...(status === 'draft'
      ? ([
          {
            operation: 'checkOutCampaign',
            input: { id },
            output: checkout.parse(presentCheckout(record, credit, ORIGIN)),
            requestedAt,
          },
        ] as const)
      : []),
  ];
}

interface Row {
  readonly campaign: typeof campaigns.$inferSelect;
  readonly size: typeof artworks.$inferSelect.size;
  readonly credit: number;
}

function toStored({ campaign, size, credit }: Row): StoredCampaign {
  const orderOf = (withSender: boolean) => calculateOrder({ ...campaign, size }, withSender, credit);
  const order = orderOf(campaign.sendCopyToSender);
  return {
    id: campaign.id,
    status: campaign.status,
    createdAt: campaign.createdAt.getTime(),
    updatedAt: campaign.updatedAt.getTime(),
    scheduledAt: campaign.scheduledAt?.getTime() ?? null,
    recipients: campaign.recipientCount,
    price: order.priceCents,
    highestPrice: Math.max(orderOf(true).priceCents, orderOf(false).priceCents),
    alreadyPaid: order.alreadyPaidCents,
    leftToPay: order.toBePaidCents,
  };
}
