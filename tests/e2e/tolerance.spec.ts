/** Whatever a service answers, every page shows what it can make of it, on a desk and on a phone, and keeps its shape. */
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

const WIDTHS = [1440, 390] as const;

/** Opens each page, looks at it at every width, and says of which pages what is wrong. */
async function look(page: Page, paths: readonly string[]): Promise<void> {
  const problems: string[] = [];
  let path = '';
  page.on('pageerror', (error) => problems.push(`${path}: ${error.message}`));
  page.on('console', (message) => {
    // A picture that the service has only promised is a 404 or 502 of ours, which the browser notes by itself.
    const isFile = /\/files\//.test(message.location().url);
    if (message.type() === 'error' && !isFile) problems.push(`${path}: ${message.text()}`);
  });
  for (path of paths) {
    await page.setViewportSize({ width: WIDTHS[0], height: 900 });
    const answer = await page.goto(path);
    const status = answer?.status() ?? 0;
    if (status !== 200) problems.push(`${path}: status ${status}`);
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await laidOut(page);
      problems.push(...(await findLayoutProblems(page)).map((problem) => `${path} at ${width}: ${problem}`));
    }
  }
  expect(problems).toEqual([]);
}

/** What measures itself has drawn itself anew for another width, and in its own typeface. */
async function laidOut(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (const _ of [1, 2]) await new Promise((drawn) => requestAnimationFrame(drawn));
  });
}

const WHOLE = 101;

test('lists of them all, an empty list of one page, a page beyond the last', async ({ page, login }) => {
  await login(page, 'admin');
  await look(page, [
    '/',
    '/activity',
    '/campaigns',
    '/campaigns?status=queued&per_page=100',
    '/campaigns?status=mailed',
    '/campaigns?page=9999',
    '/customers',
    '/customers?page=9999',
    `/customers/${WHOLE}?status=mailed`,
    `/customers/${WHOLE}?page=9999`,
    '/templates',
    '/templates?page=9999',
  ]);
});

for (const { name, id } of CORPUS) {
  test(name, async ({ page, login }) => {
    await login(page, 'admin');
    await look(page, [
      ...['', '?recipients=all', '/checkout', '/send', '/confirm/clone'].map(
        (part) => `/campaigns/${id}${part}`,
      ),
      ...['', '/email'].map((part) => `/customers/${id}${part}`),
      ...['', '/edit', '/delete', '/preview'].map((part) => `/templates/${id}${part}`),
    ]);
  });
}

for (const { name, id } of CORPUS.filter((odd) => [104, 106].includes(odd.id))) {
  test(`coming back from paying: ${name}`, async ({ page, login }) => {
    await login(page, 'sender');
    await page.goto(`/campaigns/${id}/checkout`);
    await page.getByRole('button', { name: /^Pay/ }).click();
    await page.waitForURL(/\/paying\?/);
    await look(page, [new URL(page.url()).searchParams.get('back') ?? '']);
  });
}

test('a pay link that is no address leads nowhere', async ({ page, login }) => {
  const { id } = CORPUS.find(({ link }) => link !== undefined) ?? { id: 0 };
  await login(page, 'sender');
  await page.goto(`/campaigns/${id}/checkout`);
  await page.getByRole('button', { name: /^Pay/ }).click();
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(/\w/);
  await expect(page).toHaveURL(new RegExp(`/campaigns/${id}/checkout$`));
  expect(await findLayoutProblems(page)).toEqual([]);
});

test('what is looked for is found', async ({ page }) => {
  const card = (inner: string) =>
    `<div class="bg-card" style="position: relative; width: 200px">${inner}</div>`;
  const planted: readonly [string, RegExp][] = [
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
  for (const [html, problem] of planted) {
    await page.setContent(`<main>${html}</main>`);
    expect((await findLayoutProblems(page)).join()).toMatch(problem);
  }
  await page.setContent(`<main>${card(`<bdi>${ARABIC}</bdi> #12`)}</main>`);
  expect(await findLayoutProblems(page)).toEqual([]);
});
