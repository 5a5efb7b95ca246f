/**
 * Serves template 5 with designs from the test, and sends requests to the routes that show designs in frames.
 */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { GET as designRoute } from '#app/files/templates/[id]/designs/[side]/route.ts';
import { POST as draftRoute } from '#app/files/templates/[id]/draft/route.ts';
import { startHarness } from './harness.ts';
import { respondJson } from './recorder.ts';
import { ORIGIN } from './settings.ts';

export const POLICY =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; " +
  `font-src data: ${ORIGIN}/files/fonts/; form-action 'none'; ` +
  "frame-ancestors 'self'; base-uri 'none'";

interface DraftRequest {
  readonly fields?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly id?: string;
}

export const serverOrigin = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

export async function startFileServer(handler: RequestListener): Promise<Server> {
  const server = createServer(handler);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return server;
}

export function stopServer(server: Server): void {
  server.closeAllConnections();
  server.close();
}

export async function startDesignFrames() {
  const harness = await startHarness();
  const png = await sharp({ create: { width: 20, height: 10, channels: 3, background: '#b0d0e0' } })
    .png()
    .toBuffer();
  /** The paths of all requests to the mail service's file server. */
  const servedPaths: string[] = [];
  /** The service's response to a template preview. */
  const preview = { front: '', back: '' };
  let designs: readonly string[] = [];
  let fileNumber = 0;
  const files = await startFileServer(({ url = '' }, response) => {
    if (url.endsWith('/preview')) return respondJson(response, preview);
    servedPaths.push(url);
    response.end(url.includes('.png') ? png : '<script>alert(1)</script>');
  });
  const serveFilesFrom = (server: Server) =>
    harness.applySettings({ DIRECTMAIL_BASE_URL_V2: serverOrigin(server) });
  serveFilesFrom(files);
  harness.service.respondWith((request, response) => {
    if (request.url === '/v1/templates/5') respondJson(response, { id: 5, size: 'postcard_4x6', designs });
    else respondJson(response, { error: { message: 'upstream message' } }, 404);
  });

  const requestDesign = (side = '0', id = '5', runAs = harness.viewer): Promise<Response> =>
    runAs(() => designRoute(new Request(`${ORIGIN}/files`), { params: Promise.resolve({ id, side }) }));

  return {
    harness,
    png,
    servedPaths,
    preview,
    files,
    serveFilesFrom,
    requestDesign,
    /** Returns a URL that no other test has used. */
    newFileUrl: (ending: string) => `${serverOrigin(files)}/file-${fileNumber++}${ending}`,
    setDesigns(next: readonly string[]) {
      designs = next;
    },
    /** Makes `html` the template's only design and returns the HTML of the design's frame. */
    async renderDesign(html: string): Promise<string> {
      designs = [html];
      return (await requestDesign()).text();
    },
    requestDraft(
      { fields = {}, headers = { origin: ORIGIN }, body, id = '5' }: DraftRequest,
      runAs = harness.viewer,
    ) {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      const request = new Request(`${ORIGIN}/files`, { method: 'POST', headers, body: body ?? form });
      return runAs(() => draftRoute(request, { params: Promise.resolve({ id }) }));
    },
    /** Clears the recorded requests. */
    reset() {
      servedPaths.length = 0;
      harness.service.requests.length = 0;
    },
    close(this: void) {
      stopServer(files);
      return harness.close();
    },
  };
}

export type DesignFrames = Awaited<ReturnType<typeof startDesignFrames>>;
