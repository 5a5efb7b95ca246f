/** Tests the security headers of every kind of response, and where forms can redirect to. */
import { connect } from 'node:net';
import type { APIRequestContext, APIResponse } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { createDraft } from '../support/campaigns.ts';

const EXPECTED = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
};

interface Kind {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly data?: string;
  /** Headers whose values differ from the defaults. */
  readonly except?: Readonly<Record<string, string>>;
}

const EMBEDDABLE = { 'cross-origin-resource-policy': 'cross-origin' };
const PRIVATE_LINK = { 'referrer-policy': 'no-referrer' };

const KINDS: readonly Kind[] = [
  { path: '/login' },
  { path: '/login', method: 'HEAD' },
  { path: '/' },
  { path: '/nowhere' },
  { path: '/%zz' },
  { path: '/%c0%80' },
  { path: '/login/' },
  { path: '/.//evil.example/' },
  { path: '/favicon.ico' },
  { path: '/icon.svg' },
  { path: '/icon.svg', method: 'POST' },
  { path: '/robots.txt' },
  { path: '/health' },
  { path: '/health/live' },
  { path: '/health/ready' },
  { path: '/openapi.json' },
  { path: '/_next/static/chunks/missing.js' },
  { path: '/_next/static/%zz' },
  { path: '/_next/image?url=%2Ficon.svg&w=64&q=75' },
  { path: '/_next/data/x/index.json' },
  { path: '/api/v1/campaigns' },
  { path: '/api/v1/campaigns/1/pay', method: 'POST' },
  { path: '/api/v1/campaigns', method: 'OPTIONS' },
  { path: '/api/campaigns/1/status' },
  { path: '/api/nowhere' },
  { path: '/api/%zz' },
  { path: '/api/auth/csrf' },
  { path: '/api/auth/callback/credentials' },
  { path: '/api/auth/callback/credentials', method: 'PUT' },
  { path: '/api/auth/signin' },
  { path: '/files/campaigns/1/proof' },
  { path: '/files/campaigns/1/proof', headers: { accept: 'text/html' } },
  { path: '/files/fonts/missing.woff2' },
  { path: '/share/preview.png', except: EMBEDDABLE },
  { path: '/share/picture.png', except: EMBEDDABLE },
  { path: '/share/invalid', except: PRIVATE_LINK },
  { path: '/calendar/feed/invalid.ics', except: PRIVATE_LINK },
  { path: '/share/invalid/files/front', except: PRIVATE_LINK },
  { path: '/join/invalid', except: PRIVATE_LINK },
  { path: '/pay/return?state=x' },
  { path: '/login', method: 'PUT' },
  { path: '/login', method: 'POST', headers: { origin: 'https://evil.example' } },
  {
    path: '/login',
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    data: '--x\r\n',
  },
  { path: '/login', method: 'POST', headers: { 'next-action': '0'.repeat(42) } },
  { path: '/login', method: 'POST', headers: { 'next-action': 'x' } },
  { path: '/campaigns', headers: { rsc: '1' } },
  { path: '/login?_rsc=x', headers: { rsc: '1' } },
];

const SIGNED_IN: readonly Kind[] = [
  { path: '/' },
  { path: '/nowhere' },
  { path: '/campaigns/999999999' },
  { path: '/team' },
  { path: '/api/v1/campaigns' },
  { path: '/api/campaigns/1/status' },
  { path: '/activity/export' },
  { path: '/files/templates/1/designs/0' },
  { path: '/files/campaigns/1/thumbnail/front?width=132' },
];

const send = (request: APIRequestContext, { path, method = 'GET', headers = {}, data }: Kind) =>
  request.fetch(path, { method, headers, maxRedirects: 0, ...(data === undefined ? {} : { data }) });

/** Returns the problems with a response's headers. */
function findProblems(kind: Kind, response: APIResponse): string[] {
  const name = `${kind.method ?? 'GET'} ${kind.path} (${response.status()})`;
  const all = response.headersArray();
  const valuesOf = (header: string) =>
    all.filter((entry) => entry.name.toLowerCase() === header).map(({ value }) => value);
  const problems = Object.entries({ ...EXPECTED, ...kind.except }).flatMap(([header, value]) =>
    JSON.stringify(valuesOf(header)) === JSON.stringify([value])
      ? []
      : [`${name} ${header}: ${valuesOf(header).join(' | ')}`],
  );
  const policies = valuesOf('content-security-policy');
  if (!(policies.length === 1 && /frame-ancestors/.test(policies.join())))
    problems.push(`${name} content-security-policy: ${policies.join(' | ')}`);
  return problems;
}

test('every kind of response has the security headers', async ({ request, page, login }) => {
  const login_ = await request.get('/login');
  const files = [...(await login_.text()).matchAll(/\/_next\/static\/[^"\\]+\.(?:js|css|woff2)/g)].map(
    String,
  );
  expect(files.length).toBeGreaterThan(2);
  const problems: string[] = [];
  const check = async (from: APIRequestContext, kinds: readonly Kind[]) => {
    for (const kind of kinds) problems.push(...findProblems(kind, await send(from, kind)));
  };
  await check(request, [...KINDS, ...[...new Set(files)].map((path) => ({ path }))]);
  await login(page, 'admin');
  await check(page.request, SIGNED_IN);
  expect(problems).toEqual([]);
});

test('the response to a request with an unusual method has the security headers', async ({ mailroom }) => {
  const { hostname, port } = new URL(mailroom.url);
  for (const method of ['TRACE', 'PROPFIND', 'DELETE']) {
    const head = await new Promise<string>((received, failed) => {
      let text = '';
      const socket = connect(Number(port), hostname, () =>
        socket.write(`${method} /login HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close\r\n\r\n`),
      );
      socket
        .on('data', (data) => {
          text += data;
        })
        .on('error', failed)
        .on('close', () => received(text.split('\r\n\r\n')[0] ?? ''));
    });
    for (const [name, value] of Object.entries(EXPECTED))
      expect(head.toLowerCase(), method).toContain(`${name}: ${value.toLowerCase()}`);
  }
});

test('forms can redirect to the payment page only from checkout', async ({
  page,
  login,
  service,
  mailroom: _,
}) => {
  await login(page, 'sender');
  const { id } = await createDraft(service);
  const readTargets = async (path: string) => {
    const policy = (await page.request.get(path)).headers()['content-security-policy'] ?? '';
    return /form-action ([^;]*)/.exec(policy)?.[1];
  };
  expect(await readTargets(`/campaigns/${id}/checkout`)).toBe(`'self' ${service.url}`);
  for (const path of ['/', `/campaigns/${id}`, `/campaigns/${id}/share`, '/profile', '/nowhere', '/login'])
    expect(await readTargets(path), path).toBe("'self'");
});
