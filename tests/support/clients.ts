/** The ways by which a program reaches the 22 operations, each of them running: what is asked goes in, what came comes out. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { APIRequestContext } from '@playwright/test';
import type { ApiDocument } from '#lib/contract/openapi/document.ts';
import { type Input, type OperationName, operations } from '#lib/contract/operations.ts';
import { encode } from '#lib/contract/wire.ts';
import { createService } from '#service/create-service.ts';
import { readDescription } from './api-description.ts';
import type { Callable } from './campaigns.ts';
import type { Service } from './service.ts';

export type DoorName = 'service in process' | 'service over HTTP' | 'proxy over HTTP';

interface Answered {
  readonly status: number;
  readonly body: unknown;
}

export interface Door {
  /** Behind it, for making what is asked about. */
  readonly service: Callable;
  ask<N extends OperationName>(name: N, input: Input<N>): Promise<Answered>;
  readonly described: ReturnType<typeof readDescription>;
}

const USER = 'sender@mailroom.test';
const FORM = 'application/x-www-form-urlencoded';

function headersFor(name: OperationName, key: string, body: string | undefined): Record<string, string> {
  const credential = operations[name].version === 'v1' ? key : `${key} ${USER}`;
  return { authorization: `Bearer ${credential}`, ...(body === undefined ? {} : { 'content-type': FORM }) };
}

type Fetches = (path: string, init?: RequestInit) => Response | Promise<Response>;

async function serviceDoor(fetches: Fetches, key: string, service: Callable): Promise<Door> {
  const document = (await (await fetches('/openapi.json')).json()) as ApiDocument;
  return {
    service,
    described: readDescription(document),
    async ask(name, input) {
      const { method, path, query, body } = encode(name, input);
      const headers = headersFor(name, key, body);
      const answer = await fetches(`${path}?${query}`, { method, headers, body: body ?? null });
      return { status: answer.status, body: await answer.json() };
    },
  };
}

export async function openInProcess(): Promise<Door & { close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'mailroom-in-process-'));
  const key = 'key-in-process';
  const openRenderer = () => Promise.resolve(null);
  const { app, close } = await createService({
    key,
    folder,
    campaigns: 40,
    monthlyInvoice: true,
    openRenderer,
  });
  const call: Callable['call'] = async <T>(method: string, path: string, form?: Record<string, string>) => {
    const headers = { authorization: `Bearer ${key}` };
    const answer = await app.request(path, {
      method,
      headers,
      body: form ? new URLSearchParams(form) : null,
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`);
    return (await answer.json()) as T;
  };
  return {
    ...(await serviceDoor((path, init) => app.request(path, init), key, { call })),
    async close() {
      await close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export const openHttp = (service: Service): Promise<Door> =>
  serviceDoor((path, init) => fetch(service.url + path, init), service.key, service);

/** @param request with the session of a member */
export async function openProxy(request: APIRequestContext, origin: string, service: Service): Promise<Door> {
  const document = (await (await request.get(`${origin}/openapi.json`)).json()) as ApiDocument;
  return {
    service,
    described: readDescription(document),
    async ask(name, input) {
      const { method, path, query, body } = encode(name, input);
      const headers = { origin, ...(body === undefined ? {} : { 'content-type': FORM }) };
      const url = `${origin}/api${path}?${query}`;
      const answer = await request.fetch(url, {
        method,
        headers,
        ...(body === undefined ? {} : { data: body }),
      });
      return { status: answer.status(), body: await answer.json() };
    },
  };
}
