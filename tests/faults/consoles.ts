/** Several consoles on one PostgreSQL, in front of one service, and people's clicks sent to them as programs send them. */
import { sql } from 'drizzle-orm';
import { issueToken, sessionCookie } from '#lib/auth/session-token.ts';
import type { Input } from '#lib/contract/operations.ts';
import { encode } from '#lib/contract/wire.ts';
import type { OpenDatabase } from '#lib/database/open.ts';
import { memberByEmail } from '#lib/store/members.ts';
import { openStore } from '#lib/store/open.ts';
import { useSettings as applySettings } from '../console/support/settings.ts';
import { type Console, emailOf, startConsole } from '../support/console.ts';
import { type Postgres, startPostgres } from '../support/postgres.ts';
import { type Service, startService } from '../support/service.ts';
import { type DeedName, deeds } from './operations.ts';

export interface Consoles {
  readonly service: Service;
  readonly all: readonly Console[];
  /** The consoles' own database, looked at from outside. */
  readonly store: OpenDatabase;
  /** One click in a console; answers the status, or undefined when the console didn't answer. */
  click(
    console: Console,
    name: DeedName,
    own: Parameters<(typeof deeds)[DeedName]['input']>[0],
  ): Promise<number | undefined>;
  close(): Promise<void>;
}

export async function startConsoles(count: number): Promise<Consoles> {
  const [postgres, service]: [Postgres, Service] = await Promise.all([
    startPostgres(),
    startService({ campaigns: 40, args: ['--no-render', '--monthly-invoice'] }),
  ]);
  const shared = { DATABASE_URL: postgres.url, NEXTAUTH_SECRET: `canary-${crypto.randomUUID()}-shared` };
  const all: Console[] = [];
  for (let i = 0; i < count; i++) all.push(await startConsole(service, shared));
  const store = await openStore({ databaseUrl: postgres.url, dataFolder: '' });
  applySettings({ ...shared, NEXTAUTH_URL: all[0]?.url });
  const admin = await memberByEmail(store.db, emailOf('admin'));
  if (!admin) throw new Error('The consoles have no admin.');
  const cookie = `${sessionCookie()}=${await issueToken(admin)}`;

  return {
    service,
    all,
    store,
    click: async (console, name, own) => {
      const input = deeds[name].input(own, console.url) as Input<typeof name>;
      const { method, path, query, body } = encode(name, input);
      try {
        const answer = await fetch(`${console.url}/api${path}${query && `?${query}`}`, {
          method,
          headers: {
            cookie,
            origin: console.url,
            ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
          },
          body: body ?? null,
        });
        await answer.arrayBuffer();
        return answer.status;
      } catch {
        // It was killed, or could not be reached: what the click came to is looked up afterwards.
        return undefined;
      }
    },
    close: async () => {
      await store.close();
      await Promise.all(all.map((console) => console.remove()));
      await Promise.all([service.remove(), postgres.stop()]);
    },
  };
}

/** What a console stands before, when the attempts can't be written: its claim, or the record of an answer. */
const WRITES = { claim: 'insert into "attempts"%', record: 'update "attempts"%"settled_at" =%' } as const;

/** Whether a console waits to make this write. */
export async function isWaiting(store: OpenDatabase, write: keyof typeof WRITES): Promise<boolean> {
  const { rows } = (await store.db.execute(
    sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query ilike ${WRITES[write]} limit 1`,
  )) as unknown as { rows: unknown[] };
  return rows.length > 0;
}
