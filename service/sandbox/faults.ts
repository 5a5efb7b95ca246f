/** Faults on demand, for trying how a console takes them. Only with --controls. */
import { setTimeout as sleep } from 'node:timers/promises';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context as Call } from 'hono';
import { z } from 'zod';
import { operationNames } from '#lib/contract/operations.ts';
import type { Around } from '../http/operations-router.ts';
import type { Web } from '../http/hono-env.ts';

const anyOperation = '*';

export const faultShape = z.strictObject({
  /** The name of a row of the contract ("payCampaign"), or "*" for whichever comes. */
  operation: z.enum([anyOperation, ...operationNames]),
  /** How many requests it hits; the fault is gone after them. */
  n: z.int().min(1).max(1_000_000).default(1),
  /**
   * delay: waits, then works. delay_after: works, then waits before it answers. status: answers without working.
   * drop_before and drop_after: breaks the connection without or with the work done. malformed, html and huge: does the
   * work and spoils the answer.
   */
  kind: z.enum(['delay', 'delay_after', 'status', 'drop_before', 'drop_after', 'malformed', 'html', 'huge']),
  /** delay, delay_after: milliseconds. */
  ms: z.int().min(0).max(600_000).default(30_000),
  /** status: what is answered (503 when not given). html: likewise (200 when not given). */
  status: z.int().min(200).max(599).optional(),
  /** huge: how long the body is. */
  bytes: z.int().min(1).max(2_000_000_000).default(200_000_000),
});
export type Fault = z.infer<typeof faultShape>;

/** The in-process stand-in for a connection that breaks. */
export class ConnectionDropped extends Error {
  constructor() {
    super('The connection was dropped, as a fault of the sandbox asked for.');
    this.name = 'ConnectionDropped';
  }
}

export interface Faults {
  readonly around: Around;
  add(faults: readonly Fault[]): void;
  clear(): void;
  /** Those that are still to come. */
  list(): readonly Fault[];
}

export function createFaults(): Faults {
  let faults: Fault[] = [];

  /** The first that fits, in the order they were added. */
  const take = (operation: string): Fault | undefined => {
    const fault = faults.find((candidate) => [operation, anyOperation].includes(candidate.operation));
    if (fault) {
      faults = faults.flatMap((each) =>
        each !== fault ? [each] : each.n > 1 ? [{ ...each, n: each.n - 1 }] : [],
      );
    }
    return fault;
  };

  return {
    around: (operation, call, work) => {
      const fault = take(operation);
      return fault ? suffer(fault, call, work) : work();
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

async function suffer(fault: Fault, call: Call<Web>, work: () => Promise<Response>): Promise<Response> {
  switch (fault.kind) {
    case 'delay':
      await sleep(fault.ms);
      return work();
    case 'delay_after': {
      const answer = await work();
      await sleep(fault.ms);
      return answer;
    }
    case 'status':
      return statusAnswer(fault.status ?? 503);
    case 'drop_before':
      return drop(call);
    case 'drop_after':
      await work();
      return drop(call);
    case 'malformed':
      return malformedAnswer(await work());
    case 'html':
      await work();
      return htmlAnswer(fault.status ?? 200);
    case 'huge':
      await work();
      return hugeAnswer(fault.bytes);
  }
}

function statusAnswer(status: number): Response {
  const body = JSON.stringify({
    error: { code: 'sandbox_fault', message: `The sandbox answers ${status}.` },
  });
  const headers = { 'Content-Type': 'application/json', ...(status === 429 && { 'Retry-After': '1' }) };
  return new Response([204, 205, 304].includes(status) ? null : body, { status, headers });
}

function drop(call: Call<Web>): Response {
  const socket = call.env?.incoming?.socket;
  if (!socket) throw new ConnectionDropped();
  socket.destroy();
  return RESPONSE_ALREADY_SENT;
}

/** The right answer, cut in the middle. */
async function malformedAnswer(answer: Response): Promise<Response> {
  const text = await answer.text();
  return new Response(text.slice(0, Math.max(1, Math.floor(text.length / 2))), {
    status: answer.status,
    headers: { 'Content-Type': 'application/json' },
  });
}

function htmlAnswer(status: number): Response {
  return new Response('<!doctype html><title>Gateway</title><h1>Something else answered</h1>', {
    status,
    headers: { 'Content-Type': 'text/html; charset=utf-8' },
  });
}

/** Well-formed JSON of the wanted length, made while it is read, so that it costs this side no memory. */
function hugeAnswer(bytes: number): Response {
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
