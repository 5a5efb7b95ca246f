/** Tests that members can create, use, and revoke API tokens, and that the programs on the API page work. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { type CreatedToken, createTokenOnPage } from '../support/api-tokens.ts';
import { expect, test } from '../support/browser.ts';
import { createDraft, createQueuedCampaign, fetchCampaign } from '../support/campaigns.ts';
import { memberEmail } from '../support/console.ts';
import { findPrimaryButtons } from '../support/layout.ts';
import { findMemberPath } from '../support/team.ts';

test.use({ environment: 'api-tokens' });

// A single worker runs all tests in this file, so that only one service and one console are started.
test.describe.configure({ mode: 'default' });

const run = promisify(execFile);

/** Sends a request as a program does. */
async function callApi(origin: string, { text }: Pick<CreatedToken, 'text'>, path: string, method = 'GET') {
  const response = await fetch(`${origin}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${text}` },
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

for (const javaScriptEnabled of [true, false]) {
  test(`creates, uses, and revokes a token ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async ({
    newBrowser,
    login,
    mailroom,
  }) => {
    const page = await newBrowser({ javaScriptEnabled });
    await login(page, 'sender');
    await page.goto('/profile');
    await page.getByRole('link', { name: 'Manage API tokens' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'API tokens' })).toBeVisible();

    const name = `Report ${javaScriptEnabled}`;
    const token = await createTokenOnPage(page, name);
    expect(token.text).toMatch(/^mrm_[0-9A-Za-z]{36}$/);
    await expect(page.getByText('Never used').first()).toBeVisible();
    // Copying the token is the next step, so the button that creates another token no longer looks like the
    // main action.
    expect(await findPrimaryButtons(page)).toEqual(javaScriptEnabled ? ['Copy'] : []);
    const listed = await callApi(mailroom.url, token, '/v1/campaigns?per_page=1');
    expect(listed.status).toBe(200);
    expect(listed.headers.get('ratelimit')).toMatch(/^"token";r=119;t=\d+$/);
    const refused = await callApi(mailroom.url, token, '/v1/campaigns/1/cancel', 'POST');
    expect(refused).toMatchObject({ status: 403, body: { error: { code: 'not_allowed' } } });

    await page.goto('/tokens');
    await expect(page.locator('body')).not.toContainText(token.text);
    const item = page.getByRole('listitem').filter({ hasText: name });
    await expect(item).toContainText('from 127.0.0.1');
    await item.getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await page.getByRole('button', { name: 'Revoke token' }).click();
    await expect(page.getByText('The token was revoked and no longer works.')).toBeVisible();
    expect((await callApi(mailroom.url, token, '/v1/campaigns')).status).toBe(401);
    await page.goto('/tokens');
    await expect(page.getByText(/^Revoked /).first()).toBeVisible();
  });

  test(`keeps what was typed if the form is refused, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async ({
    newBrowser,
    login,
  }) => {
    const page = await newBrowser({ javaScriptEnabled });
    await login(page, 'sender');
    await page.goto('/tokens');
    await expect(page.getByRole('checkbox', { name: 'Get a campaign', exact: true })).toBeHidden();
    await page.getByLabel('Name').fill('Half done');
    await page.getByRole('radio', { name: 'Selected operations' }).check();
    await page.getByRole('checkbox', { name: 'Get a campaign', exact: true }).check();
    await page.getByLabel('Limit to IP addresses').fill('10.0.0.0/33');
    await page.getByRole('button', { name: 'Create token' }).click();
    await expect(page.getByText('“10.0.0.0/33” isn’t an IP address or a network.')).toBeVisible();
    await expect(page.getByLabel('Name')).toHaveValue('Half done');
    await expect(page.getByRole('radio', { name: 'Selected operations' })).toBeChecked();
    await expect(page.getByRole('checkbox', { name: 'Get a campaign', exact: true })).toBeChecked();
    await expect(page.getByLabel('Limit to IP addresses')).toHaveValue('10.0.0.0/33');
  });
}

test('the activity log shows which API token made a change, and an admin can revoke the token', async ({
  page,
  newBrowser,
  login,
  mailroom,
  service,
}) => {
  await login(page, 'sender');
  const operations = ['Cancel sending a campaign'];
  const token = await createTokenOnPage(page, 'Stop button', { access: 'Selected operations', operations });
  const { id } = await createQueuedCampaign(service);
  const canceled = await callApi(mailroom.url, token, `/v1/campaigns/${id}/cancel`, 'POST');
  expect(canceled.status).toBe(200);
  expect((await fetchCampaign(service, id)).status).toBe('draft');

  const admin = await newBrowser();
  await login(admin, 'admin');
  await admin.goto(`/activity?campaign=${id}`);
  await expect(admin.getByRole('row').filter({ hasText: 'via API token “Stop button”' })).toHaveCount(1);
  await admin.goto(`/campaigns/${id}`);
  await expect(admin.getByText('via API token “Stop button”')).toBeVisible();
  await admin.goto(await findMemberPath(admin, memberEmail('sender')));
  await admin.getByRole('link', { name: 'Stop button' }).click();
  await expect(admin.getByText(memberEmail('sender')).first()).toBeVisible();
  await admin.getByRole('button', { name: 'Revoke token' }).click();
  await expect(admin.getByText('The token was revoked and no longer works.')).toBeVisible();
  expect((await callApi(mailroom.url, token, `/v1/campaigns/${id}/cancel`, 'POST')).status).toBe(401);
  await admin.goto('/activity?operation=security');
  await expect(admin.getByRole('row').filter({ hasText: 'Revoke API token' }).first()).toContainText(
    'Stop button',
  );

  const viewer = await newBrowser();
  await login(viewer, 'viewer');
  expect((await viewer.goto(token.path))?.status()).toBe(404);
});

test('a token for one customer can read only that customer and that customer’s campaigns', async ({
  page,
  login,
  mailroom,
  service,
}) => {
  await login(page, 'sender');
  const own = await createDraft(service);
  const token = await createTokenOnPage(page, 'One customer', {
    access: 'Read and write',
    customer: own.customerId,
  });
  const customers = await callApi(mailroom.url, token, '/v1/customers');
  expect(customers.body.items).toMatchObject([{ id: own.customerId }]);
  expect((await callApi(mailroom.url, token, `/v1/campaigns/${own.id}`)).status).toBe(200);
  const listed = await callApi(mailroom.url, token, '/v1/campaigns?per_page=100');
  expect(listed.body.items.map(({ id }: { id: number }) => id)).toContain(own.id);
  for (const { id } of listed.body.items) {
    const scoped = `/v1/campaigns/customers/${own.customerId}/campaigns/${id}`;
    expect(
      (await fetch(`${service.url}${scoped}`, { headers: { authorization: `Bearer ${service.key}` } }))
        .status,
    ).toBe(200);
  }
  const all = await fetch(`${service.url}/v1/campaigns?per_page=100`, {
    headers: { authorization: `Bearer ${service.key}` },
  });
  const ownIds = new Set(listed.body.items.map(({ id }: { id: number }) => id));
  const { items } = (await all.json()) as { items: { id: number }[] };
  const other = items.find(({ id }) => !ownIds.has(id));
  if (!other) throw new Error('No other customer has a campaign.');
  for (const [method, path] of [
    ['GET', ''],
    ['GET', '/checkout'],
    ['POST', '/cancel'],
  ] as const) {
    const response = await callApi(mailroom.url, token, `/v1/campaigns/${other.id}${path}`, method);
    expect(response).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
  }
});

async function readProgram(page: Page, language: string): Promise<string> {
  await page.goto('/docs');
  const figure = page.getByRole('figure').filter({ hasText: new RegExp(`^${language}`) });
  return (await figure.locator('pre').textContent()) ?? '';
}

test('the TypeScript program on the API page runs unchanged', async ({ page, login, service }) => {
  const { id } = await createDraft(service);
  await login(page, 'sender');
  const token = await createTokenOnPage(page, 'Program in TypeScript');
  const folder = await mkdtemp(join(tmpdir(), 'mailroom-program-'));
  try {
    await writeFile(join(folder, 'drafts.mts'), await readProgram(page, 'TypeScript'));
    const env = { ...process.env, MAILROOM_TOKEN: token.text, NO_PROXY: '127.0.0.1' };
    const { stdout } = await run(process.execPath, ['drafts.mts'], { cwd: folder, env });
    expect(stdout).toContain(`Campaign ${id}: `);
    for (const line of stdout.trim().split('\n'))
      expect(line).toMatch(/^Campaign \d+: \d+ recipients, \S+ to pay$/);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

// curl might not be installed, so the test reads the request from the command instead of running the command.
test('the curl command on the API page contains a request that lists drafts', async ({
  page,
  login,
  service,
}) => {
  const { id } = await createDraft(service);
  await login(page, 'sender');
  const token = await createTokenOnPage(page, 'curl');
  const command = await readProgram(page, 'curl');
  const [, url = '', name = '', value = ''] =
    /^curl --fail-with-body "([^"]+)" \\\n {2}--header "([\w-]+): ([^"]+)"$/.exec(command) ?? [];
  const response = await fetch(url, { headers: { [name]: value.replace('$MAILROOM_TOKEN', token.text) } });
  const { items } = (await response.json()) as { items: { id: number; status: string }[] };
  expect(items.map((item) => item.id)).toContain(id);
  for (const { status } of items) expect(status).toBe('draft');
});
