/**
 * Creates the embedded service as one app. start.ts serves the app over HTTP. Tests call the app directly
 * with `app.request`.
 */
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import type { Hono } from 'hono';
import { type Database, openDatabase } from '#lib/database/open.ts';
import { describeMendedAccess } from '#lib/database/private-folder.ts';
import { hasClock, initializeClock, openClock } from './clock.ts';
import type { ApiConsumer, ServiceContext } from './context.ts';
import type { HonoEnv } from './http/hono-env.ts';
import { createHttpApp } from './http-app.ts';
import { createRenderingQueue, type OpenRenderer } from './production/rendering-queue.ts';
import { createProductionScheduler } from './production/scheduler.ts';
import { openRenderer as openChromium } from './render/renderer.ts';
import { DEFAULT_CAMPAIGNS } from './settings.ts';
import { addUsers } from './store/users.ts';

export interface ServiceOptions {
  /** The API key that callers send in the `Authorization: Bearer` header. */
  readonly key: string;
  /**
   * The directory of the PGlite database. While the service runs, no other process can open the directory.
   * Ignored if `databaseUrl` is set.
   */
  readonly folder: string;
  /** The URL of a PostgreSQL database to use instead of PGlite. */
  readonly databaseUrl?: string | undefined;
  /** The service's public origin, used in all URLs that the service creates. */
  readonly origin?: string | undefined;
  /** v2's public origin, if v2 has its own port. */
  readonly originV2?: string | undefined;
  /** The number of sample campaigns in a new database. */
  readonly campaigns?: number | undefined;
  /** The speed of the service's clock relative to the system clock. 0 stops the clock. */
  readonly clockRate?: number | undefined;
  /** Enables /sandbox. */
  readonly controls?: boolean | undefined;
  /** Email addresses of users that v2 accepts in addition to the three demo users. */
  readonly users?: readonly string[] | undefined;
  /** Enables monthly invoicing for the consumer that holds `key`. */
  readonly monthlyInvoice?: boolean | undefined;
  /** The API key of a second consumer that has monthly invoicing enabled. */
  readonly invoiceKey?: string | undefined;
  /** Opens the renderer for thumbnails and proofs. If `openRenderer` returns null, nothing is rendered. */
  readonly openRenderer?: OpenRenderer | undefined;
  /** Seeds a new database. By default, adds the sample customers, templates, and campaigns. */
  readonly seed?: Seed | undefined;
  /** Returns the system time, in milliseconds since the epoch. */
  readonly machineNow?: (() => number) | undefined;
}

/** @param options the number of campaigns, and the service's time in milliseconds */
type Seed = (db: Database, options: { readonly campaigns: number; readonly now: number }) => Promise<void>;

export interface Service {
  readonly app: Hono<HonoEnv>;
  close(): Promise<void>;
}

const MIGRATIONS = fileURLToPath(new URL('./store/migrations', import.meta.url));
const DEMO_USERS = ['admin@mailroom.test', 'sender@mailroom.test', 'viewer@mailroom.test'];

/** @throws FolderInUse, FolderNotAccessible */
export async function createService(options: ServiceOptions): Promise<Service> {
  const { folder, databaseUrl: url } = options;
  const { db, close, accessibleFiles } = await openDatabase({ folder, url, migrations: MIGRATIONS });
  if (accessibleFiles > 0) console.error(describeMendedAccess(accessibleFiles, folder));
  try {
    return await buildService(db, close, options);
  } catch (error) {
    await close();
    throw error;
  }
}

async function buildService(
  db: Database,
  closeDatabase: () => Promise<void>,
  options: ServiceOptions,
): Promise<Service> {
  const { clockRate = 1, machineNow = Date.now } = options;
  await seedIfEmpty(db, options, clockRate, machineNow);
  await addUsers(db, [...DEMO_USERS, ...(options.users ?? [])]);
  const clock = await openClock(db, clockRate, machineNow);
  const production = createProductionScheduler(db, clock);
  const rendering = createRenderingQueue(db, options.openRenderer ?? openChromium);
  const { origin = 'http://service.test', originV2, controls = false } = options;
  const context: ServiceContext = { db, clock, production, rendering, origin, originV2 };
  production.start();
  rendering.start();
  return {
    app: createHttpApp(context, listConsumers(options), controls),
    close: async () => {
      await production.stop();
      await rendering.stop();
      await closeDatabase();
    },
  };
}

function listConsumers({ key, invoiceKey, monthlyInvoice = false }: ServiceOptions): ApiConsumer[] {
  const first = { key, monthlyInvoice };
  return invoiceKey === undefined ? [first] : [first, { key: invoiceKey, monthlyInvoice: true }];
}

/**
 * Seeds an empty database in one transaction. If the process ends during seeding, the database stays empty.
 */
async function seedIfEmpty(
  db: Database,
  options: ServiceOptions,
  rate: number,
  machineNow: () => number,
): Promise<void> {
  if (await hasClock(db)) return;
  const { campaigns = DEFAULT_CAMPAIGNS, seed = (await import('./seed/seed.ts')).seedDatabase } = options;
  await db.transaction(async (tx) => {
    await seed(tx, { campaigns, now: machineNow() });
    await initializeClock(tx, rate, machineNow);
  });
  // Collects statistics for the query planner, because PGlite doesn't do so automatically.
  await db.execute(sql`analyze`);
}
