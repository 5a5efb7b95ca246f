/** Tests the API documentation page. */
import { operationNames, operations } from '#lib/contract/operations.ts';
import { expect, test } from '../support/browser.ts';

test('lists every operation on the API page without JavaScript', async ({ newBrowser, login }) => {
  const page = await newBrowser({ javaScriptEnabled: false });
  await login(page, 'viewer');
  await page.goto('/');
  await page.getByRole('link', { name: 'API', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'API' })).toBeVisible();
  const articles = await page.getByRole('article').allInnerTexts();
  for (const name of operationNames) {
    const { method, path } = operations[name];
    const described = articles.filter(
      (text) => text.includes(`${method}\n/api${path}\n`) || text.includes(`${method}/api${path}`),
    );
    expect(described, name).toHaveLength(1);
  }
  const deadLinks = await page
    .locator('main a[href^="#"]')
    .evaluateAll((all) =>
      all
        .map((link) => link.getAttribute('href') ?? '')
        .filter((href) => !document.querySelector(`[id="${href.slice(1)}"]`)),
    );
  expect(deadLinks).toEqual([]);
  await expect(page.getByText('As a viewer, you don’t have access').first()).toBeVisible();
});

test('serves openapi.json to anyone, but serves the API page only to members', async ({ page, mailroom }) => {
  const response = await page.request.get('/openapi.json');
  expect(response.status()).toBe(200);
  expect(await response.json()).toMatchObject({ openapi: '3.1.0', servers: [{ url: mailroom.url }] });
  await page.goto('/docs');
  await expect(page).toHaveURL(/\/login/);
});

test('shows the API page without horizontal scrolling on phones, tablets, and desktops', async ({
  page,
  login,
}) => {
  await login(page, 'admin');
  for (const width of [390, 900, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/docs');
    const { scrollWidth, clientWidth } = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return { scrollWidth, clientWidth };
    });
    expect(scrollWidth, `${width}`).toBeLessThanOrEqual(clientWidth);
  }
});
