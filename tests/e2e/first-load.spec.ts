/** Checks that `npm run size` counts exactly the scripts that a browser loads. */
import type { Page } from '@playwright/test';
import { FIRST_LOAD_BUDGET, measureFirstLoads } from '#scripts/first-load.ts';
import { expect, test } from '../support/browser.ts';
import { createDraft, createPaidDraft } from '../support/campaigns.ts';
import { memberEmail, unknownEmail } from '../support/console.ts';
import { addShareLinks } from '../support/share-links.ts';
import { findMemberPath, inviteOnTeamPage } from '../support/team.ts';

/**
 * The route with the code editor. The editor isn't counted, because the page works before the editor has
 * loaded.
 */
const EDITOR_ROUTE = '/templates/[id]/edit';

/**
 * Returns the scripts that the browser requests on the first visit, until `lastElement` is visible and the
 * network is idle.
 */
async function loadScripts(page: Page, path: string, lastElement: string): Promise<string[]> {
  const requested = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.js')) requested.add(pathname);
  });
  await page.goto(path);
  await expect(page.locator(lastElement).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  return [...requested].sort();
}

test('every route loads only the scripts that npm run size counts, and stays within the size budget', async ({
  newBrowser,
  login,
  service,
  mailroom,
}) => {
  // The test visits every route and waits each time until the network is idle.
  test.setTimeout(180_000);
  const draft = await createDraft(service);
  const paid = await createPaidDraft(service);
  const [token] = await addShareLinks(mailroom, [{ campaignId: draft.id }]);
  const admin = await newBrowser();
  await login(admin, 'admin');
  const member = await findMemberPath(admin, memberEmail('viewer'));
  await admin.goto(`/campaigns/${draft.id}`);
  const share = admin.locator(`main a[href^="/campaigns/${draft.id}/share/"]`).first();
  const visits: Record<string, string> = {
    '/': '/',
    '/activity': '/activity',
    '/_not-found': '/nowhere',
    '/campaigns': '/campaigns',
    '/campaigns/[id]': `/campaigns/${draft.id}`,
    '/campaigns/[id]/checkout': `/campaigns/${draft.id}/checkout`,
    '/campaigns/[id]/confirm/[action]': `/campaigns/${draft.id}/confirm/clone`,
    '/campaigns/[id]/send': `/campaigns/${paid.id}/send`,
    '/campaigns/[id]/share': `/campaigns/${draft.id}/share`,
    '/campaigns/[id]/share/[link]': (await share.getAttribute('href')) ?? '',
    '/customers': '/customers',
    '/customers/[id]': `/customers/${draft.customerId}`,
    '/customers/[id]/email': `/customers/${draft.customerId}/email`,
    '/docs': '/docs',
    '/join/[token]': await inviteOnTeamPage(admin, unknownEmail()),
    '/login': '/login',
    '/pay/return': '/pay/return?state=x',
    '/profile': '/profile',
    '/share/[token]': `/share/${token}`,
    '/team': '/team',
    '/team/[id]': member,
    '/team/[id]/[action]': `${member}/disable`,
    '/templates': '/templates',
    '/templates/[id]': '/templates/1',
    '/templates/[id]/delete': '/templates/1/delete',
    '/templates/[id]/edit': '/templates/1/edit',
    '/templates/[id]/preview': '/templates/1/preview',
  };
  const counted = await measureFirstLoads();
  expect(counted.map(({ route }) => route).sort()).toEqual(Object.keys(visits).sort());
  for (const { route, chunks, bytes } of counted) {
    const page = await newBrowser();
    await login(page, 'admin');
    const lastElement = route === EDITOR_ROUTE ? '.cm-content' : 'h1';
    const loaded = await loadScripts(page, visits[route] ?? route, lastElement);
    expect(loaded.length, route).toBeGreaterThan(3);
    const uncounted = loaded.filter((script) => !chunks.includes(script));
    if (route === EDITOR_ROUTE)
      expect(uncounted.length, 'the editor loads after the page').toBeGreaterThan(0);
    else expect(uncounted, `uncounted scripts on ${route}`).toEqual([]);
    expect(bytes, route).toBeLessThanOrEqual(FIRST_LOAD_BUDGET);
    await page.context().close();
  }
});
