/**
 * The production line: at scheduled_at queued → processing → sent → mailed, as the service's clock runs. Each step is
 * one statement over all campaigns whose time has come, so a long stop or a great leap of the clock is made up for in
 * the same three statements as a single campaign.
 */
import { sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import type { Clock } from '../clock.ts';
import { MAILING_MS, PROCESSING_MS } from '../rules/production-times.ts';
import { campaigns } from '../store/schema.ts';

export interface Line {
  /** Moves everything whose time has come. Costs nothing while nothing is due. */
  catchUp(): Promise<void>;
  /** A campaign was queued for this moment (milliseconds). */
  expect(scheduledAt: number): void;
  /** Also works while nobody asks, until stopped. */
  start(): void;
  stop(): Promise<void>;
}

const TICK_MS = 500;

export function createLine(db: Database, clock: Clock): Line {
  /** When the next campaign moves, as far as is known; at first nothing is known, so it is looked up. */
  let nextDue = 0;
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;

  const run = async () => {
    const now = clock.now();
    // What is queued while this runs lowers it again.
    nextDue = Number.POSITIVE_INFINITY;
    try {
      await moveDue(db, now);
      const found = await findNextDue(db);
      // Only now: what was queued while that looked is not in what it found.
      nextDue = Math.min(nextDue, found);
    } catch (error) {
      nextDue = 0;
      throw error;
    }
  };
  const catchUp = async () => {
    if (running) await running;
    if (clock.now() < nextDue) return;
    running ??= run().finally(() => {
      running = null;
    });
    await running;
  };

  return {
    catchUp,
    expect: (scheduledAt) => {
      nextDue = Math.min(nextDue, scheduledAt);
    },
    start: () => {
      timer = setInterval(() => {
        catchUp().catch((error: unknown) =>
          console.error('The production line stopped for a moment:', error),
        );
      }, TICK_MS);
      timer.unref();
    },
    stop: async () => {
      clearInterval(timer);
      await running?.catch(() => undefined); // Said when it happened.
    },
  };
}

const atMoment = (ms: number) => sql`${new Date(ms).toISOString()}::timestamptz`;
const after = (ms: number) => sql`make_interval(secs => ${ms / 1000})`;

/** In this order, so that a campaign can go through all three at once. */
async function moveDue(db: Database, now: number): Promise<void> {
  await db.execute(sql`
    update ${campaigns} set status = 'processing', updated_at = scheduled_at
    where status = 'queued' and scheduled_at <= ${atMoment(now)}`);
  // Sent numbers follow sent_at over all campaigns: lists by sent_at count on it.
  await db.execute(sql`
    with last as (
      select coalesce(max(sent_number), 0) as number, coalesce(max(sent_at), '-infinity') as moment from ${campaigns}
    ), due as (
      select id, greatest(scheduled_at + ${after(PROCESSING_MS)}, last.moment) as moment,
        last.number + row_number() over (order by scheduled_at, id) as number
      from ${campaigns}, last
      where status = 'processing' and scheduled_at <= ${atMoment(now - PROCESSING_MS)}
    )
    update ${campaigns} set status = 'sent', sent_at = due.moment, sent_number = due.number, updated_at = due.moment
    from due where campaigns.id = due.id and campaigns.status = 'processing'`);
  await db.execute(sql`
    update ${campaigns} set status = 'mailed', updated_at = sent_at + ${after(MAILING_MS)}
    where status = 'sent' and sent_at <= ${atMoment(now - MAILING_MS)}`);
}

async function findNextDue(db: Database): Promise<number> {
  const [row] = await db
    .select({
      due: sql<string | null>`extract(epoch from least(
        (select min(scheduled_at) from ${campaigns} where status = 'queued'),
        (select min(scheduled_at) from ${campaigns} where status = 'processing') + ${after(PROCESSING_MS)},
        (select min(sent_at) from ${campaigns} where status = 'sent') + ${after(MAILING_MS)}
      )) * 1000`,
    })
    .from(sql`(values (1)) as always`);
  return row?.due == null ? Number.POSITIVE_INFINITY : Number(row.due);
}
