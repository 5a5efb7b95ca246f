/** What `npm run size` counts is what a browser is told to load. */
import type { Page } from '@playwright/test';
import { BUDGET, firstLoads } from '#scripts/first-load.ts';
import { expect, test } from '../support/browser.ts';
import { newDraft, newPaidDraft } from '../support/campaigns.ts';
import { emailOf, strangerEmail } from '../support/console.ts';
import { addShares } from '../support/share-links.ts';
import { invite, memberPath } from '../support/team.ts';

/** It works before its editor has come, and doesn't wait for it. */
const WITH_EDITOR = '/templates/[id]/edit';

/** The scripts that a page's first visit loads until it is quiet, and `last` is there, as the browser asked for them. */
async function scriptsOf(page: Page, path: string, last: string): Promise<string[]> {
  const asked = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.js')) asked.add(pathname);
  });
  await page.goto(path);
  await expect(page.locator(last).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  return [...asked].sort();
}

test('every route loads what was counted, and no more than the budget', async ({
  newBrowser,
  login,
  service,
  mailroom,
}) => {
  // One visit a route, and each waits until the network is quiet.
  test.setTimeout(180_000);
  const draft = await newDraft(service);
  const paid = await newPaidDraft(service);
  const [token] = await addShares(mailroom, [{ campaignId: draft.id }]);
  const admin = await newBrowser();
  await login(admin, 'admin');
  const member = await memberPath(admin, emailOf('viewer'));
  await admin.goto(`/campaigns/${draft.id}`);
  const share = admin.locator(`main a[href^="/campaigns/${draft.id}/share/"]`).first();
  const visits: Record<string, string> = {
    '/': '/',
    '/activity': '/activity',
    '/_not-found': '/nowhere',
    '/campaigns': '/campaigns',
    '/campaigns/[id]': `/campaigns/${draft.id}`,
    '/campaigns/[id]/checkout': `/campaigns/${draft.id}/checkout`,
    '/campaigns/[id]/confirm/[deed]': `/campaigns/${draft.id}/confirm/clone`,
    '/campaigns/[id]/send': `/campaigns/${paid.id}/send`,
    '/campaigns/[id]/share': `/campaigns/${draft.id}/share`,
    '/campaigns/[id]/share/[link]': (await share.getAttribute('href')) ?? '',
    '/customers': '/customers',
    '/customers/[id]': `/customers/${draft.customerId}`,
    '/customers/[id]/email': `/customers/${draft.customerId}/email`,
    '/docs': '/docs',
    '/join/[seal]': await invite(admin, strangerEmail()),
    '/login': '/login',
    '/pay/return': '/pay/return?state=x',
    '/profile': '/profile',
    '/share/[token]': `/share/${token}`,
    '/team': '/team',
    '/team/[id]': member,
    '/team/[id]/[deed]': `${member}/disable`,
    '/templates': '/templates',
    '/templates/[id]': '/templates/1',
    '/templates/[id]/delete': '/templates/1/delete',
    '/templates/[id]/edit': '/templates/1/edit',
    '/templates/[id]/preview': '/templates/1/preview',
  };
  const counted = await firstLoads();
  expect(counted.map(({ route }) => route).sort()).toEqual(Object.keys(visits).sort());
  for (const { route, chunks, bytes } of counted) {
    const page = await newBrowser();
    await login(page, 'admin');
    const last = route === WITH_EDITOR ? '.cm-content' : 'h1';
    const loaded = await scriptsOf(page, visits[route] ?? route, last);
    expect(loaded.length, route).toBeGreaterThan(3);
    const later = loaded.filter((script) => !chunks.includes(script));
    if (route === WITH_EDITOR) expect(later.length, 'the editor comes after the page').toBeGreaterThan(0);
    else expect(later, `${route} loads what was not counted`).toEqual([]);
    expect(bytes, route).toBeLessThanOrEqual(BUDGET);
    await page.context().close();
  }
});
