/** Template 5, whose designs are whatever a test says, with the answers that its frames get. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { GET as designRoute } from '#app/files/templates/[id]/designs/[side]/route.ts';
import { POST as draftRoute } from '#app/files/templates/[id]/draft/route.ts';
import { startHarness } from './harness.ts';
import { json } from './recorder.ts';
import { ORIGIN } from './settings.ts';

export const POLICY =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; form-action 'none'; " +
  "frame-ancestors 'self'; base-uri 'none'";

export interface Draft {
  readonly fields?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly id?: string;
}

export const originOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

export async function startFileServer(answer: RequestListener): Promise<Server> {
  const server = createServer(answer);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return server;
}

export function stop(server: Server): void {
  server.closeAllConnections();
  server.close();
}

export async function startDesignFrames() {
  const harness = await startHarness();
  const png = await sharp({ create: { width: 20, height: 10, channels: 3, background: '#b0d0e0' } })
    .png()
    .toBuffer();
  /** What the configured service's own file server was asked for. */
  const served: string[] = [];
  /** What the service makes of a template with values. */
  const filledIn = { front: '', back: '' };
  let designs: readonly string[] = [];
  let fileNumber = 0;
  const files = await startFileServer(({ url = '' }, response) => {
    if (url.endsWith('/preview')) return json(response, filledIn);
    served.push(url);
    response.end(url.includes('.png') ? png : '<script>alert(1)</script>');
  });
  const serveFrom = (server: Server) => harness.settings({ DIRECTMAIL_BASE_URL_V2: originOf(server) });
  serveFrom(files);
  harness.service.answer((request, response) => {
    if (request.url === '/v1/templates/5') json(response, { id: 5, size: 'postcard_4x6', designs });
    else json(response, { error: { message: 'their words' } }, 404);
  });

  const saved = (side = '0', id = '5', who = harness.viewer): Promise<Response> =>
    who(() => designRoute(new Request(`${ORIGIN}/files`), { params: Promise.resolve({ id, side }) }));

  return {
    harness,
    png,
    served,
    filledIn,
    files,
    serveFrom,
    saved,
    file: (ending: string) => `${originOf(files)}/file-${fileNumber++}${ending}`,
    designsAre(now: readonly string[]) {
      designs = now;
    },
    async show(html: string): Promise<string> {
      designs = [html];
      return (await saved()).text();
    },
    draft({ fields = {}, headers = { origin: ORIGIN }, body, id = '5' }: Draft, who = harness.viewer) {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      const request = new Request(`${ORIGIN}/files`, { method: 'POST', headers, body: body ?? form });
      return who(() => draftRoute(request, { params: Promise.resolve({ id }) }));
    },
    /** Between two tests. */
    forget() {
      served.length = 0;
      harness.service.requests.length = 0;
    },
    close(this: void) {
      stop(files);
      return harness.close();
    },
  };
}

export type DesignFrames = Awaited<ReturnType<typeof startDesignFrames>>;
