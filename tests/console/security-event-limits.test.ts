/** Tests that people without an account can't fill the database with security events. */
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { store } from '#lib/store/open.ts';
import { countSecurityEvent, MAX_SOURCES_PER_HOUR } from '#lib/store/security-events.ts';
import { openOnTwoServers } from './support/databases.ts';
import { setUpHarness } from './support/harness.ts';
import { readEvents } from './support/security-events.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
beforeEach(() => harness.applySettings({}));

const refusal = (from: string) => ({ name: 'sign_in.refused' as const, from });

describe('a repeated security event', () => {
  it('adds one row for each of the first 50 sources in an hour, and one row for all others', async () => {
    const db = await store();
    const sources = Array.from({ length: MAX_SOURCES_PER_HOUR + 25 }, (_, i) => `192.0.2.${i}`);
    for (const from of [...sources, ...sources]) await countSecurityEvent(db, refusal(from), from);
    const { rows } = (await db.execute(
      sql`select count(*)::int as rows, sum(count)::int as total from event_counts`,
    )) as unknown as { rows: [{ rows: number; total: number }] };
    expect(rows[0]).toEqual({ rows: MAX_SOURCES_PER_HOUR + 1, total: 2 * sources.length });
    const events = await readEvents(harness.admin, 'sign_in.refused');
    expect(events.find(({ from }) => from === null)).toMatchObject({
      times: 50,
      about: null,
      details: { reason: 'many_sources' },
    });
  });

  it('is counted exactly, even on two servers at the same time', { timeout: 60_000 }, async () => {
    const servers = await openOnTwoServers();
    await Promise.all(
      servers.flatMap(({ db }) =>
        Array.from({ length: 20 }, () => countSecurityEvent(db, refusal('192.0.2.1'), 'same')),
      ),
    );
    const counted = await servers[0]?.db.execute(
      sql`select sum(count)::int as total, count(*)::int as rows from event_counts`,
    );
    expect(Object(counted).rows[0].total).toBe(40);
    const entries = await servers[0]?.db.execute(sql`select count(*)::int as entries from activity`);
    expect(Object(entries).rows[0].entries).toBe(Object(counted).rows[0].rows);
  });

  it('can be deleted once its retention time has passed, unlike other activity', async () => {
    const db = await store();
    const add = (keepUntil: string | null) =>
      db.execute(sql`insert into activity (operation, outcome, attempt_id, "by", keep_until)
        values ('sign_in.refused', 'refused', gen_random_uuid(), 'keep', ${keepUntil}::timestamptz)`);
    await add('2001-01-01');
    await db.execute(`delete from activity where "by" = 'keep'`);
    for (const keepUntil of [null, '2999-01-01']) {
      await add(keepUntil);
      const reason: unknown = await db
        .execute(`delete from activity where "by" = 'keep'`)
        .catch((error: Error) => error.cause);
      expect(String(reason)).toContain('append-only');
    }
  });
});
