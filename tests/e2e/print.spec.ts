/** Tests that pages print without controls, and that selected items are recognizable in forced-colors mode. */
import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { createDraft, createPaidDraft, createQueuedCampaign } from '../support/campaigns.ts';
import { findBrokenWords, findLayoutProblems } from '../support/layout.ts';
import { fillCard } from '../support/pages.ts';

/** The width of a sheet of letter paper without its margins, in CSS pixels. */
const PAPER = { width: 725, height: 960 };

async function expectCleanPrint(page: Page, path: string): Promise<void> {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.setViewportSize(PAPER);
  await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
  for (const navigation of await page.getByRole('navigation').all())
    await expect(navigation, path).toBeHidden();
  await expect(page.getByText('Skip to content'), path).toBeHidden();
  for (const button of await page.getByRole('main').getByRole('button').all())
    await expect(button, path).toBeHidden();
  const found = await page.evaluate(() => ({
    floating: [...document.querySelectorAll('body *')]
      .filter(
        (element) => /fixed|sticky/.test(getComputedStyle(element).position) && element.checkVisibility(),
      )
      .map((element) => element.outerHTML.slice(0, 80)),
    background: getComputedStyle(document.body).backgroundColor,
  }));
  expect(found, path).toEqual({ floating: [], background: 'rgb(255, 255, 255)' });
  expect(await findLayoutProblems(page), path).toEqual([]);
  expect(await findBrokenWords(page), path).toEqual([]);
}

test('prints the overview, campaign, checkout, and activity pages without navigation or controls', async ({
  page,
  login,
  service,
}) => {
  const draft = await createDraft(service);
  const paid = await createPaidDraft(service);
  const queued = await createQueuedCampaign(service);
  await login(page, 'admin');
  for (const path of [
    '/',
    '/campaigns',
    `/campaigns/${draft.id}`,
    `/campaigns/${draft.id}/checkout`,
    `/campaigns/${paid.id}`,
    `/campaigns/${queued.id}`,
    '/activity',
    '/customers/1',
  ]) {
    await page.goto(path);
    await expectCleanPrint(page, path);
  }
});

const RENDER_TIMEOUT_MS = 40_000;

test('prints both sides of a campaign’s proof', async ({ page, login, service }) => {
  const { id } = await createDraft(service);
  await login(page, 'viewer');
  await page.goto(`/campaigns/${id}`);
  const sides = page.getByRole('group', { name: /^Mailpiece/ }).getByRole('img');
  await expect(sides).toHaveCount(1, { timeout: RENDER_TIMEOUT_MS });
  // The browser must load the hidden side before it prints.
  const back = page.waitForResponse((response) => response.url().includes('/thumbnail/1?'));
  await page.pdf();
  expect((await back).status()).toBe(200);
  await page.emulateMedia({ media: 'print' });
  await expect(sides).toHaveCount(2);
});

test('prints a payment confirmation as a receipt', async ({ page, login, service }) => {
  const { id, price } = await createDraft(service);
  await login(page, 'sender');
  await page.goto(`/campaigns/${id}/checkout`);
  await page.getByRole('button', { name: /^Pay/ }).click();
  await fillCard(page, '4242 4242 4242 4242');
  await page.getByRole('button', { name: /^Pay/ }).click();
  await expect(page.getByRole('heading', { name: `Paid ${price}` })).toBeVisible();
  await expectCleanPrint(page, 'the payment’s confirmation');
});

const backgroundOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => getComputedStyle(element).backgroundColor);

test('in forced-colors mode, the current page, the displayed side, and the progress remain recognizable', async ({
  page,
  login,
  service,
}) => {
  const { id } = await createPaidDraft(service);
  await login(page, 'viewer');
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(`/campaigns/${id}`);
  const navigation = 'nav[aria-label="Main"] a';
  expect(await backgroundOf(page, `${navigation}[aria-current]`)).not.toBe(
    await backgroundOf(page, `${navigation}:not([aria-current])`),
  );
  expect(await backgroundOf(page, 'button[aria-pressed="true"]')).not.toBe(
    await backgroundOf(page, 'button[aria-pressed="false"]'),
  );
  const dots = await page
    .locator('.step')
    .evaluateAll((steps) => steps.map((step) => getComputedStyle(step, '::after').backgroundColor));
  expect(new Set(dots).size, dots.join()).toBe(3);
  await page.goto('/templates/1');
  expect(await backgroundOf(page, 'label:has(input[name="side"]:checked)')).not.toBe(
    await backgroundOf(page, 'label:has(input[name="side"]:not(:checked))'),
  );
});

/** Returns the contrast ratio, as defined by WCAG, between the element's text and the page's card color. */
const contrastOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
      const luminance = (color: string) => {
        if (!canvas) return 0;
        canvas.fillStyle = color;
        canvas.fillRect(0, 0, 1, 1);
        const [r = 0, g = 0, b = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((value) => {
          const part = value / 255;
          return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const pair = [getComputedStyle(element).color, getComputedStyle(document.body).backgroundColor].map(
        luminance,
      );
      return (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05);
    });

test('increases the contrast of muted text for people who prefer more contrast', async ({ page, login }) => {
  await login(page, 'viewer');
  await page.goto('/campaigns');
  const muted = 'main .text-muted';
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, contrast: 'no-preference' });
    const usual = await contrastOf(page, muted);
    await page.emulateMedia({ colorScheme, contrast: 'more' });
    const raised = await contrastOf(page, muted);
    expect(raised, colorScheme).toBeGreaterThan(Math.max(usual, 7));
  }
});
