/**
 * Runs the embedded service as a separate process and provides methods for its sandbox controls.
 */
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Campaign } from '#lib/contract/resources.ts';
import { freePort } from '#scripts/ports.ts';
import { isResponding, type Program, startProgram, waitUntilReady } from '#scripts/program.ts';
import type { Fault } from '#service/sandbox/faults.ts';
import type { LoggedRequest } from '#service/sandbox/request-log.ts';
import { createPreparedFolder } from './prepared-folder.ts';

const READY_TIMEOUT_MS = 60_000;
const MIGRATIONS = fileURLToPath(new URL('../../service/store/migrations', import.meta.url));

/**
 * Creates an API key with characters that every encoding changes. The key is long enough for canary.ts to
 * find it in all encodings.
 */
const createKey = () => `canary+${crypto.randomUUID()}/&=`;

type FaultSpec = Pick<Fault, 'operation' | 'kind'> & Partial<Fault>;

export interface RunningService {
  readonly url: string;
  readonly key: string;
  readonly folder: string;
  /** Advances the service's clock. @returns the clock's new time in ms since the epoch */
  advanceClock(ms: number): Promise<number>;
  injectFaults(...faults: FaultSpec[]): Promise<void>;
  clearFaults(): Promise<void>;
  /** Returns the requests that the service has received since the last call to `clearRequests`. */
  requests(): Promise<LoggedRequest[]>;
  clearRequests(): Promise<void>;
  /** Replaces the HTML of a draft's sides, as if the customer had edited the draft outside the console. */
  changeArtwork(id: number, designs: readonly string[]): Promise<Campaign>;
  /**
   * Replaces a draft's recipients, as if the customer had edited the draft outside the console. The price
   * depends on `count`, the number of recipients.
   */
  changeRecipients(id: number, addresses: readonly object[], count: number): Promise<Campaign>;
  /**
   * Calls the service's API with the API key. `path` includes the query.
   * @throws an error if the status isn't 2xx
   */
  call<T>(method: string, path: string, form?: Record<string, string>): Promise<T>;
  kill(): Promise<void>;
  /** Restarts the service on the same port with the same data. */
  start(): Promise<void>;
  /** Stops the service, but keeps its data. */
  stop(): Promise<void>;
  /** Stops the service and deletes its data. */
  remove(): Promise<void>;
}

interface ServiceOptions {
  readonly campaigns?: number;
  readonly args?: readonly string[];
  /** The data folder, which is deleted with the service. Defaults to a new folder. */
  readonly folder?: string;
}

export async function startTestService(options: ServiceOptions = {}): Promise<RunningService> {
  const { campaigns = 40, args = [], folder = await createPreparedFolder(MIGRATIONS) } = options;
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const key = createKey();
  let program: Program;

  async function start(): Promise<void> {
    const flags = [
      '--port',
      String(port),
      '--data',
      folder,
      '--campaigns',
      String(campaigns),
      '--controls',
      ...args,
    ];
    program = startProgram(['service/start.ts', ...flags], { env: { SERVICE_KEY: key } });
    await waitUntilReady(program, () => isResponding(url), READY_TIMEOUT_MS);
  }

  async function send<T>(method: string, path: string, init: RequestInit = {}): Promise<T> {
    const response = await fetch(url + path, { method, ...init });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    const text = await response.text();
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }
  const control = <T>(method: string, path: string, body?: unknown) =>
    send<T>(method, `/sandbox/${path}`, {
      body: body === undefined ? null : JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });

  await start();
  return {
    url,
    key,
    folder,
    start,
    stop: () => program.stop(),
    advanceClock: async (ms) =>
      Date.parse((await control<{ now: string }>('POST', 'clock', { advance_ms: ms })).now),
    injectFaults: (...faults) => control('POST', 'faults', faults),
    clearFaults: () => control('DELETE', 'faults'),
    requests: () => control<LoggedRequest[]>('GET', 'requests'),
    changeArtwork: (id, designs) => control('PUT', `campaigns/${id}/artwork`, { designs }),
    changeRecipients: (id, addresses, count) =>
      control('PUT', `campaigns/${id}/recipients`, { addresses, count }),
    clearRequests: () => control('DELETE', 'requests'),
    call: (method, path, form) =>
      send(method, path, {
        headers: { authorization: `Bearer ${key}` },
        body: form ? new URLSearchParams(form) : null,
      }),
    kill: () => program.kill(),
    async remove() {
      await program.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
