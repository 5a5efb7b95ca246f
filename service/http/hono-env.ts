import type { HttpBindings } from '@hono/node-server';
import type { OperationName } from '#lib/contract/operations.ts';

/** What Hono carries along with a request. */
export interface Web {
  /** Absent where the app is called in process, without a connection. */
  readonly Bindings: Partial<HttpBindings> | undefined;
  readonly Variables: { operation?: OperationName };
}
