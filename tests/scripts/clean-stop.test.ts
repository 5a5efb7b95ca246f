/**
 * Tests how a server stops after a signal if it handles signals as Next does. tests/e2e/stopping.spec.ts tests the
 * console.
 */
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { type Program, startProgram } from '#scripts/program.ts';

/**
 * Prints the port once Next's signal handler is set. Prints "waiting" when a request for /slow arrives, and
 * responds to that request only after SIGTERM. Never responds to /lost. A request for /work starts work that ends
 * after SIGTERM, and prints "worked" then. No other work may begin at that time.
 */
const SERVER = `
  import { createServer } from 'node:http';
  import { stopCleanly } from '#lib/runtime/clean-stop.ts';
  import { finishBeforeExit, isExiting } from '#lib/runtime/unfinished-work.ts';
  stopCleanly(Number(process.env.DRAIN_MS));
  if (process.argv.includes('starting')) setInterval(() => undefined, 1_000), console.log('starting');
  else {
    const server = createServer(({ url }, response) => {
      if (url === '/fast') return response.end('done');
      if (url === '/work') {
        const stopped = new Promise((resolve) => process.once('SIGTERM', () => setTimeout(resolve, 200)));
        finishBeforeExit(() => stopped.then(() => console.log('worked ' + isExiting())));
        return response.end('done');
      }
      if (url === '/slow') process.once('SIGTERM', () => setTimeout(() => response.end('done'), 100));
      console.log('waiting');
    });
    server.listen(0, '127.0.0.1', () => {
      const stop = (code) => () => server.close(() => process.exit(code));
      process.on('SIGTERM', stop(143)).on('SIGINT', stop(130));
      console.log(server.address().port);
    });
  }`;

const programs: Program[] = [];
afterEach(() => Promise.all(programs.splice(0).map((program) => program.kill())));

interface Server {
  readonly program: Program;
  /** The first line that the server printed. */
  readonly line: string;
  /** Resolves when a request arrives that the server doesn't respond to immediately. */
  readonly waiting: Promise<void>;
}

async function startServer({ drainMs = 60_000, args = [] as readonly string[] } = {}): Promise<Server> {
  const first = Promise.withResolvers<string>();
  const waiting = Promise.withResolvers<void>();
  const onLine = (line: string) => (line === 'waiting' ? waiting.resolve() : first.resolve(line));
  const program = startProgram(['--input-type=module', '-e', SERVER, '--', ...args], {
    env: { DRAIN_MS: String(drainMs) },
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

it('a stopped server finishes the work that runs in the background, and begins no other', async () => {
  const { program, line: port } = await startServer();
  await request(port, '/work', new Agent());
  signal(program, 'SIGTERM');
  expect(await program.ended).toBe('exit code 0');
  expect(program.lastLines()).toContain('worked true');
});

it('a stopped server whose requests don’t end in time exits with 1', async () => {
  const { program, line: port, waiting } = await startServer({ drainMs: 500 });
  const lost = request(port, '/lost', new Agent()).catch(() => 'lost');
  await waiting;
  signal(program, 'SIGTERM');
  expect(await program.ended).toBe('exit code 1');
  expect(program.lastLines()).toContain('Stopped before 1 requests or tasks were finished.');
  expect(await lost).toBe('lost');
});

it('a server that is stopped while it starts exits with 0', async () => {
  const { program } = await startServer({ args: ['starting'] });
  signal(program, 'SIGTERM');
  expect(await program.ended).toBe('exit code 0');
});

it('Ctrl+C keeps its exit code', async () => {
  const { program } = await startServer();
  signal(program, 'SIGINT');
  expect(await program.ended).toBe('exit code 130');
});
