/** Tests that the console logs one line, without personal data, for each request that fails. */
import pg from 'pg';
import { expect } from '../support/browser.ts';
import { createDraft } from '../support/campaigns.ts';
import { memberEmail, TEST_PASSWORD } from '../support/console.ts';
import { test } from '../support/postgres-browser.ts';

test.use({ environment: 'errorLogs' });

// A single worker runs all tests in this file, so that only one PostgreSQL server is started.
test.describe.configure({ mode: 'default' });

/** The levels of log lines are numbers. */
const WARN = 40;

test('logs its startup, but no warnings while pages are shown', async ({
  page,
  login,
  service,
  mailroom,
}) => {
  const linesFrom = (start: number) =>
    mailroom.printed
      .slice(start)
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line));
  expect(linesFrom(0)).toContainEqual(
    expect.objectContaining({ msg: 'starting', version: expect.any(String) }),
  );
  expect(linesFrom(0)).toContainEqual(expect.objectContaining({ msg: 'ready' }));
  const { id } = await createDraft(service);
  await login(page, 'sender');
  const before = mailroom.printed.length;
  for (const path of ['/', '/campaigns', `/campaigns/${id}`]) await page.goto(path);
  expect(linesFrom(before).filter(({ level }) => level >= WARN)).toEqual([]);
});

test('logs one line per failed request, with the request’s id, cause, and stack, but without parameters', async ({
  page,
  login,
  mailroom,
  database,
}) => {
  await login(page, 'sender');
  expect((await page.request.get('/profile')).status()).toBe(200);
  const { csrfToken } = await (await page.request.get('/api/auth/csrf')).json();
  const client = new pg.Client(database.url);
  await client.connect();
  try {
    await client.query('alter table members rename to renamed_members');
    const before = mailroom.printed.length;
    const form = { csrfToken, email: memberEmail('sender'), password: TEST_PASSWORD };
    const sent = [
      await page.request.get('/profile'),
      await page.request.get('/api/v1/campaigns'),
      await page.request.get('/files/campaigns/1/proof'),
      await page.request.get('/api/campaigns/1/status', {
        headers: { 'x-request-id': 'chosen by the caller' },
      }),
      await page.request.post('/api/auth/callback/credentials', { form, maxRedirects: 0 }),
    ];
    // next-auth puts an error's message in the URL of the redirect.
    expect(sent.at(-1)?.headers().location).toMatch(/\?error=broken$/);
    const ids = sent.map((response) => response.headers()['x-request-id'] ?? '');
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[\da-f-]{36}$/);
    // The page shows the id, so that a member can tell an operator which request failed.
    expect(await sent[0]?.text()).toContain(ids[0]);
    const linesOf = (id: string) => mailroom.printed.slice(before).filter((line) => line.includes(id));
    for (const [i, id] of ids.entries()) {
      const response = `${sent[i]?.status()} ${sent[i]?.url()}`;
      await expect.poll(() => linesOf(id).length, response).toBeGreaterThan(0);
    }
    const printed = mailroom.printed.slice(before);
    for (const [i, id] of ids.entries()) {
      const errors = linesOf(id)
        .map((line) => JSON.parse(line))
        .filter(({ err }) => err !== undefined);
      const name = `${sent[i]?.status()} ${sent[i]?.url()} ${JSON.stringify(linesOf(id))}`;
      expect(errors, name).toHaveLength(1);
      expect(errors[0], name).toMatchObject({
        request: id,
        err: { message: expect.stringMatching(/^Failed query: /), stack: expect.stringMatching(/^at /) },
      });
      expect(errors[0].err.cause, name).toMatchObject({
        code: '42P01',
        message: expect.stringContaining('members'),
      });
    }
    for (const line of printed) {
      expect(() => JSON.parse(line), line).not.toThrow();
      expect(line).not.toMatch(/@mailroom\.test|params|scrypt\$/);
    }
  } finally {
    await client.query('alter table renamed_members rename to members');
    await client.end();
  }
});
