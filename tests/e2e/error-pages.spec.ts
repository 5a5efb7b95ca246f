/** Tests that error pages have the right status, layout, and links, with and without JavaScript. */
import type { Page } from '@playwright/test';
import type { Role } from '#lib/domain/permissions.ts';
import { expect, test } from '../support/browser.ts';
import { createDraft, type TestCampaign } from '../support/campaigns.ts';
import { waitForRecovery } from '../support/pages.ts';

// These tests use a separate service, because the tests make the service fail.
test.use({ environment: 'error pages' });

// A single worker runs all tests in this file, so that only one service and one console are started.
test.describe.configure({ mode: 'default' });

interface ErrorPage {
  readonly role: Role | 'visitor';
  readonly path: string;
  readonly status: 403 | 404;
  readonly title: RegExp;
}

const NOT_FOUND = { status: 404, title: /^Page not found$/ } as const;
const NO_ACCESS = { status: 403, title: /^You don’t have access$/ } as const;
const UNKNOWN = 999_999_999;

const errorPages = (id: number): readonly ErrorPage[] => [
  { role: 'visitor', path: '/pay/return', ...NOT_FOUND },
  { role: 'visitor', path: '/pay/return?state=x', ...NOT_FOUND },
  { role: 'visitor', path: '/join/nothing', status: 404, title: /invitation/i },
  { role: 'visitor', path: '/share/nothing', status: 404, title: /link/i },
  { role: 'admin', path: '/nowhere', ...NOT_FOUND },
  ...['', '/checkout', '/send', '/share', '/share/1', '/confirm/cancel'].map(
    (part): ErrorPage => ({ role: 'admin', path: `/campaigns/${UNKNOWN}${part}`, ...NOT_FOUND }),
  ),
  { role: 'admin', path: '/campaigns/x', ...NOT_FOUND },
  { role: 'admin', path: `/campaigns/${id}/confirm/nothing`, ...NOT_FOUND },
  { role: 'admin', path: `/campaigns/${id}/share/nothing`, ...NOT_FOUND },
  { role: 'admin', path: `/customers/${UNKNOWN}`, ...NOT_FOUND },
  { role: 'admin', path: `/customers/${UNKNOWN}/email`, ...NOT_FOUND },
  ...['', '/edit', '/preview', '/delete'].map(
    (part): ErrorPage => ({ role: 'admin', path: `/templates/${UNKNOWN}${part}`, ...NOT_FOUND }),
  ),
  { role: 'admin', path: '/team/unknown', ...NOT_FOUND },
  { role: 'admin', path: '/team/unknown/disable', ...NOT_FOUND },
  { role: 'admin', path: '/team/unknown/nothing', ...NOT_FOUND },
  { role: 'viewer', path: '/team', ...NO_ACCESS },
  { role: 'viewer', path: '/team/unknown', ...NO_ACCESS },
  { role: 'viewer', path: `/campaigns/${id}/share`, ...NO_ACCESS },
  { role: 'viewer', path: `/campaigns/${id}/confirm/cancel`, ...NO_ACCESS },
  { role: 'sender', path: '/customers/1/email', ...NO_ACCESS },
  { role: 'sender', path: '/templates/1/edit', ...NO_ACCESS },
  { role: 'sender', path: '/templates/1/delete', ...NO_ACCESS },
];

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? 'with' : 'without';
  test(`shows the not-found and forbidden pages with the right status ${how} JavaScript`, async ({
    newBrowser,
    login,
    service,
  }) => {
    const { id } = await createDraft(service);
    const pages = new Map<string, Page>();
    for (const { role, path, status, title } of errorPages(id)) {
      const page = pages.get(role) ?? (await newBrowser({ javaScriptEnabled }));
      if (!pages.has(role) && role !== 'visitor') await login(page, role);
      pages.set(role, page);
      const response = await page.goto(path);
      expect(response?.status(), path).toBe(status);
      await expect(page.getByRole('heading', { level: 1 }), path).toHaveText(title);
      await expect(page.getByRole('main'), path).toBeVisible();
      if (role !== 'visitor') await expect(page.getByRole('main').getByRole('link'), path).not.toHaveCount(0);
      // The title can arrive after the heading, because Next streams the title.
      await expect(page, path).toHaveTitle(/\S/);
    }
  });
}

test('loads error pages, and pages without times, only once in a browser whose time zone isn’t known', async ({
  newBrowser,
  login,
}) => {
  for (const path of ['/nowhere', '/login', `/campaigns/${UNKNOWN}`]) {
    const page = await newBrowser();
    if (path.startsWith('/campaigns')) await login(page, 'admin');
    const loads: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === path) loads.push(request.resourceType());
    });
    await page.goto(path);
    const cookieNames = async () => (await page.context().cookies()).map(({ name }) => name);
    await expect.poll(cookieNames, path).toContain('mailroom-zone');
    await page.waitForLoadState('networkidle');
    expect(loads, path).toEqual(['document']);
  }
});

/** Pages whose data doesn't come from the campaign index. */
const pagesOf = ({ id }: TestCampaign): readonly string[] => [
  '/templates',
  '/customers/1',
  '/customers/1/email',
  '/templates/1/preview',
  ...['', '/checkout', '/send', '/share', '/confirm/delete'].map((part) => `/campaigns/${id}${part}`),
];

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? 'with' : 'without';
  test(`responds with 503 and Retry-After when the service is down ${how} JavaScript`, async ({
    newBrowser,
    login,
    service,
  }) => {
    const draft = await createDraft(service);
    const page = await newBrowser({ javaScriptEnabled });
    await login(page, 'admin');
    await service.kill();
    try {
      for (const path of pagesOf(draft)) {
        const response = await page.goto(path);
        expect(response?.status(), path).toBe(503);
        expect(Number(response?.headers()['retry-after']), path).toBeGreaterThan(0);
        await expect(page.getByRole('link', { name: 'Try again' }), path).toBeVisible();
      }
    } finally {
      await service.start();
    }
    const recovered = await newBrowser();
    await login(recovered, 'admin');
    await waitForRecovery(recovered);
  });
}
