/**
 * Tests the package as an operator uses it: unpacked in an empty directory, as an unprivileged user who can't change the
 * package's files, with only Node and five settings.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { fetch } from 'undici';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { makePackage } from '#scripts/package.ts';
import { freePort } from '#scripts/ports.ts';
import { createDraft } from '../support/campaigns.ts';
import { memberEmail, TEST_PASSWORD } from '../support/console.ts';
import { type RunningService, startTestService } from '../support/service.ts';
import { signInAt } from './support/cluster.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 600_000 });

const NOBODY_ID = 65_534;
const MAX_PACKED_BYTES = 60_000_000;
/**
 * Only the fastest of several starts must stay within this time, because other programs can slow down a
 * start.
 */
const MAX_READY_MS = 2_000;
const STARTS = 3;
const MAX_MEMORY_MIB = 250;
/** After this time, the console has opened its database and begun its background work. */
const REST_MS = 10_000;
const MUST_BE_ABSENT =
  /node_modules\/(@?playwright|@sparticuz|typescript|@?esbuild|@swc\/core|@next\/swc)|^[^/]+\/(service|tests|scripts|app)\/|\.test\.|\.tsx?$|\.map$/;

let folder: string;
let file: string;
let service: RunningService;
let port: number;
let url: string;

beforeAll(async () => {
  if (process.getuid?.() !== 0)
    throw new Error('This test runs the package as another user. Run it as root.');
  file = (await makePackage()) ?? '';
  folder = mkdtempSync(join(tmpdir(), 'mailroom-operator-'));
  chmodSync(folder, 0o755);
  // The other user might not be able to read the repository's copy of Node.
  copyFileSync(process.execPath, join(folder, 'node'));
  execFileSync('tar', ['-xzf', file, '-C', folder, '--strip-components=1', '--no-same-owner']);
  mkdirSync(join(folder, 'work'));
  chownSync(join(folder, 'work'), NOBODY_ID, NOBODY_ID);
  service = await startTestService({ campaigns: 10, args: ['--no-render'] });
  port = await freePort();
  url = `http://127.0.0.1:${port}`;
});
afterAll(async () => {
  await service?.remove();
  if (folder) rmSync(folder, { recursive: true });
});

/** Runs the package's command as the user with NOBODY_ID, in a directory that was empty at first. */
function startMailroom(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const settings = {
    DIRECTMAIL_BASE_URL: service.url,
    DIRECTMAIL_BASE_URL_V2: service.url,
    DIRECTMAIL_API_KEY: service.key,
    NEXTAUTH_URL: url,
    NEXTAUTH_SECRET: 'Zk3n5Qh7Lm9pRs2tUv4wXy6zAb8cDe0f1g',
  };
  return spawn(join(folder, 'bin/mailroom'), args, {
    cwd: join(folder, 'work'),
    env: { NODE_ENV: 'production', PATH: `${folder}:/usr/bin:/bin`, PORT: String(port), ...settings, ...env },
    uid: NOBODY_ID,
    gid: NOBODY_ID,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function runMailroom(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = startMailroom(args, env);
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code, out, err };
}

const isReady = (): Promise<boolean> =>
  fetch(`${url}/health/ready`).then(
    async (response) => (await response.text()) !== '' && response.status === 200,
    () => false,
  );

/** Starts the console, and waits until it's ready. */
async function startConsole() {
  const startedAt = performance.now();
  const child = startMailroom(['start']);
  onTestFinished(() => void child.kill('SIGKILL'));
  const [output, errors] = [text(child.stdout), text(child.stderr)];
  await expect.poll(isReady, { timeout: 60_000, interval: 20 }).toBe(true);
  const readyMs = Math.round(performance.now() - startedAt);
  return {
    readyMs,
    /**
     * Returns the process's memory in MiB. Memory that several processes share is divided among them (PSS).
     */
    readMemory: () => {
      const [, kilobytes] =
        /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/smaps_rollup`, 'utf8')) ?? [];
      return Math.round(Number(kilobytes) / 1_024);
    },
    stop: async () => {
      child.kill('SIGTERM');
      const [code] = await once(child, 'close');
      expect({ code, err: await errors }).toEqual({ code: 0, err: '' });
      return output;
    },
  };
}

it('the package is small, and contains only what the console and its command need', () => {
  expect(statSync(file).size).toBeLessThan(MAX_PACKED_BYTES);
  const paths = execFileSync('tar', ['-tzf', file], { encoding: 'utf8', maxBuffer: 1e8 }).split('\n');
  expect(paths.filter((path) => MUST_BE_ABSENT.test(path))).toEqual([]);
  console.log(`${(statSync(file).size / 1e6).toFixed(1)} MB packed, ${paths.length} files`);
});

it('the command prints its version and commit', async () => {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  expect(await runMailroom(['--version'])).toEqual({
    code: 0,
    out: expect.stringMatching(new RegExp(`^${version} \\([\\da-f]{12}\\)\n$`)),
    err: '',
  });
});

it('an operator adds a member and starts the console, and the member signs in and copies a campaign', async () => {
  const added = await runMailroom(['member', 'add', memberEmail('admin'), '--role', 'admin'], {
    MEMBER_PASSWORD: TEST_PASSWORD,
  });
  expect(added).toMatchObject({
    code: 0,
    err: expect.stringMatching(/^DATABASE_URL isn’t set, so this command creates/),
  });

  const { readMemory, stop } = await startConsole();
  const cookie = await signInAt(url, 'admin');
  const { id, customerId } = await createDraft(service);
  const copy = await fetch(`${url}/api/v1/campaigns/customers/${customerId}/campaigns/${id}/clone`, {
    method: 'POST',
    headers: { cookie, origin: url },
  });
  expect(copy.status).toBe(200);
  const { id: copyId } = (await copy.json()) as { id: number };
  expect(await service.call('GET', `/v1/campaigns/${copyId}`)).toMatchObject({
    id: copyId,
    status: 'draft',
  });
  const page = await fetch(`${url}/campaigns/${copyId}`, { headers: { cookie } });
  expect([page.status, (await page.text()).includes('</html>')]).toEqual([200, true]);
  const script = /\/_next\/static\/[^"]+\.js/.exec(await (await fetch(`${url}/login`)).text())?.[0];
  const sent = await fetch(`${url}${script}`, { headers: { 'accept-encoding': 'br' } });
  expect([sent.status, sent.headers.get('content-encoding')]).toEqual([200, 'br']);
  await sent.text();
  console.log(`${readMemory()} MiB of memory after use`);
  const lines = (await stop()).trim().split('\n');
  for (const line of lines) expect(() => JSON.parse(line), line).not.toThrow();
});

it('the console is ready within two seconds, and uses at most 250 MiB of memory while idle', async () => {
  const readyMs: number[] = [];
  const memory: number[] = [];
  for (let i = 0; i < STARTS; i++) {
    const running = await startConsole();
    readyMs.push(running.readyMs);
    await wait(REST_MS);
    memory.push(running.readMemory());
    await running.stop();
  }
  console.log(`ready after ${readyMs.join(', ')} ms, ${memory.join(', ')} MiB of memory at rest`);
  expect(Math.min(...readyMs)).toBeLessThan(MAX_READY_MS);
  expect(Math.max(...memory)).toBeLessThan(MAX_MEMORY_MIB);
});
