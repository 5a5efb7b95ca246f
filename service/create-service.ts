/** The embedded service as one app, to be served over HTTP (start.ts) or called in process (`app.request`). */
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import type { Hono } from 'hono';
import { type Database, openDatabase } from '#lib/database/open.ts';
import { hasClock, openClock, startClock } from './clock.ts';
import type { Consumer, Context } from './context.ts';
import { createApp } from './http/app.ts';
import type { Web } from './http/hono-env.ts';
import { createLine } from './production/scheduler.ts';
import { createPictures, type OpenRenderer } from './production/rendering-queue.ts';
import { openRenderer as openChromium } from './render/renderer.ts';
import { addUsers } from './store/users.ts';

export interface ServiceOptions {
  /** The service key: what `Authorization: Bearer` has to carry. */
  readonly key: string;
  /** Where PGlite keeps its files; held by this process alone. Not used when `databaseUrl` is given. */
  readonly folder: string;
  /** PostgreSQL instead of PGlite. */
  readonly databaseUrl?: string | undefined;
  /** Where the service is reached; its own URLs begin with it. */
  readonly origin?: string | undefined;
  /** Where v2 is reached, if on a port of its own. */
  readonly originV2?: string | undefined;
  /** How many campaigns a new database is filled with. */
  readonly campaigns?: number | undefined;
  /** How much faster than the machine's the clock runs; 0 stands still. */
  readonly clockRate?: number | undefined;
  /** Opens /sandbox. */
  readonly controls?: boolean | undefined;
  /** E-mail addresses that v2 takes beside the three of the demo. */
  readonly users?: readonly string[] | undefined;
  /** Flags the holder of `key` for monthly invoicing. */
  readonly monthlyInvoice?: boolean | undefined;
  /** The key of a second consumer, who is flagged for monthly invoicing. */
  readonly invoiceKey?: string | undefined;
  /** How pictures and proofs are made. A function that answers null makes none. */
  readonly openRenderer?: OpenRenderer | undefined;
  /** What a new database is filled with; the sample customers, templates and campaigns when not given. */
  readonly seed?: Seed | undefined;
  /** The machine's time in milliseconds. */
  readonly machineNow?: (() => number) | undefined;
}

/** @param wanted how many campaigns, and the service's time in milliseconds */
type Seed = (db: Database, wanted: { readonly campaigns: number; readonly now: number }) => Promise<void>;

export interface Service {
  readonly app: Hono<Web>;
  close(): Promise<void>;
}

const MIGRATIONS = fileURLToPath(new URL('./store/migrations', import.meta.url));
const DEMO_USERS = ['admin@mailroom.test', 'sender@mailroom.test', 'viewer@mailroom.test'];
const DEFAULT_CAMPAIGNS = 150;

/** @throws FolderInUse when another process holds the folder */
export async function createService(options: ServiceOptions): Promise<Service> {
  const { folder, databaseUrl: url } = options;
  const { db, close } = await openDatabase({ folder, url, migrations: MIGRATIONS });
  try {
    return await serveFrom(db, close, options);
  } catch (error) {
    await close();
    throw error;
  }
}

async function serveFrom(
  db: Database,
  closeDatabase: () => Promise<void>,
  options: ServiceOptions,
): Promise<Service> {
  const { clockRate = 1, machineNow = Date.now } = options;
  await fill(db, options, clockRate, machineNow);
  await addUsers(db, [...DEMO_USERS, ...(options.users ?? [])]);
  const clock = await openClock(db, clockRate, machineNow);
  const line = createLine(db, clock);
  const pictures = createPictures(db, options.openRenderer ?? openChromium);
  const { origin = 'http://service.test', originV2, controls = false } = options;
  const context: Context = { db, clock, line, pictures, origin, originV2 };
  line.start();
  pictures.start();
  return {
    app: createApp(context, consumersOf(options), controls),
    close: async () => {
      await line.stop();
      await pictures.stop();
      await closeDatabase();
    },
  };
}

function consumersOf({ key, invoiceKey, monthlyInvoice = false }: ServiceOptions): Consumer[] {
  const first = { key, monthlyInvoice };
  return invoiceKey === undefined ? [first] : [first, { key: invoiceKey, monthlyInvoice: true }];
}

/** All of it or nothing: a process that dies while it fills the database finds it empty again. */
async function fill(
  db: Database,
  options: ServiceOptions,
  rate: number,
  machineNow: () => number,
): Promise<void> {
  if (await hasClock(db)) return;
  const { campaigns = DEFAULT_CAMPAIGNS, seed = (await import('./seed/seed.ts')).seed } = options;
  await db.transaction(async (tx) => {
    await seed(tx, { campaigns, now: machineNow() });
    await startClock(tx, rate, machineNow);
  });
  // PGlite gathers no statistics by itself, and the planner of a freshly filled database knows nothing.
  await db.execute(sql`analyze`);
}
