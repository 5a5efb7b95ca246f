/**
 * A proxy that sits between the console and the service, and simulates faulty connections and oversized or
 * invalid responses.
 */
import { createServer, type IncomingMessage, type ServerResponse, request as sendRequest } from 'node:http';
import { gzipSync } from 'node:zlib';
import { freePort } from '#scripts/ports.ts';

export const MODES = ['normal', 'drips', 'hangs', 'is down', 'sends a gzip bomb', 'sends HTML'] as const;
type Mode = (typeof MODES)[number];

export interface FaultyProxy {
  readonly url: string;
  set(mode: Mode): Promise<void>;
  close(): Promise<void>;
}

const DRIP_MS = 1_000;
/**
 * 200 MB of spaces, compressed to a few hundred KB. The data is compressed in advance, so that the benchmark
 * measures only the console.
 */
const GZIP_BOMB = gzipSync(Buffer.alloc(200 * 1024 * 1024, 32));

export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const port = await freePort();
  let mode: Mode = 'normal';
  const handle = (incoming: IncomingMessage, response: ServerResponse) => {
    response.on('error', () => undefined);
    switch (mode) {
      case 'drips':
        return sendSlowly(response);
      case 'hangs':
        return undefined;
      case 'sends a gzip bomb':
        return sendGzipBomb(response);
      case 'sends HTML':
        response.writeHead(200, { 'content-type': 'text/html' });
        return response.end('<!doctype html><title>Gateway</title><h1>Gateway</h1>');
      default:
        return forwardRequest(target, incoming, response);
    }
  };
  let server = createServer(handle);
  const start = () =>
    new Promise<void>((listening) => {
      server = createServer(handle);
      server.listen(port, '127.0.0.1', listening);
    });
  const stop = () =>
    new Promise<void>((closed) => {
      server.close(() => closed());
      server.closeAllConnections();
    });
  await start();
  return {
    url: `http://127.0.0.1:${port}`,
    set: async (next) => {
      const [wasDown, isDown] = [mode === 'is down', next === 'is down'];
      mode = next;
      if (isDown && !wasDown) await stop();
      if (wasDown && !isDown) await start();
    },
    close: async () => {
      if (mode !== 'is down') await stop();
    },
  };
}

function forwardRequest(target: string, incoming: IncomingMessage, response: ServerResponse): void {
  const { method, headers } = incoming;
  const outgoing = sendRequest(`${target}${incoming.url}`, { method, headers }, (upstream) => {
    response.writeHead(upstream.statusCode ?? 502, upstream.headers);
    upstream.pipe(response);
  });
  outgoing.on('error', () => response.destroy());
  incoming.pipe(outgoing);
}

function sendSlowly(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => response.write(' '), DRIP_MS);
  response.on('close', () => clearInterval(timer));
}

function sendGzipBomb(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
  response.end(GZIP_BOMB);
}
