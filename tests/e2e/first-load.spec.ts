/** Checks that `npm run size` counts exactly the scripts that a browser loads. */
import type { Page } from '@playwright/test';
import { FIRST_LOAD_BUDGET, type FirstLoad, measureFirstLoads } from '#scripts/first-load.ts';
import { expect, test } from '../support/browser.ts';
import { createVisits } from '../support/visits.ts';

const EDITOR_ROUTE = '/templates/[id]/edit';
/**
 * The routes that load more scripts after the page: for the code editor, previews of unsaved designs,
 * polling, the proof controls, the bar for selected campaigns, and the fields for paying by card. These
 * scripts aren't counted, because the pages work without them.
 */
const ROUTES_WITH_LATER_SCRIPTS = [
  EDITOR_ROUTE,
  '/templates/[id]/preview',
  '/campaigns',
  '/campaigns/[id]',
  '/campaigns/[id]/checkout',
  '/customers/[id]',
  '/payment-runs/[id]',
  '/share/[token]',
];
/** This route only redirects, so the browser loads another route's scripts. */
const REDIRECT_ROUTE = '/start';
/** The number of routes that are loaded at the same time. The test mostly waits until the network is idle. */
const CONCURRENCY = 3;

/**
 * Opens a page, and waits until `lastElement` is visible and the network is idle.
 * @returns the scripts that the browser has requested. Grows if the page requests more.
 */
async function loadScripts(page: Page, path: string, lastElement: string): Promise<ReadonlySet<string>> {
  const requested = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.js')) requested.add(pathname);
  });
  await page.goto(path);
  await expect(page.locator(lastElement).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  return requested;
}

test('every route loads only the scripts that npm run size counts, and stays within the size budget', async ({
  newBrowser,
  login,
  service,
  mailroom,
}) => {
  const admin = await newBrowser();
  await login(admin, 'admin');
  const visits = await createVisits(service, mailroom, admin);
  const counted = await measureFirstLoads();
  expect(counted.map(({ route }) => route).sort()).toEqual(Object.keys(visits).sort());
  const checkRoute = async ({ route, chunks, bytes }: FirstLoad) => {
    const page = await newBrowser();
    await login(page, 'admin');
    const lastElement = route === EDITOR_ROUTE ? '.cm-content' : 'h1';
    const loaded = await loadScripts(page, visits[route] ?? route, lastElement);
    expect(loaded.size, route).toBeGreaterThan(3);
    const findUncounted = () => [...loaded].filter((script) => !chunks.includes(script));
    // On a busy machine, the network can be idle before the page's scripts have run and requested more
    // scripts.
    if (ROUTES_WITH_LATER_SCRIPTS.includes(route))
      await expect.poll(findUncounted, `scripts that ${route} loads later`).not.toEqual([]);
    else expect(findUncounted(), `uncounted scripts on ${route}`).toEqual([]);
    expect(bytes, route).toBeLessThanOrEqual(FIRST_LOAD_BUDGET);
    await page.context().close();
  };
  const waiting = counted.filter(({ route }) => route !== REDIRECT_ROUTE);
  const checkNext = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await checkRoute(next);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, checkNext));
});
