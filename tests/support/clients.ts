/**
 * Provides clients that call the 22 operations in three ways: on a service in this process, on a service over
 * HTTP, and through the console's proxy.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { APIRequestContext } from '@playwright/test';
import type { ApiDocument } from '#lib/contract/openapi/document.ts';
import { type Input, type OperationName, operations } from '#lib/contract/operations.ts';
import { encodeRequest } from '#lib/contract/wire.ts';
import { createService } from '#service/create-service.ts';
import { readApiDescription } from './api-description.ts';
import type { ServiceClient } from './campaigns.ts';
import type { RunningService } from './service.ts';

export type ClientName = 'service in process' | 'service over HTTP' | 'proxy over HTTP';

interface ClientResponse {
  readonly status: number;
  readonly body: unknown;
}

export interface OperationClient {
  /** The service that the client calls. Tests create their data in this service. */
  readonly service: ServiceClient;
  send<N extends OperationName>(name: N, input: Input<N>): Promise<ClientResponse>;
  readonly describeOperation: ReturnType<typeof readApiDescription>;
}

const USER_EMAIL = 'sender@mailroom.test';
const FORM_CONTENT_TYPE = 'application/x-www-form-urlencoded';

function headersFor(name: OperationName, key: string, body: string | undefined): Record<string, string> {
  const credential = operations[name].version === 'v1' ? key : `${key} ${USER_EMAIL}`;
  return {
    authorization: `Bearer ${credential}`,
    ...(body === undefined ? {} : { 'content-type': FORM_CONTENT_TYPE }),
  };
}

type Fetch = (path: string, init?: RequestInit) => Response | Promise<Response>;

async function createServiceClient(
  fetchPath: Fetch,
  key: string,
  service: ServiceClient,
): Promise<OperationClient> {
  const document = (await (await fetchPath('/openapi.json')).json()) as ApiDocument;
  return {
    service,
    describeOperation: readApiDescription(document),
    async send(name, input) {
      const { method, path, query, body } = encodeRequest(name, input);
      const headers = headersFor(name, key, body);
      const response = await fetchPath(`${path}?${query}`, { method, headers, body: body ?? null });
      return { status: response.status, body: await response.json() };
    },
  };
}

export async function createInProcessClient(): Promise<OperationClient & { close(): Promise<void> }> {
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
  const call: ServiceClient['call'] = async <T>(
    method: string,
    path: string,
    form?: Record<string, string>,
  ) => {
    const headers = { authorization: `Bearer ${key}` };
    const response = await app.request(path, {
      method,
      headers,
      body: form ? new URLSearchParams(form) : null,
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
    return (await response.json()) as T;
  };
  return {
    ...(await createServiceClient((path, init) => app.request(path, init), key, { call })),
    async close() {
      await close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export const createHttpClient = (service: RunningService): Promise<OperationClient> =>
  createServiceClient((path, init) => fetch(service.url + path, init), service.key, service);

/** @param request a request context with a member's session cookie */
export async function createProxyClient(
  request: APIRequestContext,
  origin: string,
  service: RunningService,
): Promise<OperationClient> {
  const document = (await (await request.get(`${origin}/openapi.json`)).json()) as ApiDocument;
  return {
    service,
    describeOperation: readApiDescription(document),
    async send(name, input) {
      const { method, path, query, body } = encodeRequest(name, input);
      const headers = { origin, ...(body === undefined ? {} : { 'content-type': FORM_CONTENT_TYPE }) };
      const url = `${origin}/api${path}?${query}`;
      const response = await request.fetch(url, {
        method,
        headers,
        ...(body === undefined ? {} : { data: body }),
      });
      return { status: response.status(), body: await response.json() };
    },
  };
}
