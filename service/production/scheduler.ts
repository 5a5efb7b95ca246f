/**
 * Moves scheduled campaigns through production as the service's clock runs: queued → processing → sent →
 * mailed. Each status change is a single SQL statement that updates all due campaigns. Catching up after
 * downtime or a clock advance takes only three SQL statements.
 */
import { sql } from 'drizzle-orm';
import { errorLine } from '#lib/database/error-report.ts';
import type { Database } from '#lib/database/open.ts';
import type { Clock } from '../clock.ts';
import { MAILING_MS, PROCESSING_MS } from '../rules/production-times.ts';
import { campaigns } from '../store/schema.ts';

export interface ProductionScheduler {
  /** Moves all due campaigns to their next status. Doesn't query the database if no campaign is due. */
  catchUp(): Promise<void>;
  /** Records that a campaign was queued for `scheduledAt`, in milliseconds since the epoch. */
  noteScheduled(scheduledAt: number): void;
  /** Calls `catchUp` periodically until `stop` is called, even if the service receives no requests. */
  start(): void;
  stop(): Promise<void>;
}

const TICK_MS = 500;

export function createProductionScheduler(db: Database, clock: Clock): ProductionScheduler {
  /**
   * The earliest known time at which a campaign is due. The initial value is 0, so that the first call to
   * `catchUp` queries the database.
   */
  let nextDue = 0;
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;

  const run = async () => {
    const now = clock.now();
    // `noteScheduled` lowers `nextDue` again if a campaign is queued during the run.
    nextDue = Number.POSITIVE_INFINITY;
    try {
      await moveDue(db, now);
      const storedNextDue = await findNextDue(db);
      // Reads `nextDue` after the query, because `noteScheduled` can lower `nextDue` during the query.
      nextDue = Math.min(nextDue, storedNextDue);
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
    noteScheduled: (scheduledAt) => {
      nextDue = Math.min(nextDue, scheduledAt);
    },
    start: () => {
      timer = setInterval(() => {
        catchUp().catch((error: unknown) =>
          console.error(errorLine('Production failed and will be retried.', error)),
        );
      }, TICK_MS);
      timer.unref();
    },
    stop: async () => {
      clearInterval(timer);
      await running?.catch(() => undefined); // The caller of `catchUp` reports the error.
    },
  };
}

const toTimestamp = (ms: number) => sql`${new Date(ms).toISOString()}::timestamptz`;
const toInterval = (ms: number) => sql`make_interval(secs => ${ms / 1000})`;

/** Runs the three steps in order, so that one call can move a campaign through all three steps. */
async function moveDue(db: Database, now: number): Promise<void> {
  await db.execute(sql`
    update ${campaigns} set status = 'processing', updated_at = scheduled_at
    where status = 'queued' and scheduled_at <= ${toTimestamp(now)}`);
  // sent_number must increase in the order of sent_at, because lists sorted by sent_at use sent_number.
  await db.execute(sql`
    with last as (
      select coalesce(max(sent_number), 0) as number, coalesce(max(sent_at), '-infinity') as moment from ${campaigns}
    ), due as (
      select id, greatest(scheduled_at + ${toInterval(PROCESSING_MS)}, last.moment) as moment,
        last.number + row_number() over (order by scheduled_at, id) as number
      from ${campaigns}, last
      where status = 'processing' and scheduled_at <= ${toTimestamp(now - PROCESSING_MS)}
    )
    update ${campaigns} set status = 'sent', sent_at = due.moment, sent_number = due.number, updated_at = due.moment
    from due where campaigns.id = due.id and campaigns.status = 'processing'`);
  await db.execute(sql`
    update ${campaigns} set status = 'mailed', updated_at = sent_at + ${toInterval(MAILING_MS)}
    where status = 'sent' and sent_at <= ${toTimestamp(now - MAILING_MS)}`);
}

async function findNextDue(db: Database): Promise<number> {
  const [row] = await db
    .select({
      due: sql<string | null>`extract(epoch from least(
        (select min(scheduled_at) from ${campaigns} where status = 'queued'),
        (select min(scheduled_at) from ${campaigns} where status = 'processing') + ${toInterval(PROCESSING_MS)},
        (select min(sent_at) from ${campaigns} where status = 'sent') + ${toInterval(MAILING_MS)}
      )) * 1000`,
    })
    .from(sql`(values (1)) as always`);
  return row?.due == null ? Number.POSITIVE_INFINITY : Number(row.due);
}
