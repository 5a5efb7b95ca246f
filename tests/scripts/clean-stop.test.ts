/**
 * Tests how a server stops after a signal. tests/e2e/stopping.spec.ts tests the console.
 */
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import { type Program, startProgram } from '#scripts/program.ts';

/**
 * Prints the port. Prints "waiting" when a request for /slow arrives, and responds to that request only after
 * SIGTERM. Never responds to /lost. Responds to /large with more data than a connection's buffers hold. A
 * request for /work starts work that ends after SIGTERM and then prints "worked". No other background work
 * may begin at that time. Responds to /late with work that begins after SIGTERM. Prints "closed" when the
 * database would be closed.
 */
const SERVER = `
  import { createServer } from 'node:http';
  import { createServer as createSocketServer } from 'node:net';
  import { stopCleanly } from '#lib/runtime/clean-stop.ts';
  import { finishBeforeExit, isExiting, runBeforeExit } from '#lib/runtime/unfinished-work.ts';
  stopCleanly({
    shutdownMs: Number(process.env.SHUTDOWN_MS),
    delayMs: Number(process.env.DELAY_MS),
    report: () => undefined,
  });
  runBeforeExit(async () => console.log('closed'));
  const afterSignal = (ms) => new Promise((resolve) => process.once('SIGTERM', () => setTimeout(resolve, ms)));
  if (process.argv.includes('starting')) setInterval(() => undefined, 1_000), console.log('starting');
  else {
    const server = createServer(({ url }, response) => {
      if (url === '/fast') return response.end('done');
      if (url === '/late') {
        finishBeforeExit(() => new Promise((resolve) => setTimeout(resolve, 300))).then(() => console.log('late'));
        return response.end('done');
      }
      if (url === '/work') {
        finishBeforeExit(() => afterSignal(200).then(() => console.log('worked ' + isExiting())));
        return response.end('done');
      }
      if (url === '/large') return response.end(Buffer.alloc(Number(process.env.LARGE_BYTES)));
      if (url === '/slow') afterSignal(100).then(() => response.end('done'));
      console.log('waiting');
    });
    const other = createSocketServer().listen(0, '127.0.0.1', () => {
      server.listen(0, '127.0.0.1', () => console.log(process.argv.includes('socket') ? other.address().port : server.address().port));
    });
  }`;

const LARGE_BYTES = 20_000_000;

const programs: Program[] = [];
afterEach(() => Promise.all(programs.splice(0).map((program) => program.kill())));

interface Server {
  readonly program: Program;
  /** The first line that the server printed. */
  readonly line: string;
  /** Resolves when a request arrives that the server doesn't respond to immediately. */
  readonly waiting: Promise<void>;
}

async function startServer({
  shutdownMs = 60_000,
  delayMs = 0,
  args = [] as readonly string[],
} = {}): Promise<Server> {
  const first = Promise.withResolvers<string>();
  const waiting = Promise.withResolvers<void>();
  const onLine = (line: string) => (line === 'waiting' ? waiting.resolve() : first.resolve(line));
  const program = startProgram(['--input-type=module', '-e', SERVER, '--', ...args], {
    env: { SHUTDOWN_MS: String(shutdownMs), DELAY_MS: String(delayMs), LARGE_BYTES: String(LARGE_BYTES) },
    onLine,
  });
  programs.push(program);
  return { program, line: await first.promise, waiting: waiting.promise };
}

const signal = (program: Program, name: NodeJS.Signals) => process.kill(program.pid ?? 0, name);

async function request(port: string, path: string, agent: Agent): Promise<string | undefined> {
  const [response] = (await once(get({ port, host: '127.0.0.1', path, agent }), 'response')) as [
    IncomingMessage,
  ];
  for await (const _ of response);
  return response.headers.connection;
}

it('a stopped server finishes pending requests, closes busy connections, and exits with 0', async () => {
  const { program, line: port, waiting } = await startServer();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  expect(await request(port, '/fast', agent)).toBe('keep-alive');
  const pending = request(port, '/slow', agent);
  // This request waits for its turn on the same connection. With `Connection: close`, the client opens another
  // connection.
  const next = request(port, '/fast', agent).catch((error: { code?: string }) => error.code);
  await waiting;
  signal(program, 'SIGTERM');
  expect(await pending).toBe('close');
  expect(await next).toBe('ECONNREFUSED');
  expect(await program.ended).toBe('exit code 0');
});

it('a server that is stopping finishes its background work, and begins no other work', async () => {
  const { program, line: port } = await startServer();
  await request(port, '/work', new Agent());
  signal(program, 'SIGTERM');
  expect(await program.ended).toBe('exit code 0');
  expect(program.lastLines()).toContain('worked true\nclosed');
});

it('a stopped server whose requests don’t end in time exits with 1', async () => {
  const { program, line: port, waiting } = await startServer({ shutdownMs: 500 });
  const lost = request(port, '/lost', new Agent()).catch(() => 'lost');
  await waiting;
  signal(program, 'SIGTERM');
  expect(await program.ended).toBe('exit code 1');
  expect(program.lastLines()).toContain('Stopped before 1 requests or tasks were finished.');
  expect(await lost).toBe('lost');
});

it('a stopped server accepts connections until the delay is over, and closes each connection after its response', async () => {
  const { program, line: port } = await startServer({ delayMs: 3_000 });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  expect(await request(port, '/fast', agent)).toBe('keep-alive');
  signal(program, 'SIGTERM');
  const isClosing = async () => (await request(port, '/fast', agent)) === 'close';
  await expect.poll(isClosing).toBe(true);
  expect(await request(port, '/late', new Agent())).toBe('close');
  expect(await program.ended).toBe('exit code 0');
  expect(program.lastLines()).toContain('late\nclosed');
});

it('a server that is shutting down responds on a connection that was idle when the server stopped accepting connections', async () => {
  const { program, line: port, waiting } = await startServer();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  expect(await request(port, '/fast', agent)).toBe('keep-alive');
  const pending = request(port, '/slow', new Agent());
  await waiting;
  signal(program, 'SIGTERM');
  expect(await pending).toBe('close');
  // The server no longer accepts connections, but the idle connection is still open.
  await expect(request(port, '/fast', new Agent())).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  expect(await request(port, '/fast', agent)).toBe('close');
  expect(await program.ended).toBe('exit code 0');
});

/** Opens a connection, and sends the text. */
async function openConnection(port: string, text = ''): Promise<Socket> {
  const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

it.each([
  ['a connection without a request', [], ''],
  ['the beginning of a request', [], 'GET / HTTP/1.1\r\nhost: '],
  ['a connection to a server for another protocol', ['socket'], ''],
])('%s doesn’t keep a stopped server from exiting', async (_, args, text) => {
  const { program, line: port } = await startServer({ args, shutdownMs: 20_000 });
  await openConnection(port, text);
  signal(program, 'SIGTERM');
  expect(await program.ended).toBe('exit code 0');
});

it('a server that is shutting down finishes sending a response, even if the client reads it late', async () => {
  const { program, line: port } = await startServer();
  const socket = await openConnection(port, 'GET /large HTTP/1.1\r\nhost: localhost\r\n\r\n');
  socket.pause();
  await once(socket, 'readable');
  const idle = await openConnection(port);
  signal(program, 'SIGTERM');
  // The server closes connections that have no request.
  await once(idle, 'close');
  let bytes = 0;
  for await (const chunk of socket) bytes += chunk.length;
  expect(bytes).toBeGreaterThan(LARGE_BYTES);
  expect(await program.ended).toBe('exit code 0');
});

it('a server that is stopped while it starts exits with 0', async () => {
  const { program } = await startServer({ args: ['starting'] });
  signal(program, 'SIGTERM');
  expect(await program.ended).toBe('exit code 0');
});

it('a server stopped with Ctrl+C exits with 130', async () => {
  const { program } = await startServer();
  signal(program, 'SIGINT');
  expect(await program.ended).toBe('exit code 130');
});
