/** Other people's HTML in its frame: under which policy, who gets to see it, and what the console fetches for it. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { GET as designRoute } from '#app/files/templates/[id]/designs/[side]/route.ts';
import { POST as draftRoute } from '#app/files/templates/[id]/draft/route.ts';
import { previewDesigns } from '#lib/data/designs.ts';
import { MAX_DESIGN_BYTES } from '#lib/format/template-form.ts';
import { type Harness, startHarness } from './support/harness.ts';
import { nobody } from './support/people.ts';
import { json } from './support/recorder.ts';
import { ORIGIN } from './support/settings.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const POLICY =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; form-action 'none'; " +
  "frame-ancestors 'self'; base-uri 'none'";

let harness: Harness;
/** The configured service's own pictures, and a listener that stands for everything inside the network. */
let files: Server;
let canary: Server;
let served: string[] = [];
let touched: string[] = [];
let png: Buffer;
let designs: string[] = [];
let fileNumber = 0;
/** What the service makes of a template with values. */
let filledIn = { front: '', back: '' };

const listening = (server: Server) => new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
const originOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeAll(async () => {
  harness = await startHarness();
  png = await sharp({ create: { width: 20, height: 10, channels: 3, background: '#b0d0e0' } })
    .png()
    .toBuffer();
  files = createServer(({ url = '' }, response) => {
    if (url.endsWith('/preview')) return json(response, filledIn);
    served.push(url);
    response.end(url.includes('.png') ? png : '<script>alert(1)</script>');
  });
  canary = createServer(({ url = '' }, response) => {
    touched.push(url);
    response.end(png);
  });
  await Promise.all([listening(files), listening(canary)]);
  harness.settings({ DIRECTMAIL_BASE_URL_V2: originOf(files) });
  harness.service.answer((request, response) => {
    if (request.url === '/v1/templates/5') json(response, { id: 5, size: 'postcard_4x6', designs });
    else json(response, { error: { message: 'their words' } }, 404);
  });
});
beforeEach(() => {
  served = [];
  touched = [];
  harness.service.requests.length = 0;
});
afterAll(async () => {
  for (const server of [files, canary]) {
    server.closeAllConnections();
    server.close();
  }
  await harness.close();
});

const picture = () => `${originOf(files)}/picture-${fileNumber++}.png`;

function saved(side = '0', id = '5', who = harness.viewer): Promise<Response> {
  return who(() => designRoute(new Request(`${ORIGIN}/files`), { params: Promise.resolve({ id, side }) }));
}

interface Draft {
  readonly fields?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly id?: string;
}

function draft({ fields = {}, headers = { origin: ORIGIN }, body, id = '5' }: Draft, who = harness.viewer) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const request = new Request(`${ORIGIN}/files`, { method: 'POST', headers, body: body ?? form });
  return who(() => draftRoute(request, { params: Promise.resolve({ id }) }));
}

async function show(html: string): Promise<string> {
  designs = [html];
  return (await saved()).text();
}

describe('a saved design', () => {
  it('comes under its own policy, for one look', async () => {
    designs = ['<!doctype html><p>front</p>', '<p>back</p>'];
    const response = await saved('1');
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'private, no-store',
    });
    expect(await response.text()).toContain('<p>back</p>');
  });

  it('is for members only, and failures stand under the same policy in words of ours', async () => {
    designs = ['<p>front</p>'];
    for (const [status, response] of [
      [401, await saved('0', '5', nobody)],
      [404, await saved('1')],
      [404, await saved('x')],
      [404, await saved('0', '../5')],
      [404, await saved('0', '6')],
    ] as const) {
      expect(response.status).toBe(status);
      expect(response.headers.get('content-security-policy')).toBe(POLICY);
      expect(await response.text()).not.toContain('their words');
    }
  });

  it('keeps its doctype, or goes without as it was written', async () => {
    expect(await show('<!DOCTYPE html><p>a</p>')).toMatch(/^<!DOCTYPE html><html>/);
    expect(await show('<p>a</p>')).toMatch(/^<html>/);
  });

  it('loses what can only be in its way: scripts, base, links, refreshes', async () => {
    const html = await show(
      '<base href="//evil.example"><link rel=preload href=x><meta http-equiv=refresh content="0;url=/"><meta charset=utf-8><script>1</script><svg><script>2</script></svg><p>kept</p>',
    );
    expect(html).toContain('<p>kept</p>');
    expect(html).toContain('<meta charset="utf-8">');
    expect(html).not.toMatch(/<base|<link|http-equiv|<script/);
  });

  it('has its variables marked, where they are text', async () => {
    const html = await show(
      '<title>{{a}}</title><style>p{content:"{{b}}"}</style><p title="{{c}}">Dear {{ name }}, {{x.y}}!</p><svg><text>{{d}}</text></svg>',
    );
    expect([...html.matchAll(/<mark style="[^"]+">([^<]+)<\/mark>/g)].map(([, text]) => text)).toEqual([
      '{{ name }}',
      '{{x.y}}',
    ]);
    expect(html).toMatch(
      /<p title="{{c}}">Dear <mark[^>]+>{{ name }}<\/mark>, <mark[^>]+>{{x.y}}<\/mark>!<\/p>/,
    );
  });

  it('has a place for pictures that a campaign puts in', async () => {
    const html = await show('<img src="{{ photo_1 }}"><img src="a/{{b}}.png">');
    const names = [...html.matchAll(/src="data:image\/svg\+xml,([^"]+)"/g)].map(
      ([, svg = '']) => /{{[^}]+}}/.exec(decodeURIComponent(svg))?.[0],
    );
    expect(names).toEqual(['{{photo_1}}', '{{b}}']);
  });

  it('is read as the frame reads it, without scripts: nothing hides from it', async () => {
    const html = await show(
      '<noscript><link rel=preconnect href=//evil.example></noscript><div><template shadowrootmode=open><link rel=preconnect href=//evil.example><p>{{a}}</p></template></div><iframe srcdoc="<link rel=preconnect href=//evil.example>"></iframe><p>kept</p>',
    );
    expect(html).not.toContain('evil.example');
    expect(html).toMatch(/<template shadowrootmode="open"><p><mark[^>]+>{{a}}<\/mark><\/p><\/template>/);
    expect(html).toContain('<p>kept</p>');
  });

  it('of more elements or levels than can be read is not shown', async () => {
    for (const html of ['<b>'.repeat(5_000), '<br>'.repeat(25_000)]) {
      designs = [html];
      const response = await saved();
      expect(response.status).toBe(400);
      expect(response.headers.get('content-security-policy')).toBe(POLICY);
      expect(await response.text()).toContain('too deeply nested');
    }
  });
});

describe('the pictures of a design', () => {
  it('are put into it, from wherever it shows them, each fetched once', async () => {
    const [a, b, c, d] = [picture(), picture(), picture(), picture()];
    const html = await show(
      `<style>p{background:url(${a})}</style><img src="${a}" srcset="${a} 2x"><svg><image href="${b}"/><image xlink:href="${b}"/></svg><p style="background:url('${c}')"><b style='background:url("${d}")'>`,
    );
    expect(served.length).toBe(4);
    expect(html).not.toContain(originOf(files));
    expect(html.split(`data:image/png;base64,${png.toString('base64')}`)).toHaveLength(7);
    await show(`<img src="${a}">`);
    expect(served.length).toBe(4);
  });

  it('are pictures or nothing', async () => {
    const address = `${originOf(files)}/page-${fileNumber++}.html`;
    expect(await show(`<img src="${address}">`)).toContain(`src="${address}"`);
  });

  it('are twenty at most', async () => {
    const html = await show(Array.from({ length: 30 }, () => `<img src="${picture()}">`).join(''));
    expect(served).toHaveLength(20);
    expect(html.split('data:image/png')).toHaveLength(21);
  });

  it('are never looked for inside the network', async () => {
    const { port } = canary.address() as AddressInfo;
    const hosts = ['127.0.0.1', 'localhost', '127.1', '2130706433', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]'];
    const addresses = hosts.flatMap((host) => [
      `http://${host}:${port}/a.png`,
      `https://${host}:${port}/a.png`,
      `//${host}:${port}/a.png`,
    ]);
    await show(
      addresses.map((address) => `<img src="${address}"><p style="background:url('${address}')">`).join(''),
    );
    expect(touched).toEqual([]);
  });

  it('that take too long stay out of it', { timeout: 10_000 }, async () => {
    const silent = createServer();
    await listening(silent);
    harness.settings({ DIRECTMAIL_BASE_URL_V2: originOf(silent) });
    const started = performance.now();
    const html = await show(`<p>here</p><img src="${originOf(silent)}/slow.png">`);
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(html).toContain('here');
    silent.closeAllConnections();
    silent.close();
    harness.settings({ DIRECTMAIL_BASE_URL_V2: originOf(files) });
  });
});

describe('a preview with values', () => {
  it('shows the pictures that the service has filled in, and none from inside the network', async () => {
    const photo = picture();
    const inside = `${originOf(canary)}/inside.png`;
    const front = `<img src="${photo}"><img src="${inside}">`;
    designs = ['<p>front', '<p>back'];
    expect(await (await draft({ fields: { html: front } })).text()).not.toContain('data:image');
    expect(served).toEqual([]);
    filledIn = { front, back: '<p>back' };
    expect(await harness.viewer(() => previewDesigns(5, {}))).toEqual({
      ok: true,
      value: [front, '<p>back'],
    });
    const shown = await (await draft({ fields: { html: front } })).text();
    expect(shown.match(/data:image\/png/g)).toHaveLength(1);
    expect(served).toEqual([new URL(photo).pathname]);
    expect(touched).toEqual([]);
  });

  it('of a letter has one side', async () => {
    filledIn = { front: '<p>front', back: '' };
    expect(await harness.viewer(() => previewDesigns(5, {}))).toEqual({ ok: true, value: ['<p>front'] });
  });
});

describe('a draft', () => {
  it('is shown under the same policy', async () => {
    const response = await draft({ fields: { html: '<p>{{draft}}</p>' } });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-security-policy')).toBe(POLICY);
    expect(await response.text()).toMatch(/<p><mark[^>]+>{{draft}}<\/mark><\/p>/);
    expect(harness.service.requests).toEqual([]);
  });

  it('may be one of several fields, by the button that was pressed', async () => {
    const fields = { 'designs[0]': '<p>front</p>', 'designs[1]': '<p>back</p>', show: 'designs[1]' };
    expect(await (await draft({ fields })).text()).toContain('<p>back</p>');
  });

  it('has the pictures of the saved template, and the console fetches no other', async () => {
    const [known, unknown] = [picture(), picture()];
    designs = ['<p>', `<img src="${known}">`];
    const html = await (
      await draft({ fields: { html: `<img src="${unknown}"><img src="${known}">` } })
    ).text();
    expect(served).toEqual([new URL(known).pathname]);
    expect(html).toContain(unknown);
    expect(html).not.toContain(known);
  });

  it('comes from our own pages and from members only', async () => {
    const fields = { html: '<p>draft</p>' };
    const elsewhere: Record<string, string>[] = [
      {},
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
    ];
    for (const headers of elsewhere) {
      expect((await draft({ fields, headers })).status).toBe(403);
    }
    expect((await draft({ fields }, nobody)).status).toBe(401);
    expect((await draft({ fields, id: '0' })).status).toBe(404);
  });

  it('has a size, and so has the form it comes in', async () => {
    const most = `<p>${'x'.repeat(MAX_DESIGN_BYTES - 3)}`;
    expect((await draft({ fields: { html: most } })).status).toBe(200);
    expect((await draft({ fields: { html: `${most}x` } })).status).toBe(413);
    expect((await draft({ fields: { html: '<p>', more: 'x'.repeat(8 * MAX_DESIGN_BYTES) } })).status).toBe(
      413,
    );
  });

  it('that is no form is no design', async () => {
    const json = { origin: ORIGIN, 'content-type': 'application/json' };
    expect((await draft({ headers: json, body: '{"html":"<p>"}' })).status).toBe(400);
    expect((await draft({ fields: { other: '<p>' } })).status).toBe(400);
    expect((await draft({ fields: { show: '__proto__' } })).status).toBe(400);
  });
});
