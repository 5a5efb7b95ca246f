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
  /**
   * The service's public origin, without a trailing slash. The URLs of files and the payment page start with
   * the public origin.
   */
  readonly origin: string;
  /** v2's public origin, if v2 has its own port. */
  readonly originV2: string | undefined;
}

/**
 * The holder of an API key. All of the sandbox's consumers see the same customers, templates, and campaigns.
 */
export interface ApiConsumer {
  readonly key: string;
  /** True if the consumer is invoiced monthly. Sending a campaign with v2 requires monthly invoicing. */
  readonly monthlyInvoice: boolean;
}

/** The dependencies of an operation's handler, including the authenticated consumer. */
export interface OperationContext extends ServiceContext {
  readonly consumer: ApiConsumer;
}
