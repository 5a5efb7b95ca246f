/**
 * Tests that this release and the next one can run side by side on one database: each release answers
 * requests from pages that the other release rendered, and consoles can be upgraded and downgraded one after
 * another.
 */
import { readFile } from 'node:fs/promises';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { freePort } from '#scripts/ports.ts';
import { root } from '#scripts/program.ts';
import { findChromium } from '#service/render/chromium.ts';
import { createDraft } from '../support/campaigns.ts';
import { memberEmail, type RunningConsole, startTestConsole, TEST_PASSWORD } from '../support/console.ts';
import { type Postgres, startPostgres } from '../support/postgres.ts';
import { type RunningService, startTestService } from '../support/service.ts';
import { startCluster } from './support/cluster.ts';
import { startLoad } from './support/load.ts';
import { buildNextRelease, NEXT_FORM, type Release, TITLE_PAGE_TEXTS } from './support/next-release.ts';
import { type Switch, startSwitch } from './support/switch.ts';

vi.setConfig({ testTimeout: 600_000, hookTimeout: 900_000 });

let next: Release;
beforeAll(async () => {
  next = await buildNextRelease();
});
afterAll(() => next.remove());

describe('two releases that share a database', () => {
  let postgres: Postgres;
  let service: RunningService;
  let origin: Switch;
  let browser: Browser;
  /** This release and the next one. */
  let consoles: Readonly<Record<'current' | 'next', RunningConsole>>;
  beforeAll(async () => {
    const found = await findChromium(process.env.CHROMIUM_PATH);
    if (!found) throw new Error('Chromium doesn’t start on this machine.');
    const { executablePath, args, env } = found;
    [postgres, service, origin, browser] = await Promise.all([
      startPostgres(),
      startTestService({ args: ['--no-render'] }),
      startSwitch(),
      chromium.launch({ executablePath, args, env }),
    ]);
    const settings = {
      DATABASE_URL: postgres.url,
      NEXTAUTH_SECRET: `canary-${crypto.randomUUID()}-shared`,
      NEXTAUTH_URL: origin.url,
    };
    const current = await startTestConsole(service, { ...settings, PORT: String(await freePort()) });
    const later = { ...settings, PORT: String(await freePort()) };
    // Starting the next release migrates the database while the current release uses it.
    consoles = { current, next: await startTestConsole(service, later, next.folder) };
  });
  afterAll(async () => {
    await browser.close();
    await Promise.all(Object.values(consoles).map((mailroom) => mailroom.remove()));
    await Promise.all([origin.close(), service.remove(), postgres.stop()]);
  });

  const portOf = (release: 'current' | 'next') => Number(consoles[release].env.PORT);
  const routeTo = (release: 'current' | 'next') => origin.route(() => portOf(release));

  async function openBrowser(javaScriptEnabled: boolean): Promise<Page> {
    const context = await browser.newContext({ baseURL: origin.url, javaScriptEnabled });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    return page;
  }

  async function signIn(page: Page): Promise<void> {
    await page.goto('/login');
    await page.getByRole('textbox', { name: 'Email' }).fill(memberEmail('sender'));
    await page.getByLabel('Password').fill(TEST_PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  }

  it('the current release and the next one are both ready after the next one has migrated the database', async () => {
    for (const release of ['current', 'next'] as const) {
      const response = await fetch(`http://127.0.0.1:${portOf(release)}/health/ready`);
      expect([release, response.status]).toEqual([release, 200]);
    }
  });

  it('the releases have the same action ids, although they are different builds', async () => {
    const [current, later] = await Promise.all([root, next.folder].map(readActionIds));
    expect(current).toEqual(later);
    expect(current?.length).toBeGreaterThan(50);
  });

  describe.each([
    ['current', 'next', true],
    ['next', 'current', true],
    ['current', 'next', false],
    ['next', 'current', false],
  ] as const)('a form from the %s release, sent to the %s one (JavaScript: %s)', (from, to, hasScripts) => {
    it('is accepted', async () => {
      const { id } = await createDraft(service);
      routeTo(from);
      const page = await openBrowser(hasScripts);
      await signIn(page);
      await page.goto(`/campaigns/${id}/title`);
      await page.getByText(TITLE_PAGE_TEXTS[from]).waitFor();
      expect((await page.locator(NEXT_FORM).count()) > 0).toBe(from === 'next');
      await page.getByRole('textbox', { name: 'Title (optional)' }).fill(`From ${from} to ${to}`);
      routeTo(to);
      await page.getByRole('button', { name: 'Save title and note' }).click();
      await page.getByRole('heading', { level: 1, name: `From ${from} to ${to}` }).waitFor();
      expect(new URL(page.url()).pathname).toBe(`/campaigns/${id}`);
    });

    it('shows what is wrong, and keeps what was typed', async () => {
      routeTo(from);
      const page = await openBrowser(hasScripts);
      await page.goto('/login');
      const email = page.getByRole('textbox', { name: 'Email' });
      await email.fill('unknown@example.com');
      await page.getByLabel('Password').fill('not-the-password');
      routeTo(to);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByText('Incorrect email or password.').waitFor();
      expect(await email.inputValue()).toBe('unknown@example.com');
    });
  });

  it.each([
    ['current', 'next'],
    ['next', 'current'],
  ] as const)(
    'if a page’s scripts from the %s release are gone, the page reloads from the %s release and keeps what was typed',
    async (from, to) => {
      const { id } = await createDraft(service);
      routeTo(from);
      const page = await openBrowser(true);
      await signIn(page);
      await page.goto(`/campaigns/${id}/title`);
      await page.getByText(TITLE_PAGE_TEXTS[from]).waitFor();
      const title = page.getByRole('textbox', { name: 'Title (optional)' });
      await title.fill('Typed before the upgrade');
      routeTo(to);
      // Opening the search loads its script, which the other release doesn't have.
      await page.keyboard.press('Control+k');
      await page.getByText(TITLE_PAGE_TEXTS[to]).waitFor();
      expect(await title.inputValue()).toBe('Typed before the upgrade');
      await page.getByRole('button', { name: 'Save title and note' }).click();
      await page.getByRole('heading', { level: 1, name: 'Typed before the upgrade' }).waitFor();
    },
  );

  it('a page whose own scripts are gone reloads from the release that has the scripts', async () => {
    const { id } = await createDraft(service);
    routeTo('current');
    const page = await openBrowser(true);
    await signIn(page);
    let isAnswered = false;
    origin.route((path) => {
      const isFirstPage = !isAnswered && path === `/campaigns/${id}/title`;
      if (isFirstPage) isAnswered = true;
      return portOf(isFirstPage ? 'current' : 'next');
    });
    await page.goto(`/campaigns/${id}/title`);
    await page.getByText(TITLE_PAGE_TEXTS.next).waitFor();
  });
});

describe('a rolling upgrade', () => {
  it('loses no request while it upgrades to the next release or goes back to this one', async () => {
    const cluster = await startCluster({ consoles: 3, settings: { SHUTDOWN_DELAY_SECONDS: '3' } });
    onTestFinished(() => cluster.close());
    const load = await startLoad(cluster);
    const requestsSucceed = (count: number) => {
      const before = load.count();
      return expect.poll(() => load.count(), { timeout: 60_000 }).toBeGreaterThan(before + count);
    };
    await requestsSucceed(60);
    for (const release of [next.folder, root]) {
      for (const mailroom of cluster.consoles) {
        expect(await mailroom.stop()).toBe('exit code 0');
        await mailroom.start(release);
        await requestsSucceed(60);
      }
    }
    const { pages, actions, failures, slowestMs } = await load.stop();
    expect(failures).toEqual([]);
    console.log(`${pages} pages and ${actions} actions, 0 failures, slowest ${Math.round(slowestMs)} ms`);
  });
});

async function readActionIds(folder: string): Promise<readonly string[]> {
  const manifest = await readFile(`${folder}/.next/server/server-reference-manifest.json`, 'utf8');
  return Object.keys((JSON.parse(manifest) as { node: object }).node).sort();
}
