/**
 * Tests that a production console responds to malformed actions, and that it prints only log lines, with nothing from
 * the requests.
 */
import { FormData, fetch } from 'undici';
import { expect, test } from '../support/browser.ts';
import { readFormFields } from '../support/forms.ts';

test.use({ environment: 'malformedActions' });

// A single worker runs all tests in this file, so that only one service and one console are started.
test.describe.configure({ mode: 'default' });

const TYPED = 'typed-by-a-person';
const EMAIL = 'person@typed.example';
const UNKNOWN_ID = 'f'.repeat(42);
type Fields = readonly (readonly [name: string, value: string])[];

function createForm(fields: Fields): FormData {
  const form = new FormData();
  for (const [name, value] of [...fields, ['_1_email', EMAIL] as const]) form.append(name, value);
  return form;
}

test('each malformed action gets status 400, and one log line without the request’s content', async ({
  mailroom,
  newBrowser,
}) => {
  const page = await newBrowser({ javaScriptEnabled: false });
  await page.goto('/login');
  const fields = Object.entries(await readFormFields(page.locator('main form').first()));
  const id = /"id":"([\da-f]{42})"/.exec(JSON.stringify(fields).replaceAll('\\', ''))?.[1] ?? '';
  expect(id).not.toBe('');
  const withState = (state: string): Fields =>
    fields.map(([name, value]) => [name, /^\$ACTION_\d+:1$/.test(name) ? state : value]);
  const script = (body: FormData | string, action = id) => ({
    body,
    headers: {
      'next-action': action,
      ...(typeof body === 'string' && { 'content-type': 'text/plain;charset=UTF-8' }),
    },
  });
  const truncated = `--x\r\ncontent-disposition: form-data; name="email"\r\n\r\n${EMAIL}`;
  const requests: { body: FormData | string; headers?: Record<string, string> }[] = [
    { body: createForm(withState(`[{"message":"${TYPED}"`)) },
    { body: createForm(withState(`["$h1","${TYPED}"]`)) },
    {
      body: createForm([
        ['$ACTION_REF_1', ''],
        ['$ACTION_1:0', `{"${TYPED}`],
      ]),
    },
    { body: createForm([[`$ACTION_ID_${TYPED}`, '']]) },
    {
      body: createForm([
        [`$ACTION_ID_${UNKNOWN_ID}`, ''],
        ['comment', TYPED],
      ]),
    },
    { body: createForm([['comment', TYPED]]) },
    { body: truncated, headers: { 'content-type': 'multipart/form-data; boundary=x' } },
    script(createForm([['0', `["${TYPED}`]])),
    script(createForm([['0', '["$0"]']])),
    script(createForm([['comment', TYPED]])),
    script(`{"comment": ${TYPED}`),
    script(`[{},"$n${TYPED}"]`),
    script('['.repeat(30)),
    script('[]', UNKNOWN_ID),
    script('[]', TYPED),
    {
      ...script(truncated),
      headers: { 'next-action': id, 'content-type': 'multipart/form-data; boundary=x' },
    },
  ];
  const before = mailroom.printed.length;
  const ids: string[] = [];
  for (const [i, { body, headers }] of requests.entries()) {
    const response = await fetch(`${mailroom.url}/login`, {
      method: 'POST',
      body,
      headers: { origin: mailroom.url, ...headers },
    });
    const name = `request ${i}`;
    expect(response.status, name).toBe(400);
    const text = await response.text();
    expect(text, name).toContain('No action was taken.');
    expect(response.headers.get('content-type'), name).toBe(
      headers && 'next-action' in headers ? 'text/plain' : 'text/html; charset=utf-8',
    );
    ids.push(response.headers.get('x-request-id') ?? '');
  }
  // Next or the middleware refuses requests from other sites.
  await fetch(`${mailroom.url}/login`, {
    method: 'POST',
    ...script('[]'),
    headers: {
      'next-action': id,
      origin: `https://${TYPED}.example`,
      'x-forwarded-host': `${TYPED}.example`,
    },
  });
  const lines = () => mailroom.printed.slice(before).map((line) => JSON.parse(line));
  for (const requestId of ids) {
    await expect
      .poll(() => lines().filter(({ request, msg }) => request === requestId && msg !== 'request'))
      .toEqual([
        expect.objectContaining({ level: 40, why: expect.stringMatching(/^(malformed|out_of_date)$/) }),
      ]);
  }
  // The lines before the first request include the lines that Next prints while it starts.
  for (const line of mailroom.printed) {
    expect(() => JSON.parse(line), line).not.toThrow();
    expect(line).not.toContain(TYPED);
    expect(line).not.toContain(EMAIL);
  }
});

test('without JavaScript, a form loaded before an update shows what was typed and reloads the page', async ({
  newBrowser,
}) => {
  const page = await newBrowser({ javaScriptEnabled: false });
  await page.goto('/login?callbackUrl=%2Fteam');
  await page.getByLabel('Email').fill(EMAIL);
  await page.getByLabel('Password').fill(TYPED);
  await page
    .locator('main form input[name^="$ACTION_"][value*="id"]')
    .first()
    .evaluate((input: HTMLInputElement, unknown) => {
      input.value = input.value.replace(/[\da-f]{42}/, unknown);
    }, UNKNOWN_ID);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'This page is out of date' })).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(EMAIL);
  await expect(page.getByText(TYPED)).toHaveCount(0);
  await page.getByRole('button', { name: 'Reload page' }).click();
  await expect(page).toHaveURL(/\/login\?callbackUrl=%2Fteam$/);
  await expect(page.getByLabel('Password')).toBeVisible();
});

test('with JavaScript, a form loaded before an update has a message beside it', async ({ page }) => {
  await page.route('**/login*', async (route) => {
    const headers = route.request().headers();
    if (headers['next-action']) headers['next-action'] = UNKNOWN_ID;
    await route.continue({ headers });
  });
  await page.goto('/login');
  await page.getByLabel('Email').fill(EMAIL);
  await page.getByLabel('Password').fill(TYPED);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(
    page.getByRole('alert').getByText('Mailroom was updated after you opened this page.'),
  ).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(EMAIL);
});
