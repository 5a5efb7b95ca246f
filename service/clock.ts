import { eq } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { clock as clockTable } from './store/schema.ts';

/** The service's own time: it may run faster than the machine's, may be put forward, and never goes back. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Puts the clock forward and answers the new time; a restart knows of it. */
  advance(ms: number): Promise<number>;
}

interface Anchor {
  readonly machineMs: number;
  readonly serviceMs: number;
  readonly rate: number;
}

const timeAt = (anchor: Anchor, machineMs: number): number =>
  Math.floor(anchor.serviceMs + Math.max(0, machineMs - anchor.machineMs) * anchor.rate);

/** Sets a new database's clock to the machine's time. Its row also says that the database has been filled. */
export async function startClock(db: Database, rate: number, machineNow: () => number): Promise<void> {
  const now = machineNow();
  await db.insert(clockTable).values({ machineMs: now, serviceMs: now, rate });
}

export async function hasClock(db: Database): Promise<boolean> {
  return (await db.select().from(clockTable)).length > 0;
}

/**
 * Goes on from where the clock stood: the time in between has passed at the rate it had. Nothing has to be saved while
 * it runs, so a killed process loses no time.
 */
export async function openClock(db: Database, rate: number, machineNow: () => number): Promise<Clock> {
  const [stored] = await db.select().from(clockTable);
  if (!stored) throw new Error('The database has no clock: it was not filled.');
  let anchor: Anchor = stored;
  let latest = 0;

  const now = () => {
    // The machine's clock may be set back under a running program.
    latest = Math.max(latest, timeAt(anchor, machineNow()));
    return latest;
  };
  const moveTo = async (serviceMs: number, newRate: number) => {
    const next = { machineMs: machineNow(), serviceMs, rate: newRate };
    await db.update(clockTable).set(next).where(eq(clockTable.id, 1));
    anchor = next;
  };

  if (stored.rate !== rate) await moveTo(now(), rate);
  /** One after the other: two at once would both start from the same moment, and one would be lost. */
  let moving = Promise.resolve();
  return {
    now,
    advance: async (ms) => {
      const moved = moving.then(() => moveTo(now() + ms, rate));
      moving = moved.catch(() => undefined); // Whoever asked for it is told.
      await moved;
      return now();
    },
  };
}
