/** Connections to PostgreSQL, directly or through a connection pooler such as PgBouncer. */
import type { Socket } from 'node:net';
import pg from 'pg';
import { MINUTE_MS } from '#lib/time-units.ts';

/** How long connecting may take. */
const CONNECT_MS = 3_000;
/** How long a query waits for a free connection if all are in use. */
const WAIT_MS = 5_000;
/** A query's own time limit must be shorter than this, so that PostgreSQL's error arrives first. */
const QUERY_GRACE_MS = 500;
/** A connection that was idle for longer is tested before it is used. */
const UNTESTED_MS = 1_000;
/** How long the test of an idle connection may take. */
const TEST_MS = 1_000;

const READ_TIMEOUT = 'Query read timeout';
/** PostgreSQL's error code if the server has become a standby. */
const READ_ONLY = '25006';
/** PgBouncer's error code for a connection parameter that it doesn't support. */
const PROTOCOL_VIOLATION = '08P01';

export interface ConnectionOptions {
  readonly url: string;
  /** How long a query may take, in milliseconds. */
  readonly timeoutMs: number;
  /** The name that PostgreSQL shows for the connection, unless the URL contains a name. */
  readonly name: string;
  /**
   * Whether the time limits for queries last as long as the connection does. A pooler shares PostgreSQL's
   * connections, so through a pooler, the limits apply only to transactions.
   */
  readonly hasSessionLimits: boolean;
}

/** The time limits that PostgreSQL enforces, in milliseconds. */
const serverLimits = (timeoutMs: number) => ({
  // The lock timeout is half the statement timeout, so that a query that waits too long for a lock fails
  // with a lock error.
  lock_timeout: timeoutMs / 2,
  statement_timeout: timeoutMs,
  // If the console crashes during a transaction, PostgreSQL ends the transaction and releases its locks.
  idle_in_transaction_session_timeout: Math.max(MINUTE_MS, 2 * timeoutMs),
});

/**
 * Limits how long each connection attempt, query, and wait for a lock can take, so that no request waits for
 * PostgreSQL forever.
 */
function clientConfig({ url, timeoutMs, name, hasSessionLimits }: ConnectionOptions): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: CONNECT_MS,
    ...(hasSessionLimits && serverLimits(timeoutMs)),
    // If the network drops packets, PostgreSQL's error doesn't arrive, so the client also needs a time limit.
    query_timeout: timeoutMs + QUERY_GRACE_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };
}

/** A client that closes its connection if the server fails, so that the pool replaces the client. */
class ReplaceableClient extends pg.Client {
  /** When PostgreSQL last answered, according to `performance.now()`. */
  answeredAt = performance.now();
  readonly #transactionLimits: string;

  constructor(options: ConnectionOptions) {
    super(clientConfig(options));
    this.#transactionLimits = options.hasSessionLimits
      ? ''
      : Object.entries(serverLimits(options.timeoutMs))
          .map(([name, ms]) => `; set local ${name} = ${ms}`)
          .join('');
    // Ignore the error, because the query also reports it.
    // Without a listener, an error during a transaction would end the process.
    this.on('error', () => undefined);
    this.#parts.connection.on('readyForQuery', () => {
      this.answeredAt = performance.now();
    });
    const query = this.query.bind(this) as (...args: unknown[]) => unknown;
    this.query = ((config: unknown, ...args: unknown[]) => {
      const result = query(this.#limitTransaction(config), ...args);
      if (result instanceof Promise) result.catch((error: unknown) => this.#closeIfUnusable(error));
      return result;
    }) as typeof this.query;
  }

  /** Whether PostgreSQL still answers. If not, the connection is closed. */
  async isResponding(): Promise<boolean> {
    const test = { text: 'select 1', query_timeout: TEST_MS };
    return this.query(test).then(
      () => true,
      () => false,
    );
  }

  /** Adds the time limits to the query that begins a transaction, if the connection itself has none. */
  #limitTransaction(config: unknown): unknown {
    if (this.#transactionLimits === '' || typeof config !== 'object' || config === null) return config;
    const { text } = config as { text?: unknown };
    if (typeof text !== 'string' || !/^begin\b/i.test(text)) return config;
    return { ...config, text: `${text}${this.#transactionLimits}` };
  }

  #closeIfUnusable(error: unknown): void {
    if (!isUnusable(error)) return;
    // If the connection stayed open, a transaction's rollback would wait for the query that timed out.
    this.#parts.connection.stream.destroy(error);
  }

  get #parts() {
    return this as unknown as { connection: NodeJS.EventEmitter & { stream: Socket } };
  }
}

/** Whether the error means that the connection's server doesn't answer or doesn't accept changes. */
const isUnusable = (error: unknown): error is Error =>
  error instanceof Error && (error.message === READ_TIMEOUT || ('code' in error && error.code === READ_ONLY));

type PoolCallback = (
  error: Error | undefined,
  client?: pg.PoolClient,
  done?: (error?: Error | boolean) => void,
) => void;

/**
 * A pool that survives connections that stopped answering without being closed, for example because another
 * server took over PostgreSQL's address. Before the pool uses a connection that was idle, it tests the
 * connection. After a connection fails, all connections that were idle at that time are replaced, too.
 */
class TestedPool extends pg.Pool {
  /** Connections that last answered before this time are closed instead of being used. */
  #distrustedBefore = 0;

  constructor(options: ConnectionOptions, max: number) {
    super({
      connectionTimeoutMillis: WAIT_MS,
      max,
      Client: class extends ReplaceableClient {
        constructor() {
          super(options);
        }
      } as unknown as typeof pg.Client & (new () => pg.ClientBase),
    });
    // Ignore errors on idle connections, because the pool opens new connections.
    // Without a listener, an error would end the process.
    this.on('error', () => undefined);
    this.on('release', (error) => {
      if (isUnusable(error)) this.#distrustIdle();
    });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: PoolCallback): void;
  override connect(callback?: PoolCallback): Promise<pg.PoolClient> | undefined {
    const connecting = this.#connectTested();
    if (!callback) return connecting.then(releaseOnEnd);
    connecting.then(
      (client) => callback(undefined, client, client.release),
      (error: Error) => callback(error),
    );
    return undefined;
  }

  async #connectTested(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await super.connect();
      const { answeredAt } = client as unknown as ReplaceableClient;
      if (answeredAt < this.#distrustedBefore) {
        client.release(true);
        continue;
      }
      if (performance.now() - answeredAt < UNTESTED_MS) return client;
      if (await (client as unknown as ReplaceableClient).isResponding()) return client;
      this.#distrustIdle();
      client.release(true);
    }
  }

  #distrustIdle(): void {
    this.#distrustedBefore = performance.now();
  }
}

/**
 * Releases a transaction's client if its connection ends. If the first query of a transaction fails, drizzle doesn't
 * release the client, and the pool would lose the connection for good.
 */
function releaseOnEnd(client: pg.PoolClient): pg.PoolClient {
  const { release } = client;
  let isReleased = false;
  const releaseOnce = (error?: Error | boolean) => {
    if (isReleased) return;
    isReleased = true;
    client.off('end', onEnd);
    release(error);
  };
  const onEnd = () => releaseOnce(true);
  client.once('end', onEnd);
  client.release = releaseOnce;
  return client;
}

export function createPool(options: ConnectionOptions, max: number): pg.Pool {
  return new TestedPool(options, max);
}

export interface Connection {
  readonly client: pg.Client;
  /** Whether the connection accepts time limits. If not, a pooler removed or refused them. */
  readonly hasSessionLimits: boolean;
  /**
   * Whether settings of the connection or its user make PostgreSQL limit queries outside of transactions.
   */
  readonly limitsQueries: boolean;
}

/** Opens one connection. The caller must end the client. */
export async function connectOnce(options: Omit<ConnectionOptions, 'hasSessionLimits'>): Promise<Connection> {
  try {
    const client = await connectClient({ ...options, hasSessionLimits: true });
    const limit = await readStatementLimit(client);
    return { client, hasSessionLimits: limit > 0, limitsQueries: limit > 0 };
  } catch (error) {
    if (!isUnsupportedParameter(error)) throw error;
    const client = await connectClient({ ...options, hasSessionLimits: false });
    return { client, hasSessionLimits: false, limitsQueries: (await readStatementLimit(client)) > 0 };
  }
}

async function connectClient(options: ConnectionOptions): Promise<pg.Client> {
  const client = new ReplaceableClient(options);
  await client.connect();
  return client;
}

const isUnsupportedParameter = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === PROTOCOL_VIOLATION;

/** Returns the connection's time limit for queries in milliseconds, or 0 if there is none. */
async function readStatementLimit(client: pg.Client): Promise<number> {
  const text = "select setting::int as ms from pg_settings where name = 'statement_timeout'";
  const { rows } = await client.query<{ ms: number }>(text);
  return rows[0]?.ms ?? 0;
}
