/** Tests the service as a process, including the command line, HTTP, a clean shutdown, and a kill. */
import { rmSync } from 'node:fs';
import { connect } from 'node:net';
import { afterAll, expect, test, vi } from 'vitest';
import { type Program, root, startProgram } from '#scripts/program.ts';
import { runNode } from '../support/run-node.ts';
import { createServiceDataFolder, SERVICE_API_KEY } from './fixture.ts';

// Processes can take a long time to start on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

const folders: string[] = [];
async function createTrackedDataFolder() {
  const folder = await createServiceDataFolder();
  folders.push(folder);
  return folder;
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

interface Running {
  readonly program: Program;
  /** The origins from the line that the service prints when it is ready. */
  readonly addresses: readonly string[];
}

/** Starts the service and waits until it is ready. */
async function start(folder: string, ...args: string[]): Promise<Running> {
  const flags = [
    '--port',
    '0',
    '--data',
    folder,
    '--key',
    SERVICE_API_KEY,
    '--campaigns',
    '30',
    '--no-render',
    ...args,
  ];
  let onReady: (line: string) => void = () => undefined;
  const line = new Promise<string>((resolve) => {
    onReady = resolve;
  });
  const program = startProgram(['service/start.ts', ...flags], {
    onLine: (text) => text.startsWith('service ready at') && onReady(text),
  });
  const exitedEarly = program.ended.then((reason) => {
    throw new Error(`The service exited (${reason}) before it was ready.\n${program.lastLines()}`);
  });
  exitedEarly.catch(() => undefined); // `exitedEarly` also rejects when the service exits at the end of a test.
  const readyLine = await Promise.race([line, exitedEarly]);
  return { program, addresses: readyLine.match(/http:\/\/[\d.]+:\d+/g) ?? [] };
}

const v1 = { headers: { Authorization: `Bearer ${SERVICE_API_KEY}` } };
interface Page {
  readonly items: readonly { readonly id: number; readonly status: string }[];
  readonly total_count: number;
}

/**
 * Runs the service with arguments that prevent it from starting. Returns the exit code and the error output.
 */
async function runUntilExit(...args: string[]): Promise<{ code: number | null; stderr: string }> {
  const { code, err } = await runNode(['service/start.ts', ...args], { cwd: root });
  return { code, stderr: err.trim() };
}

test('the service provides v1 and v2 on separate ports, and stops cleanly', async () => {
  const folder = await createTrackedDataFolder();
  const { program, addresses } = await start(folder, '--v2-port', '0', '--controls', '--clock-rate', '0');
  const [main = '', second = ''] = addresses;
  const list = await fetch(`${main}/v1/campaigns`, v1);
  expect(list.status).toBe(200);
  expect(list.headers.get('X-Mailroom-Service')).toBe('embedded');
  const { now } = (await (await fetch(`${main}/sandbox/clock`)).json()) as { now: string };
  expect(list.headers.get('Date')).toBe(new Date(now).toUTCString());
  const { items, total_count } = (await list.json()) as Page;
  expect([items.length, total_count]).toEqual([10, 30]);

  const v2 = { method: 'POST', headers: { Authorization: `Bearer ${SERVICE_API_KEY} sender@mailroom.test` } };
  expect((await fetch(`${second}/v2/templates/1/preview`, v2)).status).toBe(200);
  expect((await fetch(`${main}/v2/templates/1/preview`, v2)).status).toBe(404);
  expect((await fetch(`${second}/v1/campaigns`, v1)).status).toBe(404);

  await expectFaults(main);
  expect(await runUntilExit('--port', '0', '--data', folder, '--key', 'k')).toEqual({
    code: 1,
    stderr: `The data folder ${folder} is in use by another program. Stop the other program, or choose another folder.`,
  });
  const { port } = new URL(main);
  expect(await runUntilExit('--port', port, '--data', 'nowhere', '--key', 'k', '--campaigns', '0')).toEqual({
    code: 1,
    stderr: `Port ${port} is in use by another program. Choose another port with --port.`,
  });
  await program.stop();
  expect(await program.ended).toBe('exit code 0');
  expect(program.lastLines()).toBe(`service ready at ${main}, v2 at ${second}`);
});

/** Expects requests to fail if the connection is dropped. Expects a huge body to arrive in full. */
async function expectFaults(main: string) {
  const addFault = (body: object) =>
    fetch(`${main}/sandbox/faults`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json' },
    });
  for (const kind of ['drop_before', 'drop_after']) {
    await addFault({ operation: 'listCampaigns', kind });
    await expect(fetch(`${main}/v1/campaigns`, v1)).rejects.toThrow('fetch failed');
  }
  await addFault({ operation: 'listCampaigns', kind: 'huge', bytes: 30_000_000 });
  const huge = await fetch(`${main}/v1/campaigns`, v1);
  expect((await huge.arrayBuffer()).byteLength).toBe(30_000_000);
  const port = Number(new URL(main).port);
  await new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.end('nonsense\r\n\r\n'));
    // Read the response, because an unread response would keep the connection open.
    socket.resume().on('close', resolve);
  });
  expect((await fetch(`${main}/v1/campaigns`, v1)).status).toBe(200);
}

test('an invalid option is reported in a full sentence', async () => {
  expect(await runUntilExit('--color', 'red')).toEqual({
    code: 1,
    stderr: expect.stringMatching(/^Unknown option '--color'.*\.$/),
  });
  expect(await runUntilExit('--port', 'x', '--key', 'k')).toEqual({
    code: 1,
    stderr: '--port must be a number from 0 to 65535.',
  });
});

test('all acknowledged writes are kept when the service is killed', async () => {
  const folder = await createTrackedDataFolder();
  const acknowledged = new Map<number, string>();
  for (const kills of [0, 1, 2]) {
    const { program, addresses } = await start(folder, '--clock-rate', '0');
    const [main = ''] = addresses;
    for (const [id, status] of acknowledged) {
      const campaign = await (await fetch(`${main}/v1/campaigns/${id}`, v1)).json();
      expect(campaign).toMatchObject({ id, status });
    }
    expect(acknowledged.size).toBeGreaterThanOrEqual(kills * 12);
    if (kills === 2) return program.stop();

    const writers = Array.from({ length: 4 }, () => writeUntilKilled(main, acknowledged));
    const pollOptions = { timeout: 15_000, interval: 5 };
    await expect.poll(() => acknowledged.size, pollOptions).toBeGreaterThanOrEqual((kills + 1) * 12);
    await program.kill();
    expect(await program.ended).toBe('SIGKILL');
    await Promise.all(writers);
  }
});

/** Clones and sends campaigns until the service is killed. Records the status in each response. */
async function writeUntilKilled(main: string, acknowledged: Map<number, string>): Promise<void> {
  const base = `${main}/v1/campaigns/customers`;
  const post = async (url: string, body?: URLSearchParams) => {
    const response = await fetch(url, { method: 'POST', body, ...v1 });
    return (await response.json()) as { id: number; status: string };
  };
  try {
    const { items } = (await (await fetch(`${base}/1/campaigns?per_page=1`, v1)).json()) as Page;
    const original = items[0]?.id ?? 0;
    for (;;) {
      const clone = await post(`${base}/1/campaigns/${original}/clone`);
      acknowledged.set(clone.id, clone.status);
      const { id } = await post(`${base}/1/campaigns/${original}/clone`);
      const form = new URLSearchParams({ email: 'a@b.example', source: 'tok_visa' });
      // The status is recorded only after the response arrives, because the outcome is unknown until then.
      const sent = await post(`${main}/v1/campaigns/${id}/pay_and_send`, form);
      acknowledged.set(sent.id, sent.status);
    }
  } catch {
    // The service was killed, which closed the connection.
  }
}
