/**
 * `npm run bench:requests` measures the effect of large requests on other users: how long another request
 * waits, and how much memory the console needs. For comparison, the benchmark also measures ordinary
 * requests. Prints one JSON object, so that the results of two versions can be compared.
 */
import { connect, type Socket } from 'node:net';
import { memberEmail, type RunningConsole, startTestConsole, TEST_PASSWORD } from '../support/console.ts';
import { startTestService } from '../support/service.ts';
import { readMemory } from './process-usage.ts';
import { quantile } from './rounds.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 300);
const WARM_UP = 50;
const PING_EVERY_MS = 10;
const PARTS = 180_000;
const HELD_UPLOADS = 30;
const HELD_BYTES = 9_900_000;
/** The size of each request that a member sends. Members have a higher limit. */
const HELD_MEMBER_BYTES = 7_000_000;
const HELD_MS = 4_000;
const JSON_KEYS = 400_000;

const service = await startTestService({ campaigns: 20, args: ['--no-render'] });
const mailroom = await startTestConsole(service, { LOG_LEVEL: 'silent', TRUSTED_PROXY_ADDRESSES: '' });
const { hostname, port } = new URL(mailroom.url);

function formBody(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

/** Reads the fields that the sign-in form submits in a browser without JavaScript. */
async function readSignInForm(): Promise<Record<string, string>> {
  const html = await (await fetch(`${mailroom.url}/login`)).text();
  const inputs = html.match(/<input[^>]*type="hidden"[^>]*>/g) ?? [];
  const decode = (text = '') => text.replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  return Object.fromEntries(
    inputs.map((input) => [
      /name="([^"]*)"/.exec(input)?.[1] ?? '',
      decode(/value="([^"]*)"/.exec(input)?.[1]),
    ]),
  );
}

const signInForm = await readSignInForm();

async function signIn(email: string): Promise<string> {
  const response = await fetch(`${mailroom.url}/login`, {
    method: 'POST',
    headers: { origin: mailroom.url },
    body: formBody({ ...signInForm, email, password: TEST_PASSWORD }),
    redirect: 'manual',
  });
  const cookie = response.headers.getSetCookie().find((line) => line.includes('session-token'));
  if (!cookie) throw new Error(`Sign-in returned ${response.status}.`);
  return cookie.split(';', 1)[0] ?? '';
}

async function timeRequests(send: () => Promise<Response>, status: number) {
  const times: number[] = [];
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const startedAt = performance.now();
    const response = await send();
    await response.arrayBuffer();
    if (response.status !== status) throw new Error(`The request returned ${response.status}.`);
    if (round >= 0) times.push(performance.now() - startedAt);
  }
  const round = (ms: number) => Math.round(ms * 100) / 100;
  return { medianMs: round(quantile(times, 0.5)), p95Ms: round(quantile(times, 0.95)) };
}

/** Runs `work` while another client requests a small file. @returns the longest wait for the file */
async function measureStall(work: () => Promise<string>) {
  let isDone = false;
  let longestMs = 0;
  const ping = (async () => {
    while (!isDone) {
      const startedAt = performance.now();
      await (await fetch(`${mailroom.url}/robots.txt`)).arrayBuffer();
      longestMs = Math.max(longestMs, performance.now() - startedAt);
      await new Promise((next) => setTimeout(next, PING_EVERY_MS));
    }
  })();
  const answer = await work();
  isDone = true;
  await ping;
  return { longestMs: Math.round(longestMs), answer };
}

async function send(path: string, init: RequestInit): Promise<string> {
  try {
    const response = await fetch(mailroom.url + path, { ...init, redirect: 'manual' });
    await response.arrayBuffer();
    return String(response.status);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const memoryMb = ({ pid }: RunningConsole): number => Math.round(readMemory(pid).rss);

/** Sends all but the end of a form, and keeps the connection open. */
function holdUpload(path: string, bytes: number, cookie: string): Socket {
  const socket = connect(Number(port), hostname);
  const lines = [
    `POST ${path} HTTP/1.1`,
    `host: ${hostname}:${port}`,
    'content-type: multipart/form-data; boundary=x',
    `content-length: ${bytes}`,
    `cookie: ${cookie}`,
  ];
  socket.on('error', () => undefined).on('data', () => undefined);
  socket.write(`${lines.join('\r\n')}\r\n\r\n--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n`);
  socket.write(Buffer.alloc(bytes - 1_000, 'a'));
  return socket;
}

async function measureMemory(path: string, bytes: number, cookie: string) {
  const before = memoryMb(mailroom);
  const sockets = Array.from({ length: HELD_UPLOADS }, () => holdUpload(path, bytes, cookie));
  let peak = before;
  for (let waited = 0; waited < HELD_MS; waited += 100) {
    await new Promise((next) => setTimeout(next, 100));
    peak = Math.max(peak, memoryMb(mailroom));
  }
  for (const socket of sockets) socket.destroy();
  return { beforeMb: before, peakMb: peak };
}

const cookie = await signIn(memberEmail('viewer'));
const getCampaigns = () => fetch(`${mailroom.url}/api/v1/campaigns?per_page=5`, { headers: { cookie } });
const postForm = () =>
  fetch(`${mailroom.url}/login`, {
    method: 'POST',
    headers: { origin: mailroom.url },
    body: formBody({ ...signInForm, email: '', password: '' }),
  });

const proxyGet = await timeRequests(getCampaigns, 200);
const pagePost = await timeRequests(postForm, 200);

const part = (i: number) => `--x\r\ncontent-disposition: form-data; name="${i}"\r\n\r\n\r\n`;
const manyParts = `${Array.from({ length: PARTS }, (_, i) => part(i)).join('')}--x--\r\n`;
const parts = await measureStall(() =>
  send('/login', {
    method: 'POST',
    headers: { origin: mailroom.url, 'content-type': 'multipart/form-data; boundary=x' },
    body: manyParts,
  }),
);

const manyKeys = JSON.stringify(
  Object.fromEntries(Array.from({ length: JSON_KEYS }, (_, i) => [`key${i}`, 1])),
);
const { items } = await service.call<{ items: { uid: string }[] }>('GET', '/v1/templates?per_page=1');
const json = await measureStall(() =>
  send(`/api/v2/templates/${items[0]?.uid ?? 'x'}/preview`, {
    method: 'POST',
    headers: { cookie, origin: mailroom.url, 'content-type': 'application/json' },
    body: manyKeys,
  }),
);

const held = await measureMemory('/login', HELD_BYTES, 'none=');
await new Promise((next) => setTimeout(next, HELD_MS));
const heldByMember = await measureMemory('/templates/1/edit', HELD_MEMBER_BYTES, cookie);
console.log(
  JSON.stringify({
    proxyGet,
    pagePost,
    parts: { bytes: manyParts.length, ...parts },
    json: { bytes: manyKeys.length, ...json },
    held,
    heldByMember,
  }),
);
await mailroom.remove();
await service.remove();
