/**
 * `npm run bench:browser`: measures how soon pages show their content in Chromium, with the CPU slowed down
 * by a factor of four and a mail service that takes 300 ms per call. Fails if a time exceeds its goal by more
 * than 10%. `BENCH_ROUNDS` sets the number of rounds. Times depend on the machine and its load, so run nothing
 * else, and judge by the "÷ bare" column: each median divided by that of a navigation in a bare Next app in the
 * same rounds.
 */
import { type Browser, type BrowserContext, chromium, expect, type Page } from '@playwright/test';
import { waitForProofs } from '../support/campaigns.ts';
import { startTestConsole } from '../support/console.ts';
import { startTestService } from '../support/service.ts';
import { startBareApp } from './bare-app.ts';
import { installProbe, type LargestPaint, type Measured, type Target } from './browser-probe.ts';
import { requireChromium, signInContext, waitForIndex } from './chromium.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 20);
const PAINTS = Number(process.env.BENCH_PAINTS ?? 10);
const SERVICE_DELAY_MS = 300;
const CPU_SLOWDOWN = 4;
const TOLERANCE = 1.1;
const GOALS = { navigation: 200, response: 50, largestPaint: 1_200 };

const ROW_LINK = 'tbody th a[href^="/campaigns/"]';

interface Sample extends Measured {
  readonly bytes: number;
}

/** The navigation that the others are compared with. */
const BARE = 'bare Next: page → page';

const samples = new Map<string, Sample[]>();

const { executablePath, args, env } = await requireChromium();
const service = await startTestService();
const mailroom = await startTestConsole(service, { LOG_LEVEL: 'error' });
const bare = await startBareApp();
const browser = await chromium.launch({ executablePath, args, env });
let isWithinGoals = true;
try {
  await waitForProofs(service);
  const context = await signedInContext(browser);
  await waitForIndex(context);
  await service.injectFaults({ operation: '*', kind: 'delay', ms: SERVICE_DELAY_MS, n: 1_000_000 });
  await measureNavigations(context);
  const paths = await campaignPaths(context);
  await context.close();
  await measurePaints(paths);
} finally {
  await browser.close();
  await Promise.all([mailroom.remove(), bare.stop()]);
  await service.remove();
}
console.log(
  isWithinGoals
    ? 'Every time is within its goal.'
    : 'Times marked with ! exceed their goal by more than 10 %.',
);
process.exitCode = isWithinGoals ? 0 : 1;

async function signedInContext(from: Browser): Promise<BrowserContext> {
  const context = await from.newContext({
    baseURL: mailroom.url,
    timezoneId: 'UTC',
    viewport: { width: 1440, height: 900 },
  });
  await signInContext(context, 'sender');
  await context.addInitScript(installProbe);
  return context;
}

async function campaignPaths(context: BrowserContext): Promise<readonly string[]> {
  const page = await context.newPage();
  await page.goto('/campaigns?per_page=50');
  const paths = await page
    .locator(ROW_LINK)
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  await page.close();
  return paths;
}

/**
 * Goes from the list to a campaign, back to the list, to the next page, and back and forward, and then from one
 * page of the bare app to another.
 */
async function measureNavigations(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  const readBytes = await throttle(page);
  await page.goto('/campaigns');
  await expect(page.locator(ROW_LINK).first()).toBeVisible();
  const barePage = await context.newPage();
  const readBareBytes = await throttle(barePage);
  await barePage.goto(`${bare.url}/list`);
  // The first round downloads the scripts and fills the server's caches, so it isn't counted.
  for (let round = -1; round < ROUNDS; round++) {
    const record = (name: string, measured: Measured, read = readBytes) => {
      const sample = { ...measured, bytes: read() };
      if (round >= 0) samples.set(name, [...(samples.get(name) ?? []), sample]);
    };
    await page.bringToFront();
    await page.waitForTimeout(500);
    readBytes();
    const link = page.locator(ROW_LINK).nth(Math.max(0, round) % 10);
    const path = (await link.getAttribute('href')) ?? '';
    const campaign = { path, content: `h1 span:last-child`, without: 'tbody th a[href^="/campaigns/"]' };
    const first = (await page.locator(ROW_LINK).first().getAttribute('href')) ?? '';
    const list = { path: '/campaigns', content: `${ROW_LINK}[href="${first}"]` };
    const next = { path: '/campaigns?page=2', content: ROW_LINK, without: `${ROW_LINK}[href="${first}"]` };
    await link.scrollIntoViewIfNeeded();
    record('list → campaign', await click(page, link, campaign));
    record(
      'campaign → list',
      await click(page, page.locator('header nav a[href="/campaigns"]').first(), list),
    );
    record('list → next page', await click(page, page.locator('a[aria-label="Next page"]'), next));
    record('back to the list', await step(page, -1, list));
    record('back to the campaign', await step(page, -1, campaign));
    record('forward to the list', await step(page, 1, list));
    await barePage.bringToFront();
    await barePage.waitForTimeout(500);
    const part = (round + 2) % 12;
    const barePath = `/list?part=${part}`;
    const bareTarget = { path: barePath, content: `[data-part="${part}"]` };
    readBareBytes();
    const bareLink = barePage.locator(`nav a[href="${barePath}"]`);
    record(BARE, await click(barePage, bareLink, bareTarget), readBareBytes);
  }
  await page.close();
  await barePage.close();
  console.log(
    `${ROUNDS} rounds, CPU ÷ ${CPU_SLOWDOWN}, mail service + ${SERVICE_DELAY_MS} ms per call. Times in ms.`,
  );
  console.log('content: median    p75    max  ÷ bare  response: p75  long tasks: median, longest     KB');
  for (const [name, all] of samples) reportNavigation(name, all);
}

async function click(page: Page, link: ReturnType<Page['locator']>, target: Target): Promise<Measured> {
  await link.hover();
  await start(page, target, false);
  await link.click();
  return finish(page);
}

async function step(page: Page, delta: number, target: Target): Promise<Measured> {
  await page.evaluate(
    ([to, by]) => {
      window.probe.pending = window.probe.measure(to, true);
      window.history.go(by);
    },
    [target, delta] as const,
  );
  return finish(page);
}

function start(page: Page, target: Target, isTraversal: boolean): Promise<void> {
  return page.evaluate(
    ([to, traversal]) => {
      window.probe.pending = window.probe.measure(to, traversal);
    },
    [target, isTraversal] as const,
  );
}

async function finish(page: Page): Promise<Measured> {
  const measured = await page.evaluate(() => window.probe.pending);
  if (!measured) throw new Error('The page was reloaded.');
  return measured;
}

/** Slows the page's CPU down. @returns a function that returns the number of bytes received since the last call */
async function throttle(page: Page): Promise<() => number> {
  const client = await page.context().newCDPSession(page);
  await client.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await client.send('Network.enable');
  let bytes = 0;
  client.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  return () => {
    const received = bytes;
    bytes = 0;
    return received;
  };
}

/** Opens campaign pages with an empty browser cache. */
async function measurePaints(paths: readonly string[]): Promise<void> {
  const paints: (LargestPaint & { bytes: number })[] = [];
  for (let i = 0; i < PAINTS; i++) {
    const context = await signedInContext(browser);
    const page = await context.newPage();
    const readBytes = await throttle(page);
    await page.goto(paths[i % paths.length] ?? '', { waitUntil: 'networkidle' });
    paints.push({ ...(await page.evaluate(() => window.probe.largestPaint())), bytes: readBytes() });
    await context.close();
  }
  const times = paints.map(({ at }) => at);
  const p75 = percentile(times, 75);
  const median = (key: 'firstByte' | 'imageStart' | 'imageEnd') =>
    ms(
      percentile(
        paints.map((paint) => paint[key]).filter((time) => !Number.isNaN(time)),
        50,
      ),
    );
  console.log(
    `Largest contentful paint of a campaign's page, empty cache: median ${ms(percentile(times, 50))}, p75 ${ms(p75)}${mark(p75, GOALS.largestPaint)}, max ${ms(Math.max(...times))}`,
  );
  console.log(
    `  medians: first byte ${median('firstByte')}, image from ${median('imageStart')} to ${median('imageEnd')}, ${Math.round(
      percentile(
        paints.map(({ bytes }) => bytes),
        50,
      ) / 1024,
    )} KB; elements: ${[...new Set(paints.map(({ element }) => element))].join(', ')}`,
  );
}

function reportNavigation(name: string, all: readonly Sample[]): void {
  const of = (key: keyof Sample) => all.map((sample) => sample[key]);
  const content = of('content');
  const p75 = percentile(content, 75);
  const response = percentile(of('response'), 75);
  // After Back and Forward, the content counts as the response.
  const isPress = name.includes('→');
  const markIfOurs = (value: number, goal: number) => (name === BARE ? ' ' : mark(value, goal));
  const columns = [
    ms(percentile(content, 50)).padStart(15),
    `${ms(p75)}${markIfOurs(p75, GOALS.navigation)}`.padStart(7),
    ms(Math.max(...content)).padStart(7),
    ratioToBare(content).padStart(8),
    (isPress ? `${ms(response)}${markIfOurs(response, GOALS.response)}` : '– ').padStart(15),
    `${ms(percentile(of('longTasks'), 50))}, ${ms(Math.max(...of('longestTask')))}`.padStart(29),
    (percentile(of('bytes'), 50) / 1024).toFixed(1).padStart(7),
  ];
  console.log(`${columns.join('')}  ${name}`);
}

/** Returns the ratio of the median to the bare app's median. */
function ratioToBare(content: readonly number[]): string {
  const bareTimes = (samples.get(BARE) ?? []).map((sample) => sample.content);
  return (percentile(content, 50) / percentile(bareTimes, 50)).toFixed(2);
}

function ms(value: number): string {
  return value.toFixed(0);
}

function mark(value: number, goal: number): string {
  if (value <= goal * TOLERANCE) return ' ';
  isWithinGoals = false;
  return '!';
}

function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN;
}
