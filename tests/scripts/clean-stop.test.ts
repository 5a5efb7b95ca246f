/**
 * Tests how a server that handles signals as Next does stops after a signal. tests/e2e/stopping.spec.ts tests
 * the console.
 */
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { type Program, startProgram } from '#scripts/program.ts';

const DRAIN_MS = 1_500;
/** Responds after the number of milliseconds in the path. Prints the port once Next's signal handler is set. */
const SERVER = `
  import { createServer } from 'node:http';
  import { stopCleanly } from '#lib/runtime/clean-stop.ts';
  stopCleanly(${DRAIN_MS});
  if (process.argv.includes('starting')) setInterval(() => undefined, 1_000), console.log('starting');
  else {
    const server = createServer((request, response) => setTimeout(() => response.end('done'), Number(request.url.slice(1))));
    server.listen(0, '127.0.0.1', () => {
      const stop = (code) => () => server.close(() => process.exit(code));
      process.on('SIGTERM', stop(143)).on('SIGINT', stop(130));
      console.log(server.address().port);
    });
  }`;

const programs: Program[] = [];
afterEach(() => Promise.all(programs.splice(0).map((program) => program.kill())));

async function startServer(...args: string[]): Promise<{ program: Program; line: string }> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const program = startProgram(['--input-type=module', '-e', SERVER, '--', ...args], { onLine: resolve });
  programs.push(program);
  return { program, line: await promise };
}

const signal = (program: Program, name: NodeJS.Signals) => process.kill(program.pid ?? 0, name);

async function request(port: string, ms: number, agent: Agent): Promise<string | undefined> {
  const [response] = (await once(get({ port, host: '127.0.0.1', path: `/${ms}`, agent }), 'response')) as [
    IncomingMessage,
  ];
  for await (const _ of response);
  return response.headers.connection;
}

it('a stopped server finishes pending requests, closes busy connections, and exits with 0', async () => {
  const { program, line: port } = await startServer();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  expect(await request(port, 0, agent)).toBe('keep-alive');
  const pending = request(port, 400, agent);
  // Waits for its turn on the same connection. With `Connection: close`, the client opens another connection.
  const next = request(port, 0, agent).catch((error: { code?: string }) => error.code);
  await new Promise((resume) => setTimeout(resume, 100));
  signal(program, 'SIGTERM');
  expect(await pending).toBe('close');
  expect(await next).toBe('ECONNREFUSED');
  expect(await program.ended).toBe('exit code 0');
});

it('a stopped server whose requests don’t end in time exits with 1', async () => {
  const { program, line: port } = await startServer();
  const lost = request(port, 60_000, new Agent()).catch(() => 'lost');
  await request(port, 0, new Agent());
  signal(program, 'SIGTERM');
  expect(await program.ended).toBe('exit code 1');
  expect(program.lastLines()).toContain('Stopped before 1 requests were finished.');
  expect(await lost).toBe('lost');
});

it('a server that is stopped while it starts exits with 0', async () => {
  const { program } = await startServer('starting');
  signal(program, 'SIGTERM');
  expect(await program.ended).toBe('exit code 0');
});

it('Ctrl+C keeps its exit code', async () => {
  const { program } = await startServer();
  signal(program, 'SIGINT');
  expect(await program.ended).toBe('exit code 130');
});
