/** Other people's HTML in its frame: under which policy, who gets to see it, and what of it is shown. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { MAX_DESIGN_BYTES } from '#lib/forms/template-form.ts';
import { type DesignFrames, POLICY, startDesignFrames } from './support/design-frames.ts';
import { nobody } from './support/members.ts';
import { ORIGIN } from './support/settings.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

let frames: DesignFrames;
beforeAll(async () => {
  frames = await startDesignFrames();
});
beforeEach(() => frames.forget());
afterAll(() => frames.close());

describe('a saved design', () => {
  it('comes under its own policy, for one look', async () => {
    frames.designsAre(['<!doctype html><p>front</p>', '<p>back</p>']);
    const response = await frames.saved('1');
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
    frames.designsAre(['<p>front</p>']);
    for (const [status, response] of [
      [401, await frames.saved('0', '5', nobody)],
      [404, await frames.saved('1')],
      [404, await frames.saved('x')],
      [404, await frames.saved('0', '../5')],
      [404, await frames.saved('0', '6')],
    ] as const) {
      expect(response.status).toBe(status);
      expect(response.headers.get('content-security-policy')).toBe(POLICY);
      expect(await response.text()).not.toContain('their words');
    }
  });

  it('keeps its doctype, or goes without as it was written', async () => {
    expect(await frames.show('<!DOCTYPE html><p>a</p>')).toMatch(/^<!DOCTYPE html><html>/);
    expect(await frames.show('<p>a</p>')).toMatch(/^<html>/);
  });

  it('loses what can only be in its way: scripts, base, links, refreshes', async () => {
    const html = await frames.show(
      '<base href="//evil.example"><link rel=preload href=x><meta http-equiv=refresh content="0;url=/"><meta charset=utf-8><script>1</script><svg><script>2</script></svg><p>kept</p>',
    );
    expect(html).toContain('<p>kept</p>');
    expect(html).toContain('<meta charset="utf-8">');
    expect(html).not.toMatch(/<base|<link|http-equiv|<script/);
  });

  it('has its variables marked, where they are text', async () => {
    const html = await frames.show(
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
    const html = await frames.show('<img src="{{ photo_1 }}"><img src="a/{{b}}.png">');
    const names = [...html.matchAll(/src="data:image\/svg\+xml,([^"]+)"/g)].map(
      ([, svg = '']) => /{{[^}]+}}/.exec(decodeURIComponent(svg))?.[0],
    );
    expect(names).toEqual(['{{photo_1}}', '{{b}}']);
  });

  it('is read as the frame reads it, without scripts: nothing hides from it', async () => {
    const html = await frames.show(
      '<noscript><link rel=preconnect href=//evil.example></noscript><div><template shadowrootmode=open><link rel=preconnect href=//evil.example><p>{{a}}</p></template></div><iframe srcdoc="<link rel=preconnect href=//evil.example>"></iframe><p>kept</p>',
    );
    expect(html).not.toContain('evil.example');
    expect(html).toMatch(/<template shadowrootmode="open"><p><mark[^>]+>{{a}}<\/mark><\/p><\/template>/);
    expect(html).toContain('<p>kept</p>');
  });

  it('of more elements or levels than can be read is not shown', async () => {
    for (const html of ['<b>'.repeat(5_000), '<br>'.repeat(25_000)]) {
      frames.designsAre([html]);
      const response = await frames.saved();
      expect(response.status).toBe(400);
      expect(response.headers.get('content-security-policy')).toBe(POLICY);
      expect(await response.text()).toContain('too deeply nested');
    }
  });
});

describe('a draft', () => {
  it('is shown under the same policy', async () => {
    const response = await frames.draft({ fields: { html: '<p>{{draft}}</p>' } });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-security-policy')).toBe(POLICY);
    expect(await response.text()).toMatch(/<p><mark[^>]+>{{draft}}<\/mark><\/p>/);
    expect(frames.harness.service.requests).toEqual([]);
  });

  it('may be one of several fields, by the button that was pressed', async () => {
    const fields = { 'designs[0]': '<p>front</p>', 'designs[1]': '<p>back</p>', show: 'designs[1]' };
    expect(await (await frames.draft({ fields })).text()).toContain('<p>back</p>');
  });

  it('has the pictures of the saved template, and the console fetches no other', async () => {
    const [known, unknown] = [frames.file('.png'), frames.file('.png')];
    frames.designsAre(['<p>', `<img src="${known}">`]);
    const html = await (
      await frames.draft({ fields: { html: `<img src="${unknown}"><img src="${known}">` } })
    ).text();
    expect(frames.served).toEqual([new URL(known).pathname]);
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
      expect((await frames.draft({ fields, headers })).status).toBe(403);
    }
    expect((await frames.draft({ fields }, nobody)).status).toBe(401);
    expect((await frames.draft({ fields, id: '0' })).status).toBe(404);
  });

  it('has a size, and so has the form it comes in', async () => {
    const most = `<p>${'x'.repeat(MAX_DESIGN_BYTES - 3)}`;
    expect((await frames.draft({ fields: { html: most } })).status).toBe(200);
    expect((await frames.draft({ fields: { html: `${most}x` } })).status).toBe(413);
    expect(
      (await frames.draft({ fields: { html: '<p>', more: 'x'.repeat(8 * MAX_DESIGN_BYTES) } })).status,
    ).toBe(413);
  });

  it('that is no form is no design', async () => {
    const json = { origin: ORIGIN, 'content-type': 'application/json' };
    expect((await frames.draft({ headers: json, body: '{"html":"<p>"}' })).status).toBe(400);
    expect((await frames.draft({ fields: { other: '<p>' } })).status).toBe(400);
    expect((await frames.draft({ fields: { show: '__proto__' } })).status).toBe(400);
  });
});
