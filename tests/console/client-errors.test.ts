/** Tests which errors reported by browsers are logged, and what the log contains. */
import { beforeEach, describe, expect, it } from 'vitest';
import { POST } from '#app/client-errors/route.ts';
import { setBuiltRoutes } from '#lib/http/routes.ts';
import { dropSingleton } from '#lib/runtime/singleton.ts';
import { captureLog } from './support/log.ts';
import { ORIGIN, useSettings } from './support/settings.ts';

const captured = captureLog();
const TOKEN = 'sLxk2o8mG0tq6f3nRzUaWg';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const REPORT = {
  name: 'TypeError',
  message: 'Cannot read properties of undefined (reading "mia@brightwater.example")',
  stack: `TypeError: x\n    at t (${ORIGIN}/_next/static/chunks/0a1b~2.js:1:2345)\n    at https://evil.example/${TOKEN}.js:1:1\n    at async ${ORIGIN}/_next/static/chunks/app/page-9.js:2:7`,
  path: `/share/${TOKEN}`,
};

beforeEach(() => {
  useSettings({ TRUSTED_PROXY_ADDRESSES: '127.0.0.1' });
  dropSingleton('clientErrorLimiters');
  setBuiltRoutes({
    fixed: [],
    patterns: [{ route: '/share/[token]', pattern: /^\/share\/([^/]+?)(?:\/)?$/ }],
  });
});

let addresses = 0;

/** Returns the response's status. Each report comes from a new address unless `from` says otherwise. */
async function send(body: unknown, headers: Record<string, string> = {}, from = `198.51.100.${addresses++}`) {
  const request = new Request(`${ORIGIN}/client-errors`, {
    method: 'POST',
    headers: { origin: ORIGIN, 'user-agent': FIREFOX, 'x-forwarded-for': `${from}, 127.0.0.1`, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return (await POST(request)).status;
}

describe('a report', () => {
  it('becomes one warning with the route, the browser, and the position in the console’s own scripts', async () => {
    expect(await send(REPORT)).toBe(204);
    expect(captured.readEntries()).toEqual([
      expect.objectContaining({
        level: 40,
        msg: 'an error in a browser',
        route: '/share/[token]',
        browser: 'Firefox on Windows',
        error: 'TypeError: Cannot read properties of undefined (reading [redacted])',
        at: ['0a1b~2.js:1:2345', 'page-9.js:2:7'],
      }),
    ]);
  });

  it('leaves no token, email address, name of another site, or typed text in the log', async () => {
    const messages = [
      `no ${TOKEN}${TOKEN}`,
      'no mia@brightwater.example',
      'no "what someone typed"',
      `/share/${TOKEN}${TOKEN}`,
    ];
    for (const message of messages) expect(await send({ ...REPORT, message })).toBe(204);
    expect(captured.readEntries()).toHaveLength(messages.length);
    for (const secret of [TOKEN, 'brightwater', 'typed', 'evil'])
      expect(captured.readText()).not.toContain(secret);
  });

  it.each([
    ['text', 'no JSON'],
    ['missing fields', { name: 'Error' }],
    ['other fields', { ...REPORT, member: 'admin' }],
    ['other types', { ...REPORT, stack: ['a'] }],
    ['a long message', { ...REPORT, message: 'x'.repeat(501) }],
    ['a long body', `{"name":"${'x'.repeat(9_000)}"}`],
    ['nothing', ''],
  ])('with %s is refused, and isn’t logged', async (_, body) => {
    expect(await send(body)).toBe(400);
    expect(captured.readText()).toBe('');
  });

  it('from another site is refused', async () => {
    expect(await send(REPORT, { origin: 'https://evil.example' })).toBe(403);
    expect(captured.readText()).not.toContain('an error in a browser');
  });
});

describe('the number of reports', () => {
  const sendMany = async (count: number, from?: string) => {
    const statuses: number[] = [];
    for (let i = 0; i < count; i++) statuses.push(await send(REPORT, {}, from));
    return statuses.filter((status) => status === 204).length;
  };

  it('from one address is limited, and other addresses aren’t affected', async () => {
    expect(await sendMany(100, '203.0.113.5')).toBe(10);
    expect(await send(REPORT)).toBe(204);
  });

  it('from all addresses is limited', async () => {
    expect(await sendMany(80)).toBe(60);
    expect(captured.readEntries()).toHaveLength(60);
  });
});
