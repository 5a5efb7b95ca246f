/**
 * Starts several consoles that share one PostgreSQL database and one service, and sends actions through the
 * consoles' proxies.
 */
import { sql } from 'drizzle-orm';
import type { Input } from '#lib/contract/operations.ts';
import { encodeRequest } from '#lib/contract/wire.ts';
import type { OpenDatabase } from '#lib/database/open.ts';
import { closeStore, openStore } from '#lib/store/open.ts';
import { useSettings as applySettings } from '../console/support/settings.ts';
import { memberEmail, type RunningConsole, startTestConsole } from '../support/console.ts';
import { startDirectSession } from '../support/direct-session.ts';
import { type Postgres, startPostgres } from '../support/postgres.ts';
import { type RunningService, startTestService } from '../support/service.ts';
import { type ActionName, actions } from './actions.ts';

export interface Consoles {
  readonly service: RunningService;
  readonly all: readonly RunningConsole[];
  readonly store: OpenDatabase;
  /**
   * Sends an action as an admin.
   * @returns the response's status, or undefined if the console didn't respond
   */
  sendAction(
    mailroom: RunningConsole,
    name: ActionName,
    campaign: Parameters<(typeof actions)[ActionName]['input']>[0],
  ): Promise<number | undefined>;
  close(): Promise<void>;
}

export async function startConsoles(count: number): Promise<Consoles> {
  const [postgres, service]: [Postgres, RunningService] = await Promise.all([
    startPostgres(),
    startTestService({ campaigns: 40, args: ['--no-render', '--monthly-invoice'] }),
  ]);
  const settings = { DATABASE_URL: postgres.url, NEXTAUTH_SECRET: `canary-${crypto.randomUUID()}-shared` };
  const all: RunningConsole[] = [];
  for (let i = 0; i < count; i++) all.push(await startTestConsole(service, settings));
  const store = await openStore({ databaseUrl: postgres.url, dataFolder: '' });
  applySettings({ ...settings, NEXTAUTH_URL: all[0]?.url });
  const { cookie } = await startDirectSession(store.db, memberEmail('admin'));

  return {
    service,
    all,
    store,
    sendAction: async (mailroom, name, campaign) => {
      const input = actions[name].input(campaign, mailroom.url) as Input<typeof name>;
      const { method, path, query, body } = encodeRequest(name, input);
      try {
        const response = await fetch(`${mailroom.url}/api${path}${query && `?${query}`}`, {
          method,
          headers: {
            cookie,
            origin: mailroom.url,
            ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
          },
          body: body ?? null,
        });
        await response.arrayBuffer();
        return response.status;
      } catch {
        // If the console was killed or is unreachable, tests check the outcome later.
        return undefined;
      }
    },
    close: async () => {
      await Promise.all([store.close(), closeStore()]);
      await Promise.all(all.map((mailroom) => mailroom.remove()));
      await Promise.all([service.remove(), postgres.stop()]);
    },
  };
}

/**
 * The queries that claim an attempt and record its outcome. Both queries wait while the attempts table is
 * locked.
 */
const WRITES = { claim: 'insert into "attempts"%', record: 'update "attempts"%"settled_at" =%' } as const;

/** True if the console's query for `write` is waiting for a database lock. */
export async function isConsoleBlocked(store: OpenDatabase, write: keyof typeof WRITES): Promise<boolean> {
  const { rows } = (await store.db.execute(
    sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query ilike ${WRITES[write]} limit 1`,
  )) as unknown as { rows: unknown[] };
  return rows.length > 0;
}
