/** Injects faults, so that tests can check a client's error handling. Available only with --controls. */
import { setTimeout as sleep } from 'node:timers/promises';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context as Call } from 'hono';
import { z } from 'zod';
import { operationNames } from '#lib/contract/operations.ts';
import type { HonoEnv } from '../http/hono-env.ts';
import type { OperationInterceptor } from '../http/operations-router.ts';

const ANY_OPERATION = '*';

export const faultSchema = z.strictObject({
  /** An operation name from the contract, such as "payCampaign", or "*" for any operation. */
  operation: z.enum([ANY_OPERATION, ...operationNames]),
  /** The number of requests that the fault applies to. */
  n: z.int().min(1).max(1_000_000).default(1),
  /**
   * `delay` waits before running the operation. `delay_after` runs the operation and waits before responding.
   * `status` responds without running the operation. `drop_before` drops the connection before running the
   * operation, and `drop_after` drops the connection after running the operation. `malformed`, `html`, and
   * `huge` run the operation and replace its response.
   */
  kind: z.enum(['delay', 'delay_after', 'status', 'drop_before', 'drop_after', 'malformed', 'html', 'huge']),
  /** How long `delay` or `delay_after` waits, in milliseconds. */
  ms: z.int().min(0).max(600_000).default(30_000),
  /** The response status, by default 503 for `status` and 200 for `html`. */
  status: z.int().min(200).max(599).optional(),
  /** The length of the body for `huge`, in bytes. */
  bytes: z.int().min(1).max(2_000_000_000).default(200_000_000),
});
export type Fault = z.infer<typeof faultSchema>;

/** Simulates a dropped connection when the app is called in process. */
export class ConnectionDropped extends Error {
  constructor() {
    super('A sandbox fault dropped the connection.');
    this.name = 'ConnectionDropped';
  }
}

export interface FaultQueue {
  readonly intercept: OperationInterceptor;
  add(faults: readonly Fault[]): void;
  clear(): void;
  list(): readonly Fault[];
}

export function createFaultQueue(): FaultQueue {
  let faults: Fault[] = [];

  /** Returns the first matching fault, and reduces its remaining request count by one. */
  const take = (operation: string): Fault | undefined => {
    const fault = faults.find((candidate) => [operation, ANY_OPERATION].includes(candidate.operation));
    if (fault) {
      faults = faults.flatMap((each) =>
        each !== fault ? [each] : each.n > 1 ? [{ ...each, n: each.n - 1 }] : [],
      );
    }
    return fault;
  };

  return {
    intercept: (operation, call, work) => {
      const fault = take(operation);
      return fault ? applyFault(fault, call, work) : work();
    },
    add: (more) => {
      faults = [...faults, ...more];
    },
    clear: () => {
      faults = [];
    },
    list: () => faults,
  };
}

async function applyFault(
  fault: Fault,
  call: Call<HonoEnv>,
  work: () => Promise<Response>,
): Promise<Response> {
  switch (fault.kind) {
    case 'delay':
      await sleep(fault.ms);
      return work();
    case 'delay_after': {
      const response = await work();
      await sleep(fault.ms);
      return response;
    }
    case 'status':
      return respondWithStatus(fault.status ?? 503);
    case 'drop_before':
      return dropConnection(call);
    case 'drop_after':
      await work();
      return dropConnection(call);
    case 'malformed':
      return truncateResponse(await work());
    case 'html':
      await work();
      return respondWithHtml(fault.status ?? 200);
    case 'huge':
      await work();
      return respondWithPadding(fault.bytes);
  }
}

function respondWithStatus(status: number): Response {
  const body = JSON.stringify({
    error: { code: 'sandbox_fault', message: `The sandbox simulated status ${status}.` },
  });
  const headers = { 'Content-Type': 'application/json', ...(status === 429 && { 'Retry-After': '1' }) };
  return new Response([204, 205, 304].includes(status) ? null : body, { status, headers });
}

function dropConnection(call: Call<HonoEnv>): Response {
  const socket = call.env?.incoming?.socket;
  if (!socket) throw new ConnectionDropped();
  socket.destroy();
  return RESPONSE_ALREADY_SENT;
}

/** Returns only the first half of the response's body. */
async function truncateResponse(response: Response): Promise<Response> {
  const text = await response.text();
  return new Response(text.slice(0, Math.max(1, Math.floor(text.length / 2))), {
    status: response.status,
    headers: { 'Content-Type': 'application/json' },
  });
}

function respondWithHtml(status: number): Response {
  return new Response('<!doctype html><title>Gateway</title><h1>Response from a gateway</h1>', {
    status,
    headers: { 'Content-Type': 'text/html; charset=utf-8' },
  });
}

/** Responds with well-formed JSON of the given length. Streams the JSON to limit memory use. */
function respondWithPadding(bytes: number): Response {
  const [begin, end] = ['{"padding":"', '"}'];
  const chunk = new TextEncoder().encode('x'.repeat(65_536));
  let left = bytes - begin.length - end.length;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(begin)),
    pull: (controller) => {
      if (left > 0) controller.enqueue(chunk.subarray(0, Math.min(left, chunk.length)));
      left -= chunk.length;
      if (left > 0) return;
      controller.enqueue(new TextEncoder().encode(end));
      controller.close();
    },
  });
  return new Response(body, { headers: { 'Content-Type': 'application/json' } });
}
