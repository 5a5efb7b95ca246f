/** Tests the layout of every page at 65 widths, from a small phone to a large desktop. */

import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { createDraft, createPaidDraft, createQueuedCampaign } from '../support/campaigns.ts';
import { memberEmail } from '../support/console.ts';
import { findBrokenWords, findLayoutProblems } from '../support/layout.ts';
import { newRunPath, startRunOnPage } from '../support/payment-runs.ts';
import { findMemberPath } from '../support/team.ts';

const MIN_WIDTH = 320;
const MAX_WIDTH = 2560;
/** Layouts change with the ratio of widths, so wide windows need fewer steps. */
const nextWidth = (width: number) => width + (width < 1280 ? 20 : 80);
const HEIGHT = 900;

/** Returns each problem once, with the widths at which it occurs. */
async function sweep(page: Page, path: string): Promise<string[]> {
  await page.goto(path);
  await page.evaluate(async () => {
    await document.fonts.ready;
    // Only the layout is measured. Painting each width would take a third of the CPU time.
    document.documentElement.style.clipPath = 'inset(100%)';
  });
  const widthsOf = new Map<string, number[]>();
  for (let width = MIN_WIDTH; width <= MAX_WIDTH; width = nextWidth(width)) {
    await page.setViewportSize({ width, height: HEIGHT });
    const problems = await Promise.all([findLayoutProblems(page), findBrokenWords(page)]);
    for (const problem of problems.flat()) {
      const key = problem.replace(/\d+ px wide on \d+/, 'wider than the window');
      widthsOf.set(key, [...(widthsOf.get(key) ?? []), width]);
    }
  }
  // A screenshot of a failed test shows the page.
  await page.evaluate(() => {
    document.documentElement.style.clipPath = '';
  });
  return [...widthsOf].map(([problem, widths]) => `${path}: ${problem} at ${widths.join(', ')}`);
}

const PATHS = [
  ['/', '/nowhere', '/login'],
  ['/campaigns', '/campaigns?status=draft&page=2'],
  ['/jobs', '/jobs/new?action=schedule&id=1&id=2', '/jobs/new?action=label&id=1'],
  ['/customers', '/customers/1', '/customers/1/email'],
  ['/templates', '/templates/1', '/templates/1/preview', '/templates/1/edit', '/templates/1/delete'],
  ['/activity', '/team', '/profile', '/notifications', '/tokens', '/views', '/views/new?status=draft'],
  ['/docs'],
];
for (const paths of PATHS) {
  test(`fits ${paths.join(', ')} at every width`, async ({ page, login }) => {
    await login(page, 'admin');
    const problems: string[] = [];
    for (const path of paths) {
      if (path === '/login') await page.context().clearCookies();
      problems.push(...(await sweep(page, path)));
    }
    expect(problems).toEqual([]);
  });
}

test('shows the whole names of the overview’s campaigns on phones', async ({ page, login, service }) => {
  await createDraft(service);
  await login(page, 'admin');
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: HEIGHT });
    await page.goto('/');
    const names = page.locator('main li a[href^="/campaigns/"]:has(bdi)');
    await expect(names).not.toHaveCount(0);
    const cut = await names.evaluateAll((links) =>
      links
        .filter((link) => link.scrollHeight > link.clientHeight + 1 || link.scrollWidth > link.clientWidth)
        .map((link) => link.textContent),
    );
    expect([width, ...cut]).toEqual([width]);
  }
});

test('hides the dot between two parts if the second part is on a new line', async ({ page, login }) => {
  await login(page, 'admin');
  const parts = page.locator('.dotted').filter({ hasText: ' UTC' }).first();
  for (const [width, isWrapped] of [
    [MIN_WIDTH, true],
    [MAX_WIDTH, false],
  ] as const) {
    await page.setViewportSize({ width, height: HEIGHT });
    await page.goto('/jobs/new?action=schedule&id=1&id=2');
    await expect(parts).toContainText(' · ');
    const dot = await parts.evaluate((element) => {
      const [first, second] = element.children;
      const box = second?.querySelector('.separator')?.getBoundingClientRect();
      // The computed clip-path ends with the distance from the left edge.
      const inset = /(\d[\d.]*)px\)+$/.exec(getComputedStyle(element).clipPath)?.[1];
      if (!first || !second || !box || inset === undefined) return undefined;
      return {
        isWrapped: second.getBoundingClientRect().top > first.getBoundingClientRect().top,
        isHidden: box.left + box.width / 2 < element.getBoundingClientRect().left + Number(inset) - 1,
      };
    });
    expect(dot, `${width} px`).toEqual({ isWrapped, isHidden: isWrapped });
  }
});

test('fits the pages of a payment run at every width', async ({ page, login, service }) => {
  const ids = [(await createDraft(service)).id, (await createDraft(service)).id];
  await login(page, 'admin');
  const run = await startRunOnPage(page, ids);
  const problems: string[] = [];
  for (const path of [run, newRunPath(ids), `${run}/schedule`, `${run}/receipt`, '/payment-runs'])
    problems.push(...(await sweep(page, path)));
  expect(problems).toEqual([]);
});

const CAMPAIGNS = [
  ['a draft', createDraft, ['', '/checkout', '/share', '/title', '/confirm/delete']],
  ['a paid draft', createPaidDraft, ['', '/send']],
  ['a queued campaign', createQueuedCampaign, ['', '/reschedule', '/confirm/cancel']],
] as const;
for (const [name, create, parts] of CAMPAIGNS) {
  test(`fits the pages of ${name} at every width`, async ({ page, login, service }) => {
    const { id } = await create(service);
    await login(page, 'admin');
    const problems: string[] = [];
    for (const part of parts) problems.push(...(await sweep(page, `/campaigns/${id}${part}`)));
    expect(problems).toEqual([]);
  });
}

test('shows the pages about a member without layout problems at every width', async ({ page, login }) => {
  await login(page, 'admin');
  const member = await findMemberPath(page, memberEmail('viewer'));
  expect([...(await sweep(page, member)), ...(await sweep(page, `${member}/disable`))]).toEqual([]);
});
