/** Tests which statements the read cache caches, and what it relies on in the schemas. */
import { rm } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { type SQL, sql } from 'drizzle-orm';
import { describe, expect, it, onTestFinished } from 'vitest';
import { queryRows } from '#lib/database/database.ts';
import { openDatabase } from '#lib/database/open.ts';
import { findCaching, PURE_NAMES } from '#lib/database/read-cache.ts';
import { readWriteEffects, tableFinder } from '#lib/database/write-effects.ts';
import { createPreparedFolder } from '../support/prepared-folder.ts';

describe('a statement', () => {
  const find = (text: string) => findCaching(text, tableFinder(['members', 'sessions']));

  it.each([
    'select now() from members',
    "select 1 from members where created_at < now() - interval '1 day'",
    'select (extract(epoch from now() - "created_at") * 1000)::float8 < 5 from "members" where created_at > now()',
    'select id from members where (extract(epoch from now() - "created_at") * 1000)::float8 < 5',
    'select id from (select "id", (extract(epoch from now() - "created_at") * 1000)::float8 as age from "members") t where t.age > 5',
    'select current_date, id from members',
    'select id from members where created_at > current_timestamp',
    "select id from members where created_at < 'now'::timestamptz",
    "select id from members where created_at < 'tomorrow 08:00'::timestamptz",
    'select gen_random_uuid(), id from members',
    'select id from members order by random()',
    'select id from members for update',
    'select id from members for no key update',
    'select id from members for share skip locked',
    "select nextval('x') from members",
    "select pg_relation_size('members') from members",
    "select current_setting('TimeZone') from members",
    'with gone as (delete from members returning id) select id from gone',
    'insert into members (email) select email from members returning id',
    'select extract(epoch from clock_timestamp())',
    'select relname from pg_class',
    'explain (analyze, format json) select id from members',
    'select made.id from (select random() from members) as made (id)',
  ])('isn’t cached: %s', (text) => {
    expect(find(text)).toBeUndefined();
  });

  it('is cached if its result depends only on the tables that it reads', () => {
    const cached = [
      'select id from members',
      'with found as materialized (select id from members) select count(*) from found',
      'select made.id from (select id from members) as made (id)',
      '(select id from members) union all (select id from sessions)',
      'explain (format json) (select id from members) union all (select id from sessions)',
    ];
    expect(cached.filter((text) => find(text)?.dependsOnClock !== false)).toEqual([]);
  });

  it('is marked as depending on the clock if one of its columns does', () => {
    expect(find('select id from members')?.dependsOnClock).toBe(false);
    expect(
      find('select (extract(epoch from now() - "created_at") * 1000)::float8 from "members"')?.dependsOnClock,
    ).toBe(true);
  });
});

it('follows foreign keys and triggers to every table that a write can change', async () => {
  const client = await PGlite.create();
  onTestFinished(() => client.close());
  await client.exec(`
    create table a (id int primary key);
    create table b (id int primary key references a on delete cascade);
    create table c (id int references b on delete set null);
    create table d (id int);
    create table e (id int references a);
    create function log_c() returns trigger language plpgsql as 'begin insert into d values (1); return null; end';
    create trigger c_changed after update on c execute function log_c();`);
  const { changed, withTriggers } = await readWriteEffects(client);
  expect(withTriggers).toEqual(new Set(['c']));
  expect(Object.fromEntries(changed)).toEqual({
    a: new Set(['a', 'b', 'c', 'd']),
    b: new Set(['b', 'c', 'd']),
    c: new Set(['c', 'd']),
    d: new Set(['d']),
    e: new Set(['e']),
  });
});

/** Functions whose results depend on settings that never change, such as the time zone. */
const SETTING_NAMES = [
  'array_agg',
  'array_to_string',
  'concat',
  'date_trunc',
  'extract',
  'json_agg',
  'json_build_object',
  'jsonb_agg',
  'jsonb_build_object',
  'length',
  'numeric',
  'string_agg',
  'to_jsonb',
];

describe.each([
  ['console', 'lib/store/migrations'],
  ['mail service', 'service/store/migrations'],
])('the schema of the %s', (_, migrations) => {
  it('has no views or rules, has no functions that write except in triggers, and lets cached reads use only functions whose results don’t change on their own', async () => {
    const folder = await createPreparedFolder(migrations);
    const { db: own, close } = await openDatabase({ folder, migrations });
    onTestFinished(async () => {
      await close();
      await rm(folder, { recursive: true });
    });
    const list = async (query: SQL) =>
      (await queryRows<{ name: string }>(own, query)).map(({ name }) => name);
    const pure = sql.join(
      [...PURE_NAMES].map((name) => sql`${name}`),
      sql`, `,
    );
    const changing = await list(
      sql`select distinct proname as name from pg_proc where provolatile <> 'i' and proname in (${pure})`,
    );
    expect(changing.filter((name) => !SETTING_NAMES.includes(name))).toEqual([]);
    expect(
      await list(
        sql`select proname as name from pg_proc where provolatile = 'v' and prorettype <> 'trigger'::regtype
          and pronamespace = current_schema()::regnamespace`,
      ),
    ).toEqual([]);
    // A view and a rule use tables that the statement doesn't name.
    expect(
      await list(
        sql`select relname as name from pg_class
          where (relkind not in ('r', 'i', 'S', 't', 'c') or relhasrules) and relnamespace = current_schema()::regnamespace`,
      ),
    ).toEqual([]);
  });
});
