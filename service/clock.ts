import { eq } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { clock as clockTable } from './store/schema.ts';

/** A clock that can run faster than the system clock and can be advanced. The clock never moves backward. */
export interface Clock {
  /** Returns the service's time, in milliseconds since the epoch. */
  now(): number;
  /** Advances the clock and returns the new time. The clock stays advanced when the service restarts. */
  advance(ms: number): Promise<number>;
}

interface Anchor {
  readonly machineMs: number;
  readonly serviceMs: number;
  readonly rate: number;
}

const timeAt = (anchor: Anchor, machineMs: number): number =>
  Math.floor(anchor.serviceMs + Math.max(0, machineMs - anchor.machineMs) * anchor.rate);

/**
 * Sets a new database's clock to the system time. The new row in the clock table also marks the database as
 * seeded.
 */
export async function initializeClock(db: Database, rate: number, machineNow: () => number): Promise<void> {
  const now = machineNow();
  await db.insert(clockTable).values({ machineMs: now, serviceMs: now, rate });
}

export async function hasClock(db: Database): Promise<boolean> {
  return (await db.select().from(clockTable)).length > 0;
}

/**
 * Opens the stored clock. The clock advances at the stored rate even while the service is down. No time is
 * lost if the process is killed, because the current time is calculated from stored values.
 */
export async function openClock(db: Database, rate: number, machineNow: () => number): Promise<Clock> {
  const [stored] = await db.select().from(clockTable);
  if (!stored) throw new Error('The database has no clock, because the database wasn’t seeded.');
  let anchor: Anchor = stored;
  let latest = 0;

  const now = () => {
    // Keeps time from moving backward if the system clock is set back while the service is running.
    latest = Math.max(latest, timeAt(anchor, machineNow()));
    return latest;
  };
  const setTime = async (serviceMs: number, newRate: number) => {
    const next = { machineMs: machineNow(), serviceMs, rate: newRate };
    await db.update(clockTable).set(next).where(eq(clockTable.id, 1));
    anchor = next;
  };

  if (stored.rate !== rate) await setTime(now(), rate);
  /**
   * Runs calls to `advance` one at a time. Two simultaneous calls would start from the same time, and one of
   * them would be lost.
   */
  let lastAdvance = Promise.resolve();
  return {
    now,
    advance: async (ms) => {
      const advanced = lastAdvance.then(() => setTime(now() + ms, rate));
      lastAdvance = advanced.catch(() => undefined); // The next advance runs even if this advance fails.
      await advanced;
      return now();
    },
  };
}
