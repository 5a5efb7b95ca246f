/**
 * Designs that attack whoever looks at them, wherever they are looked at: no script of theirs runs, nothing is called,
 * nobody is led anywhere. A control shows that the same designs do all of it where our policy isn't.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Frame, Page } from '@playwright/test';
import { test as base, expect } from '../support/browser.ts';
import { HOSTILE_COUNT, hostileDesigns, markerId } from '../support/hostile-designs.ts';
import type { RunningService } from '../support/service.ts';
import { rewriteTemplate } from '../support/templates.ts';

/** Templates of which each has another third of the corpus on its front, and the next third on its back. */
const IDS = [10, 11, 12];
const LIST = '/templates?per_page=12';
/** A design may keep its frame, and with it the page, from ever being done loading. */
const ARRIVED = { waitUntil: 'domcontentloaded' } as const;

interface Canary {
  readonly url: string;
  readonly hits: string[];
  /** Connections as such: a browser can open one and ask for nothing. */
  connections: number;
}

const test = base.extend<{ canary: Canary }>({
  canary: async ({ browserName: _ }, use) => {
    const canary = { url: '', hits: [] as string[], connections: 0 };
    const server: Server = createServer(({ url = '' }, response) => {
      const control = /^\/control\/(\d+)$/.exec(url)?.[1];
      if (control === undefined) canary.hits.push(url);
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(
        control === undefined ? '' : hostileDesigns(canary.url, IDS.length)[Number(control)]?.html,
      );
    });
    server.on('connection', () => {
      canary.connections += 1;
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    canary.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await use(canary);
    server.closeAllConnections();
    server.close();
  },
});

test.use({ environment: 'hostile designs' });

// One worker does for all: a second one would start a service and a console for a few tests.
test.describe.configure({ mode: 'default' });

async function writeThem(service: RunningService, canary: Canary): Promise<number[][]> {
  const designs = hostileDesigns(canary.url, IDS.length);
  const words = `"><img src=${canary.url}/text onerror=document.documentElement.dataset.ran=1><script>alert(1)</script>`;
  for (const [i, id] of IDS.entries()) {
    await rewriteTemplate(service, id, {
      name: `Hostile ${id} ${words}`,
      size: 'postcard_6x9',
      designs: [designs[i]?.html ?? '', designs[(i + 1) % IDS.length]?.html ?? ''],
      description: words,
      meta_data: { [words]: words },
    });
  }
  return designs.map(({ payloads }) => payloads);
}

/** What a page may never do because of a design. */
function watch(page: Page): string[] {
  const seen: string[] = [];
  page.on('dialog', async (dialog) => {
    // Our own editor asks before what isn't saved is left.
    if (dialog.type() === 'beforeunload') return dialog.accept();
    seen.push(`dialog: ${dialog.message()}`);
    return dialog.dismiss();
  });
  page.on('popup', (popup) => seen.push(`popup: ${popup.url()}`));
  page.on('download', (download) => seen.push(`download: ${download.url()}`));
  page.on('framenavigated', (frame) => {
    const pathname = URL.parse(frame.url())?.pathname ?? 'blank';
    if (frame.parentFrame() && !/^(blank|\/files\/templates\/\d+\/(draft|designs\/\d))$/.test(pathname)) {
      seen.push(`a frame in ${frame.parentFrame()?.url()} went to ${frame.url()}`);
    }
  });
  return seen;
}

async function expectHarmless(page: Page, canary: Canary, seen: string[], path: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  // Frames far below aren't loaded until somebody comes near.
  for (const frame of page.frames().filter((one) => one.url() !== '')) {
    expect(await frame.locator('html').getAttribute('data-ran'), `a script ran in ${frame.url()}`).toBeNull();
  }
  await expect(page.locator('[id^="payload-"]'), 'elements of a design in our own page').toHaveCount(0);
  expect(await page.evaluate(() => Reflect.get(window, 'messages'))).toEqual([]);
  expect(new URL(page.url()).pathname).toBe(path);
  expect(seen).toEqual([]);
  expect(canary.hits).toEqual([]);
  expect(canary.connections).toBe(0);
}

/** Each payload has been read by the browser: its marker stands in the frame. */
async function expectAll(frame: Frame, payloads: readonly number[]): Promise<void> {
  const ids = () => frame.locator('[id^="payload-"]').evaluateAll((all) => all.map(({ id }) => id));
  await expect.poll(async () => new Set(await ids()).size, { message: frame.url() }).toBe(payloads.length);
  expect(new Set(await ids())).toEqual(new Set(payloads.map(markerId)));
}

/** Waits until it is there. */
async function frameOnceAt(page: Page, path: string): Promise<Frame> {
  const find = () => page.frames().find((frame) => URL.parse(frame.url())?.pathname === path);
  await expect.poll(() => find()?.url(), { message: path }).toBeDefined();
  return find() ?? page.mainFrame();
}

test('without the policy these very designs run, call, open windows and lead away', async ({
  newBrowser,
  canary,
}) => {
  const seen: (readonly string[])[] = [];
  for (const i of IDS.keys()) {
    // A browser for each: what one leads away to must not break into the next one's coming.
    const page = await newBrowser();
    seen.push(watch(page));
    const before = canary.hits.length;
    await page.goto(`${canary.url}/control/${i}`, { waitUntil: 'commit' });
    await expect.poll(() => canary.hits.length - before).toBeGreaterThan(10);
    if (i === 0) await expect(page).toHaveURL(/-top-location$/);
    else await expect(page.locator('html')).toHaveAttribute('data-ran', /\d/);
  }
  await expect.poll(() => seen.flat().filter((line) => line.startsWith('popup'))).not.toEqual([]);
  // Some of them take their time: a typeface is asked for when its words are drawn.
  const KINDS = ['script', 'fetch', 'beacon', 'img', 'font', 'iframe', 'background'];
  const missing = () => KINDS.filter((kind) => !canary.hits.some((hit) => hit.endsWith(`-${kind}`)));
  await expect.poll(missing).toEqual([]);
});

test('in the list, on a template’s page, in the editor and its picture, filled with values: nothing', async ({
  page,
  login,
  service,
  canary,
}) => {
  test.setTimeout(120_000);
  expect(HOSTILE_COUNT).toBeGreaterThanOrEqual(100);
  const payloads = await writeThem(service, canary);
  const seen = watch(page);
  await page.addInitScript(() => {
    const messages: unknown[] = [];
    Reflect.set(window, 'messages', messages);
    window.addEventListener('message', ({ data }) => messages.push(data));
  });
  await login(page, 'admin');

  await page.goto(LIST, ARRIVED);
  for (const [i, id] of IDS.entries()) {
    await page.getByRole('link', { name: `Hostile ${id} ` }).scrollIntoViewIfNeeded();
    await expectAll(await frameOnceAt(page, `/files/templates/${id}/designs/0`), payloads[i] ?? []);
  }
  await expectHarmless(page, canary, seen, '/templates');

  for (const [i, id] of IDS.entries()) {
    const [front = [], back = []] = [payloads[i], payloads[(i + 1) % IDS.length]];
    await page.goto(`/templates/${id}`, ARRIVED);
    await expectAll(await frameOnceAt(page, `/files/templates/${id}/designs/0`), front);
    await page.getByRole('radio', { name: 'Back' }).check();
    await expectAll(await frameOnceAt(page, `/files/templates/${id}/designs/1`), back);
    await page.getByRole('img', { name: /^Back/ }).click({ position: { x: 40, y: 40 } });
    await expectHarmless(page, canary, seen, `/templates/${id}`);

    await page.goto(`/templates/${id}/edit`, ARRIVED);
    await expect(page.locator('.cm-content').first()).toContainText('payload-');
    await expectAll(await frameOnceAt(page, `/files/templates/${id}/designs/0`), front);
    await page.locator('.cm-content').first().click();
    await page.keyboard.press('Control+End');
    await page.keyboard.insertText(`<i id="${markerId(-1)}"></i>`);
    const draft = await frameOnceAt(page, `/files/templates/${id}/draft`);
    await expectAll(draft, [...front, -1]);
    await page
      .locator('.sheet')
      .first()
      .click({ position: { x: 40, y: 40 } });
    await expectHarmless(page, canary, seen, `/templates/${id}/edit`);

    await page.goto(`/templates/${id}/preview`, ARRIVED);
    await page.getByRole('button', { name: 'Show preview' }).click();
    for (const [name, expected] of [
      ['Front, with your values', front],
      ['Back, with your values', back],
    ] as const) {
      const shown = page.getByRole('img', { name }).locator('iframe').last();
      await expect(shown.contentFrame().locator('[id^="payload-"]').first()).toBeAttached();
      const frame = await (await shown.elementHandle())?.contentFrame();
      await expectAll(frame ?? page.mainFrame(), expected);
    }
    await expectHarmless(page, canary, seen, `/templates/${id}/preview`);
  }
});

test('what a server sends of a page holds no markup of a design', async ({
  page,
  login,
  service,
  canary,
}) => {
  await writeThem(service, canary);
  await login(page, 'admin');
  for (const path of [LIST, ...['', '/edit', '/delete'].map((below) => `/templates/${IDS[0]}${below}`)]) {
    const html = await (await page.request.get(path)).text();
    expect(html, path).not.toContain('<i id="payload-');
    expect(html, path).not.toContain('<script>alert');
  }
});
