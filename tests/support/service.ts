/** The embedded service as a program of its own, with its sandbox controls in a test's hands. */
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Campaign } from '#lib/contract/resources.ts';
import { freePort } from '#scripts/ports.ts';
import { answers, type Program, startProgram, waitUntil } from '#scripts/program.ts';
import type { Fault } from '#service/sandbox/faults.ts';
import type { RecordedRequest } from '#service/sandbox/request-log.ts';
import { preparedFolder } from './prepared-folder.ts';

const READY_WITHIN_MS = 60_000;
const MIGRATIONS = fileURLToPath(new URL('../../service/store/migrations', import.meta.url));

/** Characters that look different in every encoding, and enough of them to be found in all (see canary.ts). */
const key = () => `canary+${crypto.randomUUID()}/&=`;

type Wanted = Pick<Fault, 'operation' | 'kind'> & Partial<Fault>;

export interface Service {
  readonly url: string;
  readonly key: string;
  /** Moves its clock ahead; answers its time, in milliseconds. */
  advance(ms: number): Promise<number>;
  break(...faults: Wanted[]): Promise<void>;
  mend(): Promise<void>;
  arrived(): Promise<RecordedRequest[]>;
  forgetArrived(): Promise<void>;
  /** What a draft prints from now on, as its customer changes it elsewhere: HTML of each side. */
  changeArtwork(id: number, designs: readonly string[]): Promise<Campaign>;
  /** A call to its interface with its key; `path` with its query. @throws when it answers anything but 2xx */
  call<T>(method: string, path: string, form?: Record<string, string>): Promise<T>;
  kill(): Promise<void>;
  /** At the same address, with the same data. */
  start(): Promise<void>;
  /** Ends it and deletes its data. */
  remove(): Promise<void>;
}

export async function startService(
  options: { campaigns?: number; args?: readonly string[] } = {},
): Promise<Service> {
  const { campaigns = 40, args = [] } = options;
  const folder = await preparedFolder(MIGRATIONS);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const secret = key();
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
    program = startProgram(['service/start.ts', ...flags], { env: { SERVICE_KEY: secret } });
    await waitUntil(program, () => answers(url), READY_WITHIN_MS);
  }

  async function ask<T>(method: string, path: string, init: RequestInit = {}): Promise<T> {
    const response = await fetch(url + path, { method, ...init });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    const text = await response.text();
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }
  const control = <T>(method: string, what: string, body?: unknown) =>
    ask<T>(method, `/sandbox/${what}`, {
      body: body === undefined ? null : JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });

  await start();
  return {
    url,
    key: secret,
    start,
    advance: async (ms) =>
      Date.parse((await control<{ now: string }>('POST', 'clock', { advance_ms: ms })).now),
    break: (...faults) => control('POST', 'faults', faults),
    mend: () => control('DELETE', 'faults'),
    arrived: () => control<RecordedRequest[]>('GET', 'requests'),
    changeArtwork: (id, designs) => control('PUT', `campaigns/${id}/artwork`, { designs }),
    forgetArrived: () => control('DELETE', 'requests'),
    call: (method, path, form) =>
      ask(method, path, {
        headers: { authorization: `Bearer ${secret}` },
        body: form ? new URLSearchParams(form) : null,
      }),
    kill: () => program.kill(),
    async remove() {
      await program.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
