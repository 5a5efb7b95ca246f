/** Pictures and proofs: only what the service returned for that very campaign, and never from inside the network. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { NextRequest } from 'next/server';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { GET as proofRoute } from '#app/files/campaigns/[id]/proof/route.ts';
import { GET as thumbnailRoute } from '#app/files/campaigns/[id]/thumbnail/[side]/route.ts';
import { setUpHarness } from './support/harness.ts';
import { asGuest } from './support/members.ts';
import { addCampaign } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const PDF = Buffer.from('%PDF-1.7\n%%EOF\n');

const harness = setUpHarness();
/** Stands for the configured service's own file server, which tests let run wild. */
let files: Server;
let filesOrigin: string;
let answer: (
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
    answer(request.url ?? '', (status, body, headers = {}) => {
      response.writeHead(status, { ...headers });
      response.end(body);
    });
  });
  await new Promise<void>((listening) => files.listen(0, '127.0.0.1', listening));
  filesOrigin = `http://127.0.0.1:${(files.address() as AddressInfo).port}`;
});
beforeEach(() => {
  harness.settings({ DIRECTMAIL_BASE_URL_V2: filesOrigin });
  answer = (path, respond) => respond(200, path.endsWith('.pdf') ? PDF : png);
  served = [];
});
afterAll(() => {
  files.closeAllConnections();
  files.close();
});

function campaign(pictures: { thumbnails?: string[]; proof?: string }): number {
  return addCampaign(harness.service, { id: nextId++, ...pictures }).id;
}

const request = (headers: Record<string, string> = {}, query = '?w=160') =>
  new NextRequest(`http://console.test/files${query}`, { headers });

const thumbnail = (id: number | string, side = '0', asked = request(), who = harness.viewer) =>
  who(() => thumbnailRoute(asked, { params: Promise.resolve({ id: String(id), side }) }));
const proof = (id: number | string, who = harness.viewer, asked = request()) =>
  who(() => proofRoute(asked, { params: Promise.resolve({ id: String(id) }) }));

describe('a thumbnail', () => {
  it('comes small, as our own file, with no word of where it was', async () => {
    const id = campaign({ thumbnails: [`${filesOrigin}/a.png?signature=1`] });
    const response = await thumbnail(id);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/webp');
    expect(response.headers.get('cache-control')).toBe('private, no-cache');
    const { width, format } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect({ width, format }).toEqual({ width: 160, format: 'webp' });
    expect(JSON.stringify([...response.headers])).not.toContain('signature');
  });

  it('is fetched with nothing of ours or the browser’s', async () => {
    const id = campaign({ thumbnails: [`${filesOrigin}/b.png`] });
    await thumbnail(id, '0', request({ cookie: 'secret=1', authorization: 'Bearer x', referer: 'http://a' }));
    expect(served).toHaveLength(1);
    expect(Object.keys(served[0]?.headers ?? {}).sort()).toEqual([
      'accept',
      'connection',
      'host',
      'user-agent',
    ]);
  });

  it('is not sent again to who has it, nor fetched again for the next', async () => {
    const id = campaign({ thumbnails: [`${filesOrigin}/c.png`] });
    const etag = (await thumbnail(id)).headers.get('etag') ?? '';
    expect((await thumbnail(id, '0', request({ 'if-none-match': etag }))).status).toBe(304);
    expect(served).toHaveLength(1);
  });

  it('that is not there yet is a 404 that nobody keeps', async () => {
    for (const response of [
      await thumbnail(campaign({})),
      await thumbnail(campaign({ thumbnails: [] })),
      await thumbnail(99_999),
    ]) {
      expect(response.status).toBe(404);
      expect(response.headers.get('cache-control')).toBe('private, no-store');
    }
  });

  it.each([
    ['briefly', Buffer.from('expired')],
    ['with more than any picture has', Buffer.alloc(21 * 1024 * 1024)],
  ])('whose address has expired, said %s, is asked for anew', async (_, words) => {
    const [old, renewed] = [`/old-${words.length}.png`, `/new-${words.length}.png`];
    const id = campaign({ thumbnails: [filesOrigin + old] });
    await thumbnail(id, '0', request({}, '?w=320'));
    const kept = harness.service.campaigns.get(id);
    if (kept) kept.thumbnails = [filesOrigin + renewed];
    answer = (path, respond) => (path === renewed ? respond(200, png) : respond(403, words));
    expect((await thumbnail(id, '0', request({}, '?w=640'))).status).toBe(200);
    expect(served.map(({ path }) => path)).toEqual([old, old, renewed]);
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
  ])('of id %s side %s %s is no address at all', async (id, side, query) => {
    harness.service.requests.length = 0;
    expect((await thumbnail(id, side, request({}, query))).status).toBe(404);
    expect(harness.service.requests).toEqual([]);
  });

  it('is for members only', async () => {
    const id = campaign({ thumbnails: [`${filesOrigin}/d.png`] });
    expect((await thumbnail(id, '0', request(), asGuest)).status).toBe(401);
    expect((await proof(id, asGuest)).status).toBe(401);
    expect(served).toEqual([]);
  });

  it('that is no picture, or a monstrous one, is not shown', async () => {
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
      answer = (_, respond) => respond(200, body, { 'content-type': 'image/png' });
      expect((await thumbnail(campaign({ thumbnails: [`${filesOrigin}/bad-${i}`] }))).status).toBe(502);
    }
    const bomb = await sharp({ create: { width: 8_000, height: 8_000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    answer = (_, respond) => respond(200, bomb);
    expect((await thumbnail(campaign({ thumbnails: [`${filesOrigin}/bomb`] }))).status).toBe(502);
  });

  it('is not looked for where a redirect points', async () => {
    answer = (path, respond) =>
      path === '/here' ? respond(302, '', { location: `${filesOrigin}/there` }) : respond(200, png);
    expect((await thumbnail(campaign({ thumbnails: [`${filesOrigin}/here`] }))).status).toBe(502);
    expect(served.map(({ path }) => path)).toEqual(['/here']);
  });
});

describe('a proof', () => {
  it('is the PDF as it is', async () => {
    const response = await proof(campaign({ proof: `${filesOrigin}/proof.pdf` }));
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('content-disposition')).toMatch(
      /^inline; filename="campaign-\d+-proof.pdf"$/,
    );
    expect(Buffer.from(await response.arrayBuffer())).toEqual(PDF);
  });

  it('that is something else is not passed on', async () => {
    answer = (_, respond) => respond(200, '<script>alert(1)</script>', { 'content-type': 'application/pdf' });
    expect((await proof(campaign({ proof: `${filesOrigin}/x.pdf` }))).status).toBe(502);
  });
});

describe('a file that can’t be had', () => {
  const inTab = (query?: string) => request({ accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }, query);

  it('is a sentence with a way on, for whoever opened it in a tab', async () => {
    answer = (_, respond) => respond(500, '<b>their words</b>');
    const response = await proof(campaign({ proof: `${filesOrigin}/gone.pdf` }), harness.viewer, inTab());
    expect(response.status).toBe(502);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
    const page = await response.text();
    expect(page).toContain('The mail service is having problems');
    expect(page).toMatch(/<a href="\/files\?w=160">Try again<\/a>/);
    expect(page).not.toContain('their words');
  });

  it('leads who is signed out to the sign-in and back, and repeats no markup of the address', async () => {
    const response = await thumbnail(1, '0', inTab('?w="><script>'), asGuest);
    expect(response.status).toBe(401);
    const page = await response.text();
    expect(page).toMatch(/<a href="\/login\?callbackUrl=%2Ffiles[^"<]*">Sign in<\/a>/);
    expect(page).not.toContain('<script');
    expect(await (await thumbnail(1, 'x', inTab('?w=1&a="><script>'))).text()).not.toContain('<script');
  });

  it('is JSON for anything else', async () => {
    const response = await thumbnail(campaign({}), '0', request({ accept: 'image/webp,*/*' }));
    expect(await response.json()).toEqual({ failure: { kind: 'missing' } });
  });
});
