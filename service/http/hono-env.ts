import type { HttpBindings } from '@hono/node-server';
import type { OperationName } from '#lib/contract/operations.ts';

/** The environment and variables of a Hono request. */
export interface HonoEnv {
  /** Undefined if the app is called within the same process. */
  readonly Bindings: Partial<HttpBindings> | undefined;
  readonly Variables: { operation?: OperationName };
}
