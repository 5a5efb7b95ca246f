/**
 * A proxy between the console and the service that lets tests change a campaign just before the service
 * receives a certain request, as another program could.
 */
import { createServer, type IncomingMessage, type ServerResponse, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Interference {
  /** The method and the end of the path, such as "POST /pay_and_send". */
  readonly route: string;
  readonly change: () => Promise<unknown>;
}

export interface InterferingProxy {
  readonly url: string;
  /** The methods and paths of all requests that change something, such as "POST /v1/campaigns/7/cancel". */
  readonly writes: readonly string[];
  /** Makes a change and waits for it to finish before forwarding the next request to the route. */
  changeBefore(route: string, change: Interference['change']): void;
  close(): Promise<void>;
}

export async function startInterferingProxy(target: string): Promise<InterferingProxy> {
  let pending: Interference[] = [];
  const writes: string[] = [];

  const handle = async (incoming: IncomingMessage, response: ServerResponse) => {
    const { method = 'GET', url = '/', headers } = incoming;
    const line = `${method} ${url.split('?', 1)[0]}`;
    if (method !== 'GET') writes.push(line);
    const matches = ({ route }: Interference) => {
      const [wantedMethod, end = ''] = route.split(' ');
      return method === wantedMethod && line.endsWith(end);
    };
    const due = pending.filter(matches);
    pending = pending.filter((interference) => !due.includes(interference));
    for (const { change } of due) await change();
    const outgoing = sendRequest(`${target}${url}`, { method, headers }, (upstream) => {
      response.writeHead(upstream.statusCode ?? 502, upstream.headers);
      upstream.on('error', () => response.destroy()).pipe(response);
    });
    outgoing.on('error', () => response.destroy());
    incoming.pipe(outgoing);
  };

  const server = createServer((incoming, response) => {
    handle(incoming, response).catch(() => response.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    writes,
    changeBefore: (route, change) => {
      pending.push({ route, change });
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
