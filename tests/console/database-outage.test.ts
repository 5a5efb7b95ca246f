/**
 * Tests how the console responds to form submissions while a real PostgreSQL server is unreachable.
 * tests/e2e/database-down.spec.ts tests the pages.
 */
import { sql } from 'drizzle-orm';
import { NextRequest } from 'next/server';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { issueSessionToken, sessionCookie } from '#lib/auth/session-token.ts';
import { isDatabaseOutage } from '#lib/data/database-outage.ts';
import { DATABASE_FAILED } from '#lib/format/refused-request.ts';
import { formAction, guestAction } from '#lib/forms/action.ts';
import { closeStore, store } from '#lib/store/open.ts';
import { middleware } from '#middleware.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../support/database-proxy.ts';
import { type Postgres, startPostgres } from '../support/postgres.ts';
import { addMember } from './support/members.ts';
import { inRequest } from './support/request.ts';
import { ORIGIN, useSettings } from './support/settings.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

let postgres: Postgres;
let proxy: DatabaseProxy;
beforeAll(async () => {
  postgres = await startPostgres();
  proxy = await startDatabaseProxy(postgres.url);
  useSettings({ DATABASE_URL: proxy.url, DATABASE_TIMEOUT: '1' });
  await store();
});
afterAll(async () => {
  proxy.set('open');
  await closeStore();
  proxy.stop();
  await postgres.stop();
});
beforeEach(() => proxy.set('open'));

const schema = z.object({ comment: z.string(), password: z.string() });
const FIELDS = { comment: 'typed <by hand>', password: 'typed secret' };

function toForm(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

describe('an action', () => {
  it.each(['frozen', 'closed'] as const)(
    'returns what a member typed if the database is %s',
    async (state) => {
      const token = await issueSessionToken(await addMember(`${state}@mailroom.test`, 'viewer'));
      const run = vi.fn();
      const action = formAction('member', schema, run);
      proxy.set(state);
      const context = { headers: { origin: ORIGIN }, cookies: { [sessionCookie()]: token } };
      expect(await inRequest(context, () => action({}, toForm(FIELDS)))).toEqual({
        message: DATABASE_FAILED,
        values: { comment: FIELDS.comment },
      });
      expect(run).not.toHaveBeenCalled();
    },
  );

  it('returns what a guest typed if the database fails while the action runs', async () => {
    const action = guestAction(schema, async () => {
      proxy.set('closed');
      await (await store()).execute(sql`select 1`);
      return { ok: true };
    });
    const context = { headers: { origin: ORIGIN } };
    expect(await inRequest(context, () => action({}, toForm(FIELDS)))).toEqual({
      message: DATABASE_FAILED,
      values: { comment: FIELDS.comment },
    });
  });

  it('doesn’t report a bug as an outage', async () => {
    const action = guestAction(schema, async () => {
      await (await store()).execute(sql`select * from no_such_table`);
      return { ok: true };
    });
    const context = { headers: { origin: ORIGIN } };
    await expect(inRequest(context, () => action({}, toForm(FIELDS)))).rejects.toThrow('no_such_table');
  });
});

describe('a form submitted while the database is down', () => {
  const send = (path: string, fields: Readonly<Record<string, string>>, headers = {}) =>
    middleware(
      new NextRequest(new URL(path, 'http://internal.example'), {
        method: 'POST',
        body: toForm(fields),
        headers: { origin: ORIGIN, ...headers },
      }),
    );

  it.each(['frozen', 'closed'] as const)(
    'is returned with the typed values if the database is %s',
    async (state) => {
      proxy.set(state);
      const response = await send('/login?callbackUrl=%2Fteam', { $ACTION_KEY: 'k', ...FIELDS });
      const html = await response.text();
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
      expect(html).toContain('action="/login?callbackUrl=%2Fteam"');
      expect(html).toContain('<input type="hidden" name="$ACTION_KEY" value="k">');
      expect(html).toContain('<label>Comment<input name="comment" value="typed &lt;by hand&gt;"></label>');
      expect(html).toContain('<input type="password" name="password"');
      expect(html).not.toContain(FIELDS.password);
      expect(response.headers.get('content-security-policy')).toContain("form-action 'self'");
    },
  );

  it('is returned without a card token, even if the token looks like an id', async () => {
    proxy.set('closed');
    const fields = { id: '7', source: 'tok_1MqLiJLkdIwHu7ixUOuFrEOr', email: 'office@b.example' };
    const html = await (await send('/campaigns/7/checkout', fields)).text();
    expect(html).toContain('value="office@b.example"');
    expect(html).toContain('<input type="password" name="source"');
    expect(html).not.toContain(fields.source);
  });

  it('isn’t returned with the entered values if another site submitted the form', async () => {
    proxy.set('closed');
    const html = await (await send('/share/token', FIELDS, { origin: 'https://other.example' })).text();
    expect(html).toContain('Mailroom can’t reach its database');
    expect(html).not.toContain('typed');
  });

  it('gets a plain-text response instead of a page if a script submitted the form', async () => {
    proxy.set('closed');
    const response = await send('/share/token', FIELDS, { 'next-action': 'x' });
    expect(response.headers.get('content-type')).toBe('text/plain');
    expect(await response.text()).toMatch(/^No action was taken\. The database isn’t responding\./);
  });
});

it.each([
  ['a duplicate', '23505', false],
  ['a syntax error', '42601', false],
  ['a shutdown', '57P01', true],
  ['a statement timeout', '57014', true],
  ['a lock timeout', '55P03', true],
  ['a standby', '25006', true],
  ['too many connections', '53300', true],
  ['a refused connection', 'ECONNREFUSED', true],
])('%s (%s) counts as an outage: %s', (_, code, isOutage) => {
  const error = new Error('the query failed', { cause: Object.assign(new Error('reason'), { code }) });
  expect(isDatabaseOutage(error)).toBe(isOutage);
});
