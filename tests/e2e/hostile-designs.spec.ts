/**
 * Tests that a hostile design can't run scripts, load resources, or navigate on any page of the console. A
 * control test shows that the designs can do all of this without the console's content security policy.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Frame, Page, Request } from '@playwright/test';
import { test as base, expect } from '../support/browser.ts';
import { HOSTILE_COUNT, hostileDesigns, markerId } from '../support/hostile-designs.ts';
import type { RunningService } from '../support/service.ts';
import { rewriteTemplate } from '../support/templates.ts';

/**
 * The ids of the templates with hostile designs. The front of each template contains one third of the corpus,
 * and the back contains another third.
 */
const IDS = [10, 11, 12];
const LIST = '/templates?per_page=12';
/** Don't wait for the load event, because a design can prevent the load events of the frame and the page. */
const GOTO_OPTIONS = { waitUntil: 'domcontentloaded' } as const;

interface Canary {
  readonly url: string;
  readonly hits: string[];
  /**
   * The number of connections that browsers have opened. A browser can open a connection without sending a
   * request.
   */
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

// A single worker runs all tests in this file, so that only one service and one console are started.
test.describe.configure({ mode: 'default' });

async function writeHostileTemplates(service: RunningService, canary: Canary): Promise<number[][]> {
  const designs = hostileDesigns(canary.url, IDS.length);
  const text = `"><img src=${canary.url}/text onerror=document.documentElement.dataset.ran=1><script>alert(1)</script>`;
  for (const [i, id] of IDS.entries()) {
    await rewriteTemplate(service, id, {
      name: `Hostile ${id} ${text}`,
      size: 'postcard_6x9',
      designs: [designs[i]?.html ?? '', designs[(i + 1) % IDS.length]?.html ?? ''],
      description: text,
      meta_data: { [text]: text },
    });
  }
  return designs.map(({ payloads }) => payloads);
}

/** How long the page must be without requests before its designs count as loaded. */
const QUIET_MS = 500;

/**
 * Returns a function that waits until the page has been without requests for a while. Playwright's own wait for
 * an idle network sometimes never ends on a page with hostile designs, although all of its requests have ended.
 */
function watchRequests(page: Page): () => Promise<void> {
  const pending = new Set<Request>();
  let lastEventAt = performance.now();
  page.on('request', (request) => {
    pending.add(request);
    lastEventAt = performance.now();
  });
  const end = (request: Request) => {
    pending.delete(request);
    lastEventAt = performance.now();
  };
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  const state = () => ({
    pending: [...pending].map((request) => request.url()),
    isQuiet: performance.now() - lastEventAt >= QUIET_MS,
  });
  return () => {
    lastEventAt = performance.now();
    return expect.poll(state).toEqual({ pending: [], isQuiet: true });
  };
}

/** Records dialogs, popups, downloads, and frame navigations. A design must never cause such an event. */
function recordEvents(page: Page): string[] {
  const events: string[] = [];
  page.on('dialog', async (dialog) => {
    // Accept the editor's own dialog, which asks before discarding unsaved changes.
    if (dialog.type() === 'beforeunload') return dialog.accept();
    events.push(`dialog: ${dialog.message()}`);
    return dialog.dismiss();
  });
  page.on('popup', (popup) => events.push(`popup: ${popup.url()}`));
  page.on('download', (download) => events.push(`download: ${download.url()}`));
  page.on('framenavigated', (frame) => {
    const pathname = URL.parse(frame.url())?.pathname ?? 'blank';
    if (frame.parentFrame() && !/^(blank|\/files\/templates\/\d+\/(draft|designs\/\d))$/.test(pathname)) {
      events.push(`a frame in ${frame.parentFrame()?.url()} went to ${frame.url()}`);
    }
  });
  return events;
}

async function expectHarmless(page: Page, canary: Canary, events: string[], path: string): Promise<void> {
  // Skip lazy frames outside the viewport, because browsers don't load these frames.
  for (const frame of page.frames().filter((loaded) => loaded.url() !== '')) {
    expect(await frame.locator('html').getAttribute('data-ran'), `a script ran in ${frame.url()}`).toBeNull();
  }
  await expect(page.locator('[id^="payload-"]'), 'design elements outside of frames').toHaveCount(0);
  expect(await page.evaluate(() => Reflect.get(window, 'messages'))).toEqual([]);
  expect(new URL(page.url()).pathname).toBe(path);
  expect(events).toEqual([]);
  expect(canary.hits).toEqual([]);
  expect(canary.connections).toBe(0);
}

/**
 * Expects the frame to contain the markers of all payloads. A marker proves that the browser has parsed the
 * payload.
 */
async function expectPayloads(frame: Frame, payloads: readonly number[]): Promise<void> {
  const ids = () => frame.locator('[id^="payload-"]').evaluateAll((all) => all.map(({ id }) => id));
  await expect.poll(async () => new Set(await ids()).size, { message: frame.url() }).toBe(payloads.length);
  expect(new Set(await ids())).toEqual(new Set(payloads.map(markerId)));
}

/** Waits for a frame with the given path. */
async function waitForFrame(page: Page, path: string): Promise<Frame> {
  const find = () => page.frames().find((frame) => URL.parse(frame.url())?.pathname === path);
  await expect.poll(() => find()?.url(), { message: path }).toBeDefined();
  return find() ?? page.mainFrame();
}

test('control: without the content security policy, designs run scripts, load resources, open windows, and navigate', async ({
  newBrowser,
  canary,
}) => {
  const events: (readonly string[])[] = [];
  for (const i of IDS.keys()) {
    // Use a separate browser for each design, so that a navigation doesn't affect the next design.
    const page = await newBrowser();
    events.push(recordEvents(page));
    const before = canary.hits.length;
    await page.goto(`${canary.url}/control/${i}`, { waitUntil: 'commit' });
    await expect.poll(() => canary.hits.length - before).toBeGreaterThan(10);
    if (i === 0) await expect(page).toHaveURL(/-top-location$/);
    else await expect(page.locator('html')).toHaveAttribute('data-ran', /\d/);
  }
  await expect.poll(() => events.flat().filter((line) => line.startsWith('popup'))).not.toEqual([]);
  // Wait for delayed requests. For example, a browser loads a font only when rendering text in that font.
  const KINDS = ['script', 'fetch', 'beacon', 'img', 'font', 'iframe', 'background'];
  const missing = () => KINDS.filter((kind) => !canary.hits.some((hit) => hit.endsWith(`-${kind}`)));
  await expect.poll(missing).toEqual([]);
});

test('renders hostile designs harmlessly in the template list, the viewer, the editor, and the preview', async ({
  page,
  login,
  service,
  canary,
}) => {
  expect(HOSTILE_COUNT).toBeGreaterThanOrEqual(100);
  const payloads = await writeHostileTemplates(service, canary);
  const events = recordEvents(page);
  const untilQuiet = watchRequests(page);
  await page.addInitScript(() => {
    const messages: unknown[] = [];
    Reflect.set(window, 'messages', messages);
    window.addEventListener('message', ({ data }) => messages.push(data));
  });
  await login(page, 'admin');

  await page.goto(LIST, GOTO_OPTIONS);
  for (const [i, id] of IDS.entries()) {
    await page.getByRole('link', { name: `Hostile ${id} ` }).scrollIntoViewIfNeeded();
    await expectPayloads(await waitForFrame(page, `/files/templates/${id}/designs/0`), payloads[i] ?? []);
  }
  await untilQuiet();
  await expectHarmless(page, canary, events, '/templates');

  for (const [i, id] of IDS.entries()) {
    const [front = [], back = []] = [payloads[i], payloads[(i + 1) % IDS.length]];
    await page.goto(`/templates/${id}`, GOTO_OPTIONS);
    await expectPayloads(await waitForFrame(page, `/files/templates/${id}/designs/0`), front);
    await page.getByRole('radio', { name: 'Back' }).check();
    await expectPayloads(await waitForFrame(page, `/files/templates/${id}/designs/1`), back);
    await page.getByRole('img', { name: /^Back/ }).click({ position: { x: 40, y: 40 } });
    await untilQuiet();
    await expectHarmless(page, canary, events, `/templates/${id}`);

    await page.goto(`/templates/${id}/edit`, GOTO_OPTIONS);
    await expect(page.locator('.cm-content').first()).toContainText('payload-');
    await expectPayloads(await waitForFrame(page, `/files/templates/${id}/designs/0`), front);
    await page.locator('.cm-content').first().click();
    await page.keyboard.press('Control+End');
    await page.keyboard.insertText(`<i id="${markerId(-1)}"></i>`);
    const draft = await waitForFrame(page, `/files/templates/${id}/draft`);
    await expectPayloads(draft, [...front, -1]);
    await page
      .locator('.sheet')
      .first()
      .click({ position: { x: 40, y: 40 } });
    await untilQuiet();
    await expectHarmless(page, canary, events, `/templates/${id}/edit`);

    await page.goto(`/templates/${id}/preview`, GOTO_OPTIONS);
    await page.getByRole('button', { name: 'Show preview' }).click();
    for (const [name, expected] of [
      ['Front, with your values', front],
      ['Back, with your values', back],
    ] as const) {
      const iframe = page.getByRole('img', { name }).locator('xpath=../iframe').last();
      await expect(iframe.contentFrame().locator('[id^="payload-"]').first()).toBeAttached();
      const frame = await (await iframe.elementHandle())?.contentFrame();
      await expectPayloads(frame ?? page.mainFrame(), expected);
    }
    await untilQuiet();
    await expectHarmless(page, canary, events, `/templates/${id}/preview`);
  }
});

test('doesn’t include the markup of designs in server-rendered pages', async ({
  page,
  login,
  service,
  canary,
}) => {
  await writeHostileTemplates(service, canary);
  await login(page, 'admin');
  for (const path of [LIST, ...['', '/edit', '/delete'].map((subpage) => `/templates/${IDS[0]}${subpage}`)]) {
    const html = await (await page.request.get(path)).text();
    expect(html, path).not.toContain('<i id="payload-');
    expect(html, path).not.toContain('<script>alert');
  }
});
