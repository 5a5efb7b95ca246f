import type { Database } from '#lib/database/open.ts';
import type { Clock } from './clock.ts';
import type { RenderingQueue } from './production/rendering-queue.ts';
import type { ProductionScheduler } from './production/scheduler.ts';

/** Dependencies shared by the routers and operations. */
export interface ServiceContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly production: ProductionScheduler;
  readonly rendering: RenderingQueue;
  /** Public origin of the service. Its own URLs (files, payment page) start with it. No trailing slash. */
  readonly origin: string;
  /** Public origin of v2, if it has its own port. */
  readonly originV2: string | undefined;
}

/** The holder of an API key. All consumers of the sandbox see the same customers, templates and campaigns. */
export interface ApiConsumer {
  readonly key: string;
  /** Flagged for monthly invoicing, which v2 send requires. */
  readonly monthlyInvoice: boolean;
}

/** Dependencies of an operation's handler, with the authenticated consumer. */
export interface OperationContext extends ServiceContext {
  readonly consumer: ApiConsumer;
}
