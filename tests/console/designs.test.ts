/**
 * Tests the frames that show designs. Designs are untrusted HTML, so frames have a strict policy and keep
 * only safe elements.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { GET as fontRoute } from '#app/files/fonts/[file]/route.ts';
import { MAX_DESIGN_BYTES } from '#lib/forms/template-form.ts';
import { type DesignFrames, POLICY, startDesignFrames } from './support/design-frames.ts';
import { signedOut } from './support/members.ts';
import { ORIGIN } from './support/settings.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const requestFont = (file: string) =>
  fontRoute(new Request(`${ORIGIN}/files/fonts`), { params: Promise.resolve({ file }) });

let frames: DesignFrames;
beforeAll(async () => {
  frames = await startDesignFrames();
});
beforeEach(() => frames.reset());
afterAll(() => frames.close());

describe('a saved design', () => {
  it('has its own content security policy and isn’t cached', async () => {
    frames.setDesigns(['<!doctype html><p>front</p>', '<p>back</p>']);
    const response = await frames.requestDesign('1');
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

  it('requires a session, and its error pages have the same policy and show no text from the service', async () => {
    frames.setDesigns(['<p>front</p>']);
    for (const [status, response] of [
      [401, await frames.requestDesign('0', '5', signedOut)],
      [404, await frames.requestDesign('1')],
      [404, await frames.requestDesign('x')],
      [404, await frames.requestDesign('0', '../5')],
      [404, await frames.requestDesign('0', '6')],
    ] as const) {
      expect(response.status).toBe(status);
      expect(response.headers.get('content-security-policy')).toBe(POLICY);
      expect(await response.text()).not.toContain('upstream message');
    }
  });

  it('keeps the doctype of the original HTML, and has no doctype if the original has none', async () => {
    expect(await frames.renderDesign('<!DOCTYPE html><p>a</p>')).toMatch(/^<!DOCTYPE html><html>/);
    expect(await frames.renderDesign('<p>a</p>')).toMatch(/^<html>/);
  });

  it('contains no scripts, <base> elements, <link> elements, or automatic refreshes', async () => {
    const html = await frames.renderDesign(
      '<base href="//evil.example"><link rel=preload href=x><meta http-equiv=refresh content="0;url=/"><meta charset=utf-8><script>1</script><svg><script>2</script></svg><p>kept</p>',
    );
    expect(html).toContain('<p>kept</p>');
    expect(html).toContain('<meta charset="utf-8">');
    expect(html).not.toMatch(/<base|<link|http-equiv|<script/);
  });

  it('highlights variables in text', async () => {
    const html = await frames.renderDesign(
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

  it('shows a placeholder for each image whose URL is a variable', async () => {
    const html = await frames.renderDesign('<img src="{{ photo_1 }}"><img src="a/{{b}}.png">');
    const names = [...html.matchAll(/src="data:image\/svg\+xml,([^"]+)"/g)].map(
      ([, svg = '']) => /{{[^}]+}}/.exec(decodeURIComponent(svg))?.[0],
    );
    expect(names).toEqual(['{{photo_1}}', '{{b}}']);
  });

  it('is parsed as a browser with scripts disabled would parse it, so no unsafe element remains', async () => {
    const html = await frames.renderDesign(
      '<noscript><link rel=preconnect href=//evil.example></noscript><div><template shadowrootmode=open><link rel=preconnect href=//evil.example><p>{{a}}</p></template></div><iframe srcdoc="<link rel=preconnect href=//evil.example>"></iframe><p>kept</p>',
    );
    expect(html).not.toContain('evil.example');
    expect(html).toMatch(/<template shadowrootmode="open"><p><mark[^>]+>{{a}}<\/mark><\/p><\/template>/);
    expect(html).toContain('<p>kept</p>');
  });

  it('declares only the print fonts that the design uses', async () => {
    const families = async (html: string) =>
      new Set(
        [...(await frames.renderDesign(html)).matchAll(/font-family: ?'([^']+)'/g)].map(([, name]) => name),
      );
    expect(await families('<p>Inter</p>')).toEqual(new Set());
    expect(await families('<style>p{font:10pt "Inter Variable"}</style>')).toEqual(
      new Set(['Inter Variable']),
    );
    expect(await families('<p style="font-family:source  serif\\ 4 variable">')).toEqual(
      new Set(['Source Serif 4 Variable']),
    );
    const html = await frames.renderDesign('<p style="font-family:Inter Variable">x</p>');
    const urls = [...html.matchAll(/url\(([^)]+)\)/g)].map(([, url = '']) => url);
    expect(urls.length).toBeGreaterThan(0);
    expect(urls.filter((url) => !url.startsWith(`${ORIGIN}/files/fonts/inter-`))).toEqual([]);
    const file = urls.find((url) => url.endsWith('/inter-latin-opsz-normal.woff2')) ?? '';
    const response = await requestFont(file.slice(file.lastIndexOf('/') + 1));
    expect(response.status).toBe(200);
  });

  it('is refused if its HTML has too many elements or is nested too deeply', async () => {
    for (const html of ['<b>'.repeat(5_000), '<br>'.repeat(25_000)]) {
      frames.setDesigns([html]);
      const response = await frames.requestDesign();
      expect(response.status).toBe(400);
      expect(response.headers.get('content-security-policy')).toBe(POLICY);
      expect(await response.text()).toContain('too deeply nested');
    }
  });
});

describe('a print font', () => {
  it('can be loaded from a sandboxed frame, which has no session and no origin', async () => {
    const response = await signedOut(() => requestFont('source-serif-4-latin-opsz-italic.woff2'));
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'font/woff2',
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=604800',
      'x-content-type-options': 'nosniff',
    });
    expect(Buffer.from(await response.arrayBuffer()).toString('latin1', 0, 4)).toBe('wOF2');
  });

  it.each([
    '',
    'inter.woff2',
    '../package.json',
    'inter-..-opsz-normal.woff2',
    'inter-latin-wght-normal.woff2',
    'inter-xx-opsz-normal.woff2',
  ])('isn’t found under the name “%s”', async (file) => expect((await requestFont(file)).status).toBe(404));
});

describe('an unsaved design', () => {
  it('has the same content security policy as a saved design', async () => {
    const response = await frames.requestDraft({ fields: { html: '<p>{{draft}}</p>' } });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-security-policy')).toBe(POLICY);
    expect(await response.text()).toMatch(/<p><mark[^>]+>{{draft}}<\/mark><\/p>/);
    expect(frames.harness.service.requests).toEqual([]);
  });

  it('is read from the form field that the pressed button specifies', async () => {
    const fields = { 'designs[0]': '<p>front</p>', 'designs[1]': '<p>back</p>', show: 'designs[1]' };
    expect(await (await frames.requestDraft({ fields })).text()).toContain('<p>back</p>');
  });

  it('inlines only images that the saved template uses', async () => {
    const [known, unknown] = [frames.newFileUrl('.png'), frames.newFileUrl('.png')];
    frames.setDesigns(['<p>', `<img src="${known}">`]);
    const html = await (
      await frames.requestDraft({ fields: { html: `<img src="${unknown}"><img src="${known}">` } })
    ).text();
    expect(frames.servedPaths).toEqual([new URL(known).pathname]);
    expect(html).toContain(unknown);
    expect(html).not.toContain(known);
  });

  it('is accepted only from members on the console’s own pages', async () => {
    const fields = { html: '<p>draft</p>' };
    const foreignHeaders: Record<string, string>[] = [
      {},
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
    ];
    for (const headers of foreignHeaders) {
      expect((await frames.requestDraft({ fields, headers })).status).toBe(403);
    }
    expect((await frames.requestDraft({ fields }, signedOut)).status).toBe(401);
    expect((await frames.requestDraft({ fields, id: '0' })).status).toBe(404);
  });

  it('is refused if the design or the form is too large', async () => {
    const largest = `<p>${'x'.repeat(MAX_DESIGN_BYTES - 3)}`;
    expect((await frames.requestDraft({ fields: { html: largest } })).status).toBe(200);
    expect((await frames.requestDraft({ fields: { html: `${largest}x` } })).status).toBe(413);
    expect(
      (await frames.requestDraft({ fields: { html: '<p>', more: 'x'.repeat(8 * MAX_DESIGN_BYTES) } })).status,
    ).toBe(413);
  });

  it('is refused if the form is malformed', async () => {
    const json = { origin: ORIGIN, 'content-type': 'application/json' };
    expect((await frames.requestDraft({ headers: json, body: '{"html":"<p>"}' })).status).toBe(400);
    expect((await frames.requestDraft({ fields: { other: '<p>' } })).status).toBe(400);
    expect((await frames.requestDraft({ fields: { show: '__proto__' } })).status).toBe(400);
  });
});
