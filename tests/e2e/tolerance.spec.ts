/** Tests that pages render unusual data from the service without layout defects, on desktops and phones. */
import type { Page } from '@playwright/test';
import { test as base, expect } from '../support/browser.ts';
import { findLayoutProblems } from '../support/layout.ts';
import { ARABIC, CORPUS } from '../support/tolerance/corpus.ts';
import { startCorpusService } from '../support/tolerance/corpus-service.ts';

const test = base.extend<object, { upstream: { readonly url: string; readonly key: string } }>({
  upstream: [
    async ({ browserName: _ }, use) => {
      const service = await startCorpusService();
      await use(service);
      await service.remove();
    },
    { scope: 'worker' },
  ],
});

/** The checkout pages of campaigns whose checkout can't be read. */
const UNAVAILABLE = ['/campaigns/101/checkout', '/campaigns/102/checkout'];

const WIDTHS = [1440, 390] as const;

/** Opens each page, resizes it to each width, and expects no errors or layout problems. */
async function expectNoProblems(page: Page, paths: readonly string[]): Promise<void> {
  const problems: string[] = [];
  let path = '';
  page.on('pageerror', (error) => problems.push(`${path}: ${error.message}`));
  page.on('console', (message) => {
    // Ignore errors about images that the service lists but doesn't have.
    const isFile = /\/files\//.test(message.location().url);
    // Browsers also log the status of unavailable pages as an error.
    const isUnavailable = UNAVAILABLE.includes(path) && /status of 503/.test(message.text());
    if (message.type() === 'error' && !isFile && !isUnavailable) problems.push(`${path}: ${message.text()}`);
  });
  for (path of paths) {
    await page.setViewportSize({ width: WIDTHS[0], height: 900 });
    const response = await page.goto(path);
    const status = response?.status() ?? 0;
    if (status !== (UNAVAILABLE.includes(path) ? 503 : 200)) problems.push(`${path}: status ${status}`);
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await waitForLayout(page);
      problems.push(...(await findLayoutProblems(page)).map((problem) => `${path} at ${width}: ${problem}`));
    }
  }
  expect(problems).toEqual([]);
}

/** Waits until fonts have loaded and components have adapted to the new width. */
async function waitForLayout(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (const _ of [1, 2]) await new Promise((resolve) => requestAnimationFrame(resolve));
  });
}

const ID_ONLY_CUSTOMER = 101;

test('renders lists, even if a list is empty or the page number is too high', async ({ page, login }) => {
  await login(page, 'admin');
  await expectNoProblems(page, [
    '/',
    '/activity',
    '/campaigns',
    '/campaigns?status=queued&per_page=100',
    '/campaigns?status=mailed',
    '/campaigns?page=9999',
    '/customers',
    '/customers?page=9999',
    `/customers/${ID_ONLY_CUSTOMER}?status=mailed`,
    `/customers/${ID_ONLY_CUSTOMER}?page=9999`,
    '/templates',
    '/templates?page=9999',
  ]);
});

for (const { name, id } of CORPUS) {
  test(`renders every page with ${name}`, async ({ page, login }) => {
    await login(page, 'admin');
    await expectNoProblems(page, [
      ...['', '?recipients=all', '/checkout', '/send', '/confirm/clone'].map(
        (part) => `/campaigns/${id}${part}`,
      ),
      ...['', '/email'].map((part) => `/customers/${id}${part}`),
      ...['', '/edit', '/delete', '/preview'].map((part) => `/templates/${id}${part}`),
    ]);
  });
}

for (const { name, id } of CORPUS.filter((entry) => [104, 106].includes(entry.id))) {
  test(`renders the payment return page with ${name}`, async ({ page, login }) => {
    await login(page, 'sender');
    await page.goto(`/campaigns/${id}/checkout`);
    await page.getByRole('button', { name: /^Pay/ }).click();
    await page.waitForURL(/\/paying\?/);
    await expectNoProblems(page, [new URL(page.url()).searchParams.get('back') ?? '']);
  });
}

test('shows an error instead of redirecting if the payment link isn’t an HTTP URL', async ({
  page,
  login,
}) => {
  const { id } = CORPUS.find(({ link }) => link !== undefined) ?? { id: 0 };
  await login(page, 'sender');
  await page.goto(`/campaigns/${id}/checkout`);
  await page.getByRole('button', { name: /^Pay/ }).click();
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(/\w/);
  await expect(page).toHaveURL(new RegExp(`/campaigns/${id}/checkout$`));
  expect(await findLayoutProblems(page)).toEqual([]);
});

test('the check for layout problems detects each kind of problem that other tests look for', async ({
  page,
}) => {
  const card = (inner: string) =>
    `<div class="bg-card" style="position: relative; width: 200px">${inner}</div>`;
  const examples: readonly [string, RegExp][] = [
    ['<div style="width: 3000px">wide</div>', /px wide on/],
    [
      card('<span style="white-space: nowrap">much longer than the card is wide, and not broken</span>'),
      /overflows its/,
    ],
    [card('one<span style="position: absolute; left: 0">two</span>'), /overlap/],
    [card('undefined recipients'), /the text contains/],
    [card(`${ARABIC} #12`), /may reverse the text/],
    [card('<b data-markup>bold</b>'), /became markup/],
  ];
  for (const [html, problem] of examples) {
    await page.setContent(`<main>${html}</main>`);
    expect((await findLayoutProblems(page)).join()).toMatch(problem);
  }
  await page.setContent(`<main>${card(`<bdi>${ARABIC}</bdi> #12`)}</main>`);
  expect(await findLayoutProblems(page)).toEqual([]);
});
