/**
 * Tests thumbnails and proofs. The console serves only a campaign's own files, and never fetches files from a
 * private network.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { NextRequest } from 'next/server';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { GET as proofRoute } from '#app/files/campaigns/[id]/proof/route.ts';
import { GET as thumbnailRoute } from '#app/files/campaigns/[id]/thumbnail/[side]/route.ts';
import { setUpHarness } from './support/harness.ts';
import { signedOut } from './support/members.ts';
import { addCampaign } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const PDF = Buffer.from('%PDF-1.7\n%%EOF\n');

const harness = setUpHarness();
/** The mail service's file server. Tests use `respondTo` to set the server's responses. */
let files: Server;
let filesOrigin: string;
let respondTo: (
  path: string,
  respond: (status: number, body: Buffer | string, headers?: object) => void,
) => void;
let served: { path: string; headers: object }[] = [];
let png: Buffer;
let nextId = 1;

beforeAll(async () => {
  png = await sharp({ create: { width: 1200, height: 800, channels: 3, background: '#b0d0e0' } })
    .png()
    .toBuffer();
  files = createServer((request, response) => {
    served.push({ path: request.url ?? '', headers: request.headers });
    respondTo(request.url ?? '', (status, body, headers = {}) => {
      response.writeHead(status, { ...headers });
      response.end(body);
    });
  });
  await new Promise<void>((listening) => files.listen(0, '127.0.0.1', listening));
  filesOrigin = `http://127.0.0.1:${(files.address() as AddressInfo).port}`;
});
beforeEach(() => {
  harness.applySettings({ DIRECTMAIL_BASE_URL_V2: filesOrigin });
  respondTo = (path, respond) => respond(200, path.endsWith('.pdf') ? PDF : png);
  served = [];
});
afterAll(() => {
  files.closeAllConnections();
  files.close();
});

function addCampaignWithFiles(urls: { thumbnails?: string[]; proof?: string }): number {
  return addCampaign(harness.service, { id: nextId++, ...urls }).id;
}

const createRequest = (headers: Record<string, string> = {}, query = '?w=160') =>
  new NextRequest(`http://localhost/files${query}`, { headers });

const getThumbnail = (id: number | string, side = '0', request = createRequest(), runAs = harness.viewer) =>
  runAs(() => thumbnailRoute(request, { params: Promise.resolve({ id: String(id), side }) }));
const getProof = (id: number | string, runAs = harness.viewer, request = createRequest()) =>
  runAs(() => proofRoute(request, { params: Promise.resolve({ id: String(id) }) }));

describe('a thumbnail', () => {
  it('is resized and doesn’t reveal the source URL', async () => {
    const id = addCampaignWithFiles({ thumbnails: [`${filesOrigin}/a.png?signature=1`] });
    const response = await getThumbnail(id);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/webp');
    expect(response.headers.get('cache-control')).toBe('private, no-cache');
    const { width, format } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect({ width, format }).toEqual({ width: 160, format: 'webp' });
    expect(JSON.stringify([...response.headers])).not.toContain('signature');
  });

  it('is fetched without credentials or the browser’s headers', async () => {
    const id = addCampaignWithFiles({ thumbnails: [`${filesOrigin}/b.png`] });
    await getThumbnail(
      id,
      '0',
      createRequest({ cookie: 'secret=1', authorization: 'Bearer x', referer: 'http://a' }),
    );
    expect(served).toHaveLength(1);
    expect(Object.keys(served[0]?.headers ?? {}).sort()).toEqual([
      'accept',
      'connection',
      'host',
      'user-agent',
    ]);
  });

  it('isn’t sent or fetched again if the ETag matches', async () => {
    const id = addCampaignWithFiles({ thumbnails: [`${filesOrigin}/c.png`] });
    const etag = (await getThumbnail(id)).headers.get('etag') ?? '';
    expect((await getThumbnail(id, '0', createRequest({ 'if-none-match': etag }))).status).toBe(304);
    expect(served).toHaveLength(1);
  });

  it('results in an uncached 404 response if the thumbnail doesn’t exist', async () => {
    for (const response of [
      await getThumbnail(addCampaignWithFiles({})),
      await getThumbnail(addCampaignWithFiles({ thumbnails: [] })),
      await getThumbnail(99_999),
    ]) {
      expect(response.status).toBe(404);
      expect(response.headers.get('cache-control')).toBe('private, no-store');
    }
  });

  it.each([
    ['with a short body', Buffer.from('expired')],
    ['with a body larger than any image', Buffer.alloc(21 * 1024 * 1024)],
  ])('is fetched from its new URL if the old URL has expired (%s)', async (_, errorBody) => {
    const [oldPath, newPath] = [`/old-${errorBody.length}.png`, `/new-${errorBody.length}.png`];
    const front = `/front-${errorBody.length}.png`;
    const id = addCampaignWithFiles({ thumbnails: [filesOrigin + front, filesOrigin + oldPath] });
    await getThumbnail(id, '0');
    const stored = harness.service.campaigns.get(id);
    if (stored) stored.thumbnails = [filesOrigin + front, filesOrigin + newPath];
    respondTo = (path, respond) => (path === newPath ? respond(200, png) : respond(403, errorBody));
    expect((await getThumbnail(id, '1')).status).toBe(200);
    expect(served.map(({ path }) => path)).toEqual([front, oldPath, newPath]);
  });

  it.each([
    ['../1', '0', '?w=160'],
    ['0', '0', '?w=160'],
    ['1e3', '0', '?w=160'],
    ['99999999999999999999', '0', '?w=160'],
    ['1', '-1', '?w=160'],
    ['1', 'x', '?w=160'],
    ['1', '0', '?w=161'],
    ['1', '0', ''],
    ['1', '0', '?url=http://127.0.0.1/'],
  ])(
    'isn’t found at an invalid URL, and the service isn’t called (id %s, side %s, query "%s")',
    async (id, side, query) => {
      harness.service.requests.length = 0;
      expect((await getThumbnail(id, side, createRequest({}, query))).status).toBe(404);
      expect(harness.service.requests).toEqual([]);
    },
  );

  it('requires a session', async () => {
    const id = addCampaignWithFiles({ thumbnails: [`${filesOrigin}/d.png`] });
    expect((await getThumbnail(id, '0', createRequest(), signedOut)).status).toBe(401);
    expect((await getProof(id, signedOut)).status).toBe(401);
    expect(served).toEqual([]);
  });

  it('results in a 502 response if the file isn’t an image or is too large', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    const bodies: (Buffer | string)[] = [
      svg,
      '<html>',
      '',
      PDF,
      png.subarray(0, 200),
      Buffer.alloc(21 * 1024 * 1024),
    ];
    for (const [i, body] of bodies.entries()) {
      respondTo = (_, respond) => respond(200, body, { 'content-type': 'image/png' });
      expect(
        (await getThumbnail(addCampaignWithFiles({ thumbnails: [`${filesOrigin}/bad-${i}`] }))).status,
      ).toBe(502);
    }
    const bomb = await sharp({ create: { width: 8_000, height: 8_000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    respondTo = (_, respond) => respond(200, bomb);
    expect((await getThumbnail(addCampaignWithFiles({ thumbnails: [`${filesOrigin}/bomb`] }))).status).toBe(
      502,
    );
  });

  it('isn’t fetched if the URL redirects', async () => {
    respondTo = (path, respond) =>
      path === '/here' ? respond(302, '', { location: `${filesOrigin}/there` }) : respond(200, png);
    expect((await getThumbnail(addCampaignWithFiles({ thumbnails: [`${filesOrigin}/here`] }))).status).toBe(
      502,
    );
    expect(served.map(({ path }) => path)).toEqual(['/here']);
  });
});

describe('a proof', () => {
  it('is served unchanged', async () => {
    const response = await getProof(addCampaignWithFiles({ proof: `${filesOrigin}/proof.pdf` }));
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('content-disposition')).toMatch(
      /^inline; filename="campaign-\d+-proof.pdf"$/,
    );
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(Buffer.from(await response.arrayBuffer())).toEqual(PDF);
  });

  it('results in a 502 response if the file isn’t a PDF', async () => {
    respondTo = (_, respond) =>
      respond(200, '<script>alert(1)</script>', { 'content-type': 'application/pdf' });
    expect((await getProof(addCampaignWithFiles({ proof: `${filesOrigin}/x.pdf` }))).status).toBe(502);
  });
});

describe('a file that can’t be loaded', () => {
  const createTabRequest = (query?: string) =>
    createRequest({ accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }, query);

  it('shows an error page with a retry link if the file was opened in a tab', async () => {
    respondTo = (_, respond) => respond(500, '<b>upstream error</b>');
    const response = await getProof(
      addCampaignWithFiles({ proof: `${filesOrigin}/gone.pdf` }),
      harness.viewer,
      createTabRequest(),
    );
    expect(response.status).toBe(502);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
    const page = await response.text();
    expect(page).toContain('The mail service is having problems');
    expect(page).toMatch(/<a href="\/files\?w=160">Try again<\/a>/);
    expect(page).not.toContain('upstream error');
  });

  it('shows signed-out visitors a sign-in link with an escaped callback URL', async () => {
    const response = await getThumbnail(1, '0', createTabRequest('?w="><script>'), signedOut);
    expect(response.status).toBe(401);
    const page = await response.text();
    expect(page).toMatch(/<a href="\/login\?callbackUrl=%2Ffiles[^"<]*">Sign in<\/a>/);
    expect(page).not.toContain('<script');
    expect(await (await getThumbnail(1, 'x', createTabRequest('?w=1&a="><script>'))).text()).not.toContain(
      '<script',
    );
  });

  it('results in a JSON error response if the browser requested an image', async () => {
    const response = await getThumbnail(
      addCampaignWithFiles({}),
      '0',
      createRequest({ accept: 'image/webp,*/*' }),
    );
    expect(await response.json()).toEqual({ failure: { kind: 'missing' } });
  });
});
