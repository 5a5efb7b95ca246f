/**
 * A proxy between the console and the service that makes reads lag behind writes, as with a replica or a
 * cache. Campaigns and checkouts show the state from before recent writes.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LaggingProxy {
  readonly url: string;
  /** Keeps showing the campaign's current state for the given number of milliseconds. */
  hold(id: number, ms: number): Promise<void>;
  /** Sets how long reads of the campaign lag behind later writes, in milliseconds. */
  setLag(id: number, ms: number): void;
  close(): Promise<void>;
}

/** A response that the proxy returns until the given time, in milliseconds since the epoch. */
interface OldResponse {
  readonly until: number;
  readonly status: number;
  readonly body: string;
}

interface Target {
  readonly url: string;
  readonly key: string;
}

const CAMPAIGN_PATH = /^\/v[12]\/campaigns\/(?:customers\/\d+\/campaigns\/)?(\d+)(\/checkout)?/;

export async function startLaggingProxy(target: Target): Promise<LaggingProxy> {
  const lags = new Map<number, number>();
  const oldResponses = new Map<string, OldResponse[]>();

  const remember = async (id: number, ms: number) => {
    const keys = ['', '/checkout'].map((suffix) => `${id}${suffix}`);
    await Promise.all(
      keys.map(async (key) => {
        const response = await fetch(`${target.url}/v1/campaigns/${key}`, {
          headers: { authorization: `Bearer ${target.key}` },
        });
        const old = { until: Date.now() + ms, status: response.status, body: await response.text() };
        oldResponses.set(key, [...(oldResponses.get(key) ?? []), old]);
      }),
    );
  };

  const handle = async (incoming: IncomingMessage, response: ServerResponse) => {
    const { method = 'GET', url = '/' } = incoming;
    const [, idText, suffix = ''] = CAMPAIGN_PATH.exec(url) ?? [];
    const id = Number(idText);
    const isRead = method === 'GET';
    // The oldest response that the proxy still returns. The proxy looks it up first, so that a write that ends
    // during this read doesn't affect the read.
    const old = isRead
      ? oldResponses.get(`${id}${suffix}`)?.find(({ until }) => until > Date.now())
      : undefined;
    if (old) {
      response.writeHead(old.status, { 'content-type': 'application/json' });
      response.end(old.body);
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const lag = lags.get(id) ?? 0;
    if (!isRead && lag > 0) await remember(id, lag);
    const headers = Object.fromEntries(
      ['authorization', 'content-type', 'accept'].flatMap((name) => {
        const value = incoming.headers[name];
        return typeof value === 'string' ? [[name, value]] : [];
      }),
    );
    const body = Buffer.concat(chunks);
    const upstream = await fetch(`${target.url}${url}`, {
      method,
      headers,
      body: body.length > 0 ? body : null,
      redirect: 'manual',
    });
    const date = upstream.headers.get('date');
    response.writeHead(upstream.status, {
      'content-type': upstream.headers.get('content-type') ?? 'application/json',
      ...(date && { date }),
    });
    response.end(Buffer.from(await upstream.arrayBuffer()));
  };

  const server: Server = createServer((incoming, response) => {
    handle(incoming, response).catch(() => response.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hold: remember,
    setLag: (id, ms) => {
      lags.set(id, ms);
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
