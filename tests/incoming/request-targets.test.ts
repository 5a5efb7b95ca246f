/**
 * Tests requests that no browser sends: with an entire URL as the target, without a path, or with another
 * protocol.
 */
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { ignoreUpgrades } from '#lib/incoming/upgrades.ts';
import { useSettings } from '../console/support/settings.ts';
import { serveDuringTests } from './support/http-server.ts';

/** The targets of the requests that reached Next. */
const targets: (string | undefined)[] = [];
const bodies: string[] = [];
const server = createServer(async (request, response) => {
  targets.push(request.url);
  bodies.push(await text(request));
  response.end('done');
});
// Next neither responds to these requests nor closes their connections.
server.on('upgrade', () => undefined);

beforeAll(ignoreUpgrades);
serveDuringTests(server);
beforeEach(() => {
  useSettings({});
  targets.length = 0;
  bodies.length = 0;
});

/** Sends text over a new connection. Returns the response when the server closes the connection. */
async function send(request: string): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(request);
  return text(socket);
}

it.each([
  ['GET', 'http://evil.example/login?a=b', '/login?a=b'],
  ['GET', 'HTTPS://evil.example:8443//login', '//login'],
  ['GET', 'http://evil.example', '/'],
  ['GET', 'http://evil.example?a=b', '/?a=b'],
  ['GET', 'http://ann@evil.example/', '/'],
  ['OPTIONS', '*', '/*'],
  ['GET', '/login?next=http://evil.example/', '/login?next=http://evil.example/'],
])('the request line %s %s is handled as a request for %s', async (method, target, path) => {
  const response = await send(`${method} ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  expect(response).toMatch(/^HTTP\/1\.1 200 /);
  expect(targets).toEqual([path]);
});

it.each(['websocket', 'h2c'])('a request to upgrade to %s gets an ordinary response', async (protocol) => {
  const response = await send(
    `GET /login HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: ${protocol}\r\n\r\n`,
  );
  expect(response).toMatch(/^HTTP\/1\.1 200 /);
});

it('the body of a protocol upgrade request is read', async () => {
  await send(
    'POST /login HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\nContent-Length: 5\r\n\r\nhello',
  );
  expect(bodies).toEqual(['hello']);
});

it.each(['/share/token/', '/share//token', '//share/token', '/join/token/'])(
  'a redirect from %s can’t be cached or indexed',
  async (path) => {
    const response = await send(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(response).toMatch(/\r\ncache-control: private, no-store\r\n/);
    expect(response).toMatch(/\r\nreferrer-policy: no-referrer\r\n/);
    expect(response).toMatch(/\r\nx-robots-tag: noindex, nofollow, noarchive\r\n/);
  },
);
