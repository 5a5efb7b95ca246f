/** Tests that the console never waits for PostgreSQL without a limit. */
import { connect, createServer, type Socket } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { reportError } from '#lib/database/error-report.ts';
import { openStore } from '#lib/store/open.ts';
import { type Postgres, startPostgres } from '../support/postgres.ts';

const TIMEOUT_MS = 1_000;
/** Tests run on busy machines. Without a limit, each of these calls would wait for minutes. */
const LIMIT_MS = 20_000;

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

/** Starts a proxy in front of PostgreSQL. A frozen proxy keeps its connections open, but forwards nothing. */
async function startProxy() {
  const { hostname, port } = new URL(postgres.url);
  const sockets = new Set<Socket>();
  let isFrozen = false;
  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect(Number(port), hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from
        .on('data', (data) => !isFrozen && to.write(data))
        .on('error', () => undefined)
        .on('close', () => to.destroy());
    }
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  const url = new URL(postgres.url);
  url.port = String(typeof address === 'object' && address ? address.port : '');
  return {
    url: url.href,
    setFrozen: (frozen: boolean) => {
      isFrozen = frozen;
    },
  };
}

async function open(url: string) {
  const { db, close } = await openStore({
    databaseUrl: url,
    dataFolder: '',
    databaseTimeoutMs: TIMEOUT_MS,
  });
  return { db, close };
}

/** Returns the error of a call that must fail within the limit. */
async function failInTime(work: () => Promise<unknown>): Promise<unknown> {
  const late = new Promise((done) => setTimeout(done, LIMIT_MS, 'still waiting').unref());
  return Promise.race([
    late,
    work().then(
      () => 'no error',
      (error: unknown) => reportError(error),
    ),
  ]);
}

it('gives up on a connection that no longer answers, and uses a new connection afterward', async () => {
  const proxy = await startProxy();
  const { db, close } = await open(proxy.url);
  await db.execute(sql`select 1`);
  proxy.setFrozen(true);
  const query = () => db.execute(sql`select 2`);
  const transaction = () => db.transaction((tx) => tx.execute(sql`select 3`));
  for (const work of [query, transaction, query]) {
    expect(await failInTime(work)).toMatchObject({ message: expect.any(String) });
  }
  proxy.setFrozen(false);
  expect((await db.execute(sql`select 4 as four`)) as unknown).toMatchObject({ rows: [{ four: 4 }] });
  await close();
});

it('gives up on a connection that stops answering within a transaction', async () => {
  const proxy = await startProxy();
  const { db, close } = await open(proxy.url);
  const frozen = () =>
    db.transaction(async (tx) => {
      await tx.execute(sql`select 1`);
      proxy.setFrozen(true);
      await tx.execute(sql`select 2`);
    });
  expect(await failInTime(frozen)).toMatchObject({ message: expect.any(String) });
  proxy.setFrozen(false);
  expect((await db.execute(sql`select 4 as four`)) as unknown).toMatchObject({ rows: [{ four: 4 }] });
  await close();
});

it('gives up on a database that doesn’t answer at startup', async () => {
  const proxy = await startProxy();
  proxy.setFrozen(true);
  expect(await failInTime(() => open(proxy.url))).toMatchObject({
    message: expect.stringMatching(/timeout/),
  });
});

it('limits how long a query runs and how long a query waits for a lock', async () => {
  const { db, close } = await open(postgres.url);
  expect(await failInTime(() => db.execute(sql`select pg_sleep(60)`))).toMatchObject({
    cause: { code: '57014' },
  });
  const waiting = db.transaction(async (tx) => {
    await tx.execute(sql`lock table members`);
    return failInTime(() => db.execute(sql`update members set name = name`));
  });
  expect(await waiting).toMatchObject({ cause: { code: '55P03' } });
  await close();
});
