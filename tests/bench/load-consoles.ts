/** Starts consoles with an index of campaigns and with signed-in members. */
import { setTimeout as sleep } from 'node:timers/promises';
import { upsertMember } from '#lib/store/member-changes.ts';
import { findMemberByEmail } from '#lib/store/members.ts';
import { closeStore, store } from '#lib/store/open.ts';
import { ensureBuild } from '#scripts/build.ts';
import { useSettings as applySettings } from '../console/support/settings.ts';
import { signInAt } from '../operations/support/cluster.ts';
import { memberEmail, type RunningConsole, startTestConsole } from '../support/console.ts';
import { startDirectSession } from '../support/direct-session.ts';
import { startDelayedService } from './delayed-service.ts';
import { createMeter, type MeasuredServer, type Meter } from './meter.ts';

const CAMPAIGNS = Number(process.env.BENCH_CAMPAIGNS ?? 500);
/** The mail service allows at most this many items per page. */
const PER_PAGE = 100;
const SYNC = 'DIRECTMAIL_SYNC_CALLS_PER_MINUTE';
const INDEX_POLL_MS = 1_000;
const INDEX_TIMEOUT_MS = 300_000;

export interface LoadConsoles {
  readonly all: readonly (MeasuredServer & { readonly program: RunningConsole })[];
  /** The consoles' public origin. */
  readonly origin: string;
  /** One Cookie header per member. */
  readonly members: readonly string[];
  /** The ids of all campaigns. */
  readonly campaigns: readonly number[];
  /** Returns the warnings and errors that the consoles have logged since the members signed in. */
  readonly logged: () => readonly string[];
  close(): Promise<void>;
}

interface LoadConsoleOptions {
  readonly consoles: number;
  readonly members: number;
  /** The URL of a PostgreSQL database. By default, the console uses PGlite. */
  readonly databaseUrl?: string;
}

/** @throws if a build fails */
export async function startLoadConsoles({
  consoles: count,
  members: memberCount,
  databaseUrl = '',
}: LoadConsoleOptions): Promise<LoadConsoles> {
  if (!(await ensureBuild())) throw new Error('The console couldn’t be built.');
  const service = await startDelayedService({ campaigns: CAMPAIGNS });
  const secret = `canary-${crypto.randomUUID()}-bench`;
  const shared: Record<string, string> = {
    DATABASE_URL: databaseUrl,
    NEXTAUTH_SECRET: secret,
    LOG_LEVEL: 'warn',
  };
  const all: { url: string; meter: Meter; program: RunningConsole }[] = [];
  for (let i = 0; i < count; i++) {
    const meter = await createMeter();
    const program = await startTestConsole(service, { ...shared, ...meter.env, [SYNC]: '6000' });
    const { PORT } = program.env;
    all.push({ url: `http://127.0.0.1:${PORT}`, meter, program });
    // All consoles have the first console's public origin.
    shared.NEXTAUTH_URL = program.url;
  }
  const origin = all[0]?.program.url ?? '';
  await waitForIndex(origin);
  // Restart with the default sync budget. Adding members requires the data folder, which a console releases
  // only when it stops.
  for (const { program } of all) {
    await program.stop();
    program.changeSettings({ [SYNC]: '' });
  }
  const settings = { NEXTAUTH_SECRET: secret, NEXTAUTH_URL: origin, MAILROOM_DATA: all[0]?.program.folder };
  applySettings({ ...settings, DATABASE_URL: databaseUrl || undefined });
  const members = await addSignedInMembers(memberCount);
  for (const { program } of all) await program.start();
  const printedBefore = all.map(({ program }) => program.printed.length);
  return {
    all,
    origin,
    members,
    campaigns: await listCampaignIds(service.service.call),
    logged: () => all.flatMap(({ program }, i) => program.printed.slice(printedBefore[i])),
    async close() {
      await Promise.all(all.map(({ program }) => program.remove()));
      await Promise.all(all.map(({ meter }) => meter.remove()));
      await service.remove();
    },
  };
}

async function waitForIndex(origin: string): Promise<void> {
  const cookie = await signInAt(origin, 'sender');
  const readList = async () => (await fetch(`${origin}/campaigns`, { headers: { cookie } })).text();
  const startedAt = performance.now();
  while (!(await readList()).includes('Updated ')) {
    if (performance.now() - startedAt > INDEX_TIMEOUT_MS)
      throw new Error('The campaigns weren’t indexed in time.');
    await sleep(INDEX_POLL_MS);
  }
}

/**
 * Adds senders to the database, and starts a session for each of them, because 200 sign-ins would hash 200 passwords.
 * @returns their Cookie headers
 */
async function addSignedInMembers(count: number): Promise<readonly string[]> {
  const db = await store();
  const passwordHash = (await findMemberByEmail(db, memberEmail('sender')))?.passwordHash ?? '';
  const cookies: string[] = [];
  for (let i = 0; i < count; i++) {
    const email = `member-${i}@mailroom.test`;
    await upsertMember(db, { email, passwordHash, role: 'sender' });
    cookies.push((await startDirectSession(db, email)).cookie);
  }
  await closeStore();
  return cookies;
}

type Call = <T>(method: string, path: string) => Promise<T>;

async function listCampaignIds(call: Call): Promise<readonly number[]> {
  const ids: number[] = [];
  for (let page = 1; page <= Math.ceil(CAMPAIGNS / PER_PAGE); page++) {
    const path = `/v1/campaigns?per_page=${PER_PAGE}&page=${page}`;
    const { items } = await call<{ items: { id: number }[] }>('GET', path);
    ids.push(...items.map(({ id }) => id));
  }
  return ids;
}
