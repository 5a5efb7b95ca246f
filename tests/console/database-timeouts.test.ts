/** Tests that the console never waits for PostgreSQL without a time limit. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { reportError } from '#lib/database/error-report.ts';
import { openStore } from '#lib/store/open.ts';
import { startDatabaseProxy } from '../support/database-proxy.ts';
import { type Postgres, startPostgres } from '../support/postgres.ts';

const TIMEOUT_MS = 1_000;
/** How long a call may take, even on a busy machine. Without the console's limits, a call would wait for minutes. */
const LIMIT_MS = 20_000;

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

/** Starts a proxy in front of PostgreSQL for one test. */
async function startProxy() {
  const proxy = await startDatabaseProxy(postgres.url);
  onTestFinished(proxy.stop);
  return proxy;
}

async function open(url: string) {
  const { db, close } = await openStore({
    databaseUrl: url,
    dataFolder: '',
    databaseTimeoutMs: TIMEOUT_MS,
  });
  return { db, close };
}

/** Returns the error that `work` fails with, or a string if it doesn't fail within the limit. */
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

it('the console gives up on a database connection that no longer answers, and then uses a new connection', async () => {
  const proxy = await startProxy();
  const { db, close } = await open(proxy.url);
  await db.execute(sql`select 1`);
  proxy.set('frozen');
  const query = () => db.execute(sql`select 2`);
  const transaction = () => db.transaction((tx) => tx.execute(sql`select 3`));
  for (const work of [query, transaction, query]) {
    expect(await failInTime(work)).toMatchObject({ message: expect.any(String) });
  }
  proxy.set('open');
  expect((await db.execute(sql`select 4 as four`)) as unknown).toMatchObject({ rows: [{ four: 4 }] });
  await close();
});

it('the console gives up on a database connection that stops answering within a transaction', async () => {
  const proxy = await startProxy();
  const { db, close } = await open(proxy.url);
  const frozen = () =>
    db.transaction(async (tx) => {
      await tx.execute(sql`select 1`);
      proxy.set('frozen');
      await tx.execute(sql`select 2`);
    });
  expect(await failInTime(frozen)).toMatchObject({ message: expect.any(String) });
  proxy.set('open');
  expect((await db.execute(sql`select 4 as four`)) as unknown).toMatchObject({ rows: [{ four: 4 }] });
  await close();
});

it('the console gives up on a database that doesn’t answer at startup', async () => {
  const proxy = await startProxy();
  proxy.set('frozen');
  expect(await failInTime(() => open(proxy.url))).toMatchObject({
    message: expect.stringMatching(/timeout/),
  });
});

it('the console limits how long a query runs and how long it waits for a lock', async () => {
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

it('a query stops waiting for a free connection if all connections remain in use', async () => {
  const { db, close } = await open(postgres.url);
  let release = () => {};
  const released = new Promise<void>((done) => {
    release = done;
  });
  const busy = Array.from({ length: 10 }, () =>
    db.transaction(async (tx) => {
      await tx.execute(sql`select 1`);
      await released;
    }),
  );
  expect(await failInTime(() => db.execute(sql`select 2`))).toMatchObject({
    cause: { message: 'timeout exceeded when trying to connect' },
  });
  release();
  await Promise.all(busy);
  await close();
});
