/**
 * Tells one listener about every response that the client has interpreted, so that Mailroom can learn from every
 * response. The client can't call the listener's module directly, because that module uses the client.
 */
import 'server-only';
import type { Input, OperationName, Output } from '#lib/contract/operations.ts';
import { log } from '#lib/log.ts';
import { singleton } from '#lib/runtime/singleton.ts';

/** A response with a result, or a response that says that the resource doesn't exist. */
export type ObservedResponse = {
  [N in OperationName]: {
    readonly operation: N;
    readonly input: Input<N>;
    /** Null if the resource doesn't exist. */
    readonly output: Output<N> | null;
    /** When the request was sent, according to `performance.now()`. */
    readonly requestedAt: number;
  };
}[OperationName];

type Listener = (response: ObservedResponse) => void;

const registered = singleton('responseListener', () => ({ listener: undefined as Listener | undefined }));

/** Registers the listener for all later responses. Replaces the listener that was registered before. */
export function listenToResponses(listener: Listener | undefined): void {
  registered.listener = listener;
}

/** Maps each output to its response, so that the output alone shows what was requested, and when. */
const byOutput = singleton('responsesByOutput', () => new WeakMap<object, ObservedResponse>());

/** Returns the response that contained this output. Returns undefined for any other object. */
export const responseWith = (output: object): ObservedResponse | undefined => byOutput.get(output);

/** Tells the listener about a response. If the listener fails, the response still reaches the caller. */
export function observeResponse(response: ObservedResponse): void {
  if (response.output !== null) byOutput.set(response.output, response);
  try {
    registered.listener?.(response);
  } catch (error) {
    log().warn({ err: error, operation: response.operation }, 'a response could not be recorded');
  }
}
