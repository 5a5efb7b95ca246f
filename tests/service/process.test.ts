/** The service as a program: started by its command line, asked over HTTP, stopped and killed. */
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { connect } from 'node:net';
import { afterAll, expect, test, vi } from 'vitest';
import { type Program, root, startProgram } from '#scripts/program.ts';
import { API_KEY, createDataFolder } from './fixture.ts';

// Programs are started here, on a machine that may have a lot to do.
vi.setConfig({ testTimeout: 180_000 });

const folders: string[] = [];
async function dataFolder() {
  const folder = await createDataFolder();
  folders.push(folder);
  return folder;
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

interface Running {
  readonly program: Program;
  /** The addresses it says it is ready at. */
  readonly addresses: readonly string[];
}

/** Resolves when it prints that it is ready. */
async function start(folder: string, ...args: string[]): Promise<Running> {
  const flags = [
    '--port',
    '0',
    '--data',
    folder,
    '--key',
    API_KEY,
    '--campaigns',
    '30',
    '--no-render',
    ...args,
  ];
  let ready: (line: string) => void = () => undefined;
  const line = new Promise<string>((resolve) => {
    ready = resolve;
  });
  const program = startProgram(['service/start.ts', ...flags], {
    onLine: (text) => text.startsWith('service ready at') && ready(text),
  });
  const ended = program.ended.then((how) => {
    throw new Error(`It ended (${how}) before it was ready.\n${program.lastLines()}`);
  });
  ended.catch(() => undefined); // It does end in every test, later.
  const said = await Promise.race([line, ended]);
  return { program, addresses: said.match(/http:\/\/[\d.]+:\d+/g) ?? [] };
}

const v1 = { headers: { Authorization: `Bearer ${API_KEY}` } };
interface Page {
  readonly items: readonly { readonly id: number; readonly status: string }[];
  readonly total_count: number;
}

/** How a program that should not start ends, and what it says. */
function refused(...args: string[]): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, ['service/start.ts', ...args], {
    cwd: root,
  });
  let said = '';
  child.stderr.on('data', (text) => {
    said += text;
  });
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ code, said: said.trim() }));
  });
}

test('over HTTP: v1 and v2 on ports of their own, clock, pages, and a clean stop', async () => {
  const folder = await dataFolder();
  const { program, addresses } = await start(folder, '--v2-port', '0', '--controls', '--clock-rate', '0');
  const [main = '', second = ''] = addresses;
  const list = await fetch(`${main}/v1/campaigns`, v1);
  expect(list.status).toBe(200);
  expect(list.headers.get('X-Mailroom-Service')).toBe('embedded');
  const { now } = (await (await fetch(`${main}/sandbox/clock`)).json()) as { now: string };
  expect(list.headers.get('Date')).toBe(new Date(now).toUTCString());
  const { items, total_count } = (await list.json()) as Page;
  expect([items.length, total_count]).toEqual([10, 30]);

  const v2 = { method: 'POST', headers: { Authorization: `Bearer ${API_KEY} sender@mailroom.test` } };
  expect((await fetch(`${second}/v2/templates/1/preview`, v2)).status).toBe(200);
  expect((await fetch(`${main}/v2/templates/1/preview`, v2)).status).toBe(404);
  expect((await fetch(`${second}/v1/campaigns`, v1)).status).toBe(404);

  await expectDrops(main);
  expect(await refused('--port', '0', '--data', folder, '--key', 'k')).toEqual({
    code: 1,
    said: `The data folder ${folder} is in use by another running program. Stop that one first, or choose another folder.`,
  });
  const { port } = new URL(main);
  expect(await refused('--port', port, '--data', 'nowhere', '--key', 'k', '--campaigns', '0')).toEqual({
    code: 1,
    said: `The port ${port} is taken by another program. Choose another with --port.`,
  });
  await program.stop();
  expect(await program.ended).toBe('exit code 0');
  expect(program.lastLines()).toBe(`service ready at ${main}, v2 at ${second}`);
});

/** A connection that breaks has to look like one to a client, and a huge body has to be huge. */
async function expectDrops(main: string) {
  const fault = (body: object) =>
    fetch(`${main}/sandbox/faults`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json' },
    });
  for (const kind of ['drop_before', 'drop_after']) {
    await fault({ operation: 'listCampaigns', kind });
    await expect(fetch(`${main}/v1/campaigns`, v1)).rejects.toThrow('fetch failed');
  }
  await fault({ operation: 'listCampaigns', kind: 'huge', bytes: 30_000_000 });
  const huge = await fetch(`${main}/v1/campaigns`, v1);
  expect((await huge.arrayBuffer()).byteLength).toBe(30_000_000);
  const port = Number(new URL(main).port);
  await new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.end('nonsense\r\n\r\n'));
    // Unread, the answer would keep the connection open.
    socket.resume().on('close', resolve);
  });
  expect((await fetch(`${main}/v1/campaigns`, v1)).status).toBe(200);
}

test('a wrong flag is refused in a sentence', async () => {
  expect(await refused('--color', 'red')).toEqual({
    code: 1,
    said: expect.stringMatching(/^Unknown option '--color'.*\.$/),
  });
  expect(await refused('--port', 'x', '--key', 'k')).toEqual({
    code: 1,
    said: '--port is a number from 0 to 65535.',
  });
});

test('kill -9 in the middle of writing loses nothing that was answered', async () => {
  const folder = await dataFolder();
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
    const enough = { timeout: 15_000, interval: 5 };
    await expect.poll(() => acknowledged.size, enough).toBeGreaterThanOrEqual((kills + 1) * 12);
    await program.kill();
    expect(await program.ended).toBe('SIGKILL');
    await Promise.all(writers);
  }
});

/** Clones a campaign, and clones and sends it, again and again, and notes what was answered. */
async function writeUntilKilled(main: string, acknowledged: Map<number, string>): Promise<void> {
  const base = `${main}/v1/campaigns/customers`;
  const post = async (url: string, body?: URLSearchParams) => {
    const answer = await fetch(url, { method: 'POST', body, ...v1 });
    return (await answer.json()) as { id: number; status: string };
  };
  try {
    const { items } = (await (await fetch(`${base}/1/campaigns?per_page=1`, v1)).json()) as Page;
    const original = items[0]?.id ?? 0;
    for (;;) {
      const clone = await post(`${base}/1/campaigns/${original}/clone`);
      acknowledged.set(clone.id, clone.status);
      const { id } = await post(`${base}/1/campaigns/${original}/clone`);
      const paying = new URLSearchParams({ email: 'a@b.example', source: 'tok_visa' });
      // What this one is, nobody knows until it is answered.
      const sent = await post(`${main}/v1/campaigns/${id}/pay_and_send`, paying);
      acknowledged.set(sent.id, sent.status);
    }
  } catch {
    // The connection broke: that was the kill.
  }
}
