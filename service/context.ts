import type { Database } from '#lib/database/open.ts';
import type { Clock } from './clock.ts';
import type { Line } from './production/scheduler.ts';
import type { Pictures } from './production/rendering-queue.ts';

/** What a handler works with. */
export interface Context {
  readonly db: Database;
  readonly clock: Clock;
  readonly line: Line;
  readonly pictures: Pictures;
  /** Where the service is reached: its own URLs (files, payment page) begin with it. No slash at the end. */
  readonly origin: string;
  /** Where v2 is reached, if on a port of its own. */
  readonly originV2: string | undefined;
}

/** A holder of a key. Every consumer of a sandbox sees the same customers, templates and campaigns. */
export interface Consumer {
  readonly key: string;
  /** Flagged for monthly invoicing, which the v2 send needs. */
  readonly monthlyInvoice: boolean;
}

/** What an operation's handler works with: who calls is known by then. */
export interface CallContext extends Context {
  readonly consumer: Consumer;
}
