/** Tests that a cached result of a query is never stale. */
import { join } from 'node:path';
import { type SQL, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type Database, queryRows } from '#lib/database/database.ts';
import { type OpenDatabase, openDatabase } from '#lib/database/open.ts';
import { prepareConsoleDatabase } from '../support/prepared-folder.ts';
import { temporaryFolder } from './support/settings.ts';

const { folder, remove } = temporaryFolder();
const executed: string[] = [];
let opened: OpenDatabase;
let db: Database;

beforeAll(async () => {
  await prepareConsoleDatabase(folder);
  opened = await openDatabase({
    folder: join(folder, 'console'),
    migrations: 'lib/store/migrations',
    observeQuery: (text) => {
      executed.push(text);
      return () => undefined;
    },
  });
  db = opened.db;
});

afterAll(async () => {
  await opened.close();
  await remove();
});

beforeEach(async () => {
  await db.execute(sql`delete from members`);
  await db.execute(sql`delete from indexed_campaigns`);
  await db.execute(sql`delete from saved_views`);
  await db.execute(
    sql`insert into members (email, role) values ('ada@a.example', 'sender'), ('bo@a.example', 'viewer')`,
  );
});

const READS = {
  members: sql`select email, role, name from members order by email`,
  views: sql`select v.name, m.email from saved_views v left join members m on m.id = v.author_id order by v.name`,
  startViews: sql`select count(*) from start_views`,
  totals: sql`select kind, customer_id, campaigns from campaign_totals where campaigns > 0 order by kind, customer_id`,
  campaigns: sql`select campaign_id, status, metadata from indexed_campaigns order by campaign_id`,
};

const READ_NAMES = Object.keys(READS) as (keyof typeof READS)[];
const read = (from: Database, query: SQL) => queryRows<object>(from, query);
/** Transactions never use cached results. */
const readAgain = (query: SQL) => db.transaction((tx) => read(tx, query));

async function countExecuted(run: () => Promise<unknown>): Promise<number> {
  executed.length = 0;
  await run();
  return executed.length;
}

const readMembers = () => read(db, READS.members);

describe('a repeated read', () => {
  it('isn’t executed again, and its result can’t be changed', async () => {
    const first = (await readMembers()) as object[];
    expect(await countExecuted(readMembers)).toBe(0);
    expect(await readMembers()).toEqual(first);
    expect(() => first.push({})).toThrow(TypeError);
    expect(() => Object.assign(first[0] ?? {}, { role: 'admin' })).toThrow(TypeError);
  });

  it('is executed again with another parameter', async () => {
    const find = (role: unknown) => read(db, sql`select email from members where role = ${role}`);
    expect(await find('sender')).toEqual([{ email: 'ada@a.example' }]);
    expect(await find('viewer')).toEqual([{ email: 'bo@a.example' }]);
    expect(await find('sender')).toEqual([{ email: 'ada@a.example' }]);
  });

  it('is executed again after a write to its table, but not after other writes', async () => {
    await readMembers();
    await db.execute(sql`insert into saved_views (name, query) values ('x', '')`);
    expect(await countExecuted(readMembers)).toBe(0);
    await db.execute(sql`update members set role = 'admin' where email = 'bo@a.example'`);
    expect(await countExecuted(readMembers)).toBe(1);
  });

  it('isn’t executed again after a write that changed no row', async () => {
    await readMembers();
    await db.execute(sql`update members set role = 'admin' where email = 'cy@a.example'`);
    expect(await countExecuted(readMembers)).toBe(0);
  });

  it('is executed again after a write that begins like a read', async () => {
    await readMembers();
    await db.execute(
      sql`with gone as (delete from members where role = 'viewer' returning id) select count(*) from gone`,
    );
    expect(await readMembers()).toHaveLength(1);
  });

  it('is executed again after a change in a transaction, even if the read began during the transaction', async () => {
    await readMembers();
    let during: Promise<readonly object[]> | undefined;
    await db.transaction(async (tx) => {
      await tx.execute(sql`delete from members where role = 'viewer'`);
      during = readMembers();
      await tx.execute(sql`select 1`);
    });
    expect(await during).toHaveLength(1);
    expect(await readMembers()).toHaveLength(1);
  });

  it('is cached again after a write that fails', async () => {
    await readMembers();
    await expect(
      db.execute(sql`insert into members (email, role) values ('ada@a.example', 'admin')`),
    ).rejects.toThrow();
    expect(await readMembers()).toHaveLength(2);
    expect(await countExecuted(readMembers)).toBe(0);
  });

  it('is executed again if a parameter could depend on the clock', async () => {
    const find = (time: string) =>
      read(db, sql`select count(*) from members where created_at < ${time}::timestamptz`);
    await find('now');
    expect(await countExecuted(() => find('now'))).toBe(1);
    await find('2026-11-01');
    expect(await countExecuted(() => find('2026-11-01'))).toBe(0);
  });

  it('is executed again if its result is large', async () => {
    await db.execute(sql`update members set name = repeat('x', 100001) where email = 'ada@a.example'`);
    const find = () => read(db, sql`select name from members where email = 'ada@a.example'`);
    await find();
    expect(await countExecuted(find)).toBe(1);
  });

  it('is executed again after a write that changed no row in a table with triggers', async () => {
    await read(db, READS.campaigns);
    await db.execute(sql`update indexed_campaigns set status = 'queued' where campaign_id = 0`);
    expect(await countExecuted(() => read(db, READS.campaigns))).toBe(1);
  });

  it('fails once the database is closed', async () => {
    const another = temporaryFolder();
    onTestFinished(another.remove);
    await prepareConsoleDatabase(another.folder);
    const second = await openDatabase({
      folder: join(another.folder, 'console'),
      migrations: 'lib/store/migrations',
    });
    await read(second.db, READS.members);
    await second.close();
    await expect(read(second.db, READS.members)).rejects.toThrow();
  });

  it('is executed again if it selects an elapsed time, unless it returns no rows', async () => {
    const elapsed = (email: string) =>
      read(
        db,
        sql`select (extract(epoch from now() - "created_at") * 1000)::float8 from "members" where email = ${email}`,
      );
    await elapsed('ada@a.example');
    expect(await countExecuted(() => elapsed('ada@a.example'))).toBe(1);
    await elapsed('cy@a.example');
    expect(await countExecuted(() => elapsed('cy@a.example'))).toBe(0);
    await db.execute(sql`insert into members (email, role) values ('cy@a.example', 'viewer')`);
    expect(await elapsed('cy@a.example')).toHaveLength(1);
  });
});

/** Writes to tables directly, through foreign keys, and through triggers. */
const WRITES: Readonly<Record<string, (n: number) => SQL>> = {
  addMember: (n) =>
    sql`insert into members (email, role) values (${`m${n}@a.example`}, 'sender') on conflict do nothing`,
  changeMember: (n) =>
    sql`update members set role = case when role = 'viewer' then 'sender' else 'viewer' end where email = ${`m${n}@a.example`}`,
  deleteMember: (n) => sql`delete from members where email = ${`m${n}@a.example`}`,
  addView: (n) =>
    sql`insert into saved_views (owner_id, author_id, name, query) select null, id, ${`view ${n}`}, '' from members where email = ${`m${n}@a.example`} on conflict do nothing`,
  startView: (n) =>
    sql`insert into start_views (member_id, view_id) select author_id, id from saved_views where name = ${`view ${n}`} and author_id is not null on conflict do nothing`,
  deleteView: (n) =>
    sql`with gone as (delete from saved_views where name = ${`view ${n}`} returning 1) select count(*) from gone`,
  addCampaign: (n) =>
    sql`insert into indexed_campaigns (campaign_id, customer_id, status, created_at, read_at) values (${n}, ${n % 2}, 'draft', '2026-11-01', '2026-11-02')
      on conflict (campaign_id) do update set status = 'queued'`,
  deleteCampaign: (n) => sql`delete from indexed_campaigns where campaign_id = ${n}`,
};

const step = fc.record({
  write: fc.constantFrom(...Object.keys(WRITES)),
  n: fc.integer({ min: 1, max: 3 }),
  how: fc.constantFrom('alone', 'committed', 'undone'),
  beside: fc.subarray(READ_NAMES),
});

it('never returns a stale result, whatever the order of writes, transactions, and reads', async () => {
  let cached = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      for (const { write, n, how, beside } of steps) {
        const statement = WRITES[write]?.(n) ?? sql``;
        const run = async (): Promise<unknown> => {
          if (how === 'alone') return db.execute(statement);
          return db
            .transaction(async (tx) => {
              await tx.execute(statement);
              if (how === 'undone') throw new Error('undo');
              return undefined;
            })
            .catch((error: Error) => expect(error.message).toBe('undo'));
        };
        const reads = beside.map((name) => read(db, READS[name]));
        await Promise.all([...reads, run(), ...beside.map((name) => read(db, READS[name]))]);
        for (const name of READ_NAMES) {
          const expected = await readAgain(READS[name]);
          executed.length = 0;
          expect(await read(db, READS[name]), `${name} after ${write} ${how}`).toEqual(expected);
          if (executed.length === 0) cached++;
        }
      }
    }),
    { numRuns: 60 },
  );
  // Otherwise the test would compare the database with itself.
  expect(cached).toBeGreaterThan(300);
});
