/** Stands between the console and the service, and goes wrong in whole: at the level of bytes and connections. */
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
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
/** 200 MB of spaces; a few hundred kilobytes on the wire. Packed once: what it costs is to be the console's cost. */
const BOMB = gzipSync(Buffer.alloc(200 * 1024 * 1024, 32));

export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const port = await freePort();
  let mode: Mode = 'normal';
  const answer = (incoming: IncomingMessage, response: ServerResponse) => {
    response.on('error', () => undefined);
    switch (mode) {
      case 'drips':
        return drip(response);
      case 'hangs':
        return undefined;
      case 'sends a gzip bomb':
        return bomb(response);
      case 'sends HTML':
        response.writeHead(200, { 'content-type': 'text/html' });
        return response.end('<!doctype html><title>Gateway</title><h1>Something else answered</h1>');
      default:
        return passOn(target, incoming, response);
    }
  };
  let server = createServer(answer);
  const open = () =>
    new Promise<void>((listening) => {
      server = createServer(answer);
      server.listen(port, '127.0.0.1', listening);
    });
  const shut = () =>
    new Promise<void>((closed) => {
      server.close(() => closed());
      server.closeAllConnections();
    });
  await open();
  return {
    url: `http://127.0.0.1:${port}`,
    set: async (next) => {
      const [wasDown, isDown] = [mode === 'is down', next === 'is down'];
      mode = next;
      if (isDown && !wasDown) await shut();
      if (wasDown && !isDown) await open();
    },
    close: async () => {
      if (mode !== 'is down') await shut();
    },
  };
}

function passOn(target: string, incoming: IncomingMessage, response: ServerResponse): void {
  const { method, headers } = incoming;
  const onward = forward(`${target}${incoming.url}`, { method, headers }, (answered) => {
    response.writeHead(answered.statusCode ?? 502, answered.headers);
    answered.pipe(response);
  });
  onward.on('error', () => response.destroy());
  incoming.pipe(onward);
}

function drip(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const drops = setInterval(() => response.write(' '), DRIP_MS);
  response.on('close', () => clearInterval(drops));
}

function bomb(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
  response.end(BOMB);
}
