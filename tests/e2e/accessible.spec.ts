/** Uses axe to check every state of every page, in light mode and in dark mode. */
import { expect, expectAccessible, signIn, test } from '../support/browser.ts';
import {
  createCoveredDraft,
  createDraft,
  createPaidDraft,
  createQueuedCampaign,
  type TestCampaign,
} from '../support/campaigns.ts';
import { headersFromNewAddress } from '../support/client-address.ts';
import { memberEmail, unknownEmail } from '../support/console.ts';
import { newRunPath, startRunOnPage } from '../support/payment-runs.ts';
import type { RunningService } from '../support/service.ts';
import { findMemberPath } from '../support/team.ts';

const UNKNOWN = 999_999_999;

test('there are no accessibility violations on the sign-in page, after a failed sign-in, or on an invalid payment return page', async ({
  page,
}) => {
  await page.setExtraHTTPHeaders(headersFromNewAddress());
  await page.goto('/login');
  await expectAccessible(page);
  await signIn(page, unknownEmail(), 'not-the-password');
  await expect(page.getByRole('alert').filter({ hasText: 'Incorrect email or password.' })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/pay/return?state=nothing');
  await expectAccessible(page);
});

/** Each test checks several paths, because signing in for each path would take as long as two checks. */
const PATHS = [
  '/',
  '/campaigns',
  '/campaigns?status=mailed&per_page=25',
  '/campaigns?menu=filter',
  '/campaigns?menu=display',
  '/campaigns?meta_data[][key]=no&meta_data[][value]=such',
  '/campaigns?status=lost&sent_at[from]=soon&page=x',
  '/campaigns?page=9999',
  `/campaigns/${UNKNOWN}`,
  '/jobs',
  '/jobs/new?action=schedule&id=1&id=2',
  '/jobs/new?action=label&id=1',
  '/jobs/new?action=copy',
  `/jobs/${UNKNOWN}`,
  '/customers',
  '/customers?page=9999',
  '/customers?per_page=x',
  '/customers/1?done=1',
  '/customers/1?status=lost',
  '/customers/1/email',
  `/customers/${UNKNOWN}`,
  '/docs',
  '/activity',
  '/team',
  '/profile',
  '/notifications',
  // This can't be a test's first page: the first visit sets the time zone cookie, and Next then reloads pages
  // that don't exist.
  '/nowhere',
  '/join/nothing',
];
const PATHS_PER_TEST = 5;
for (let first = 0; first < PATHS.length; first += PATHS_PER_TEST) {
  const paths = PATHS.slice(first, first + PATHS_PER_TEST);
  test(`there are no accessibility violations on ${paths.join(', ')}`, async ({ page, login }) => {
    await login(page, 'admin');
    for (const path of paths) {
      await page.goto(path);
      await expectAccessible(page);
    }
  });
}

const states: readonly [string, (service: RunningService) => Promise<TestCampaign>, readonly string[]][] = [
  ['a draft', createDraft, ['', '/checkout', '/send', '/share', '/confirm/clone', '/confirm/delete']],
  ['a paid draft', createPaidDraft, ['', '/checkout', '/send']],
  ['a draft covered by credits', createCoveredDraft, ['', '/checkout']],
  ['a queued campaign', createQueuedCampaign, ['', '/checkout', '/send', '/reschedule', '/confirm/cancel']],
];
for (const [name, create, paths] of states) {
  test(`there are no accessibility violations on the pages of ${name}`, async ({ page, login, service }) => {
    const { id } = await create(service);
    await login(page, 'admin');
    for (const path of paths) {
      await page.goto(`/campaigns/${id}${path}`);
      await expectAccessible(page);
    }
  });
}

test('there are no accessibility violations on the pages of a payment run', async ({
  page,
  login,
  service,
}) => {
  const ids = [(await createDraft(service)).id, (await createDraft(service)).id];
  await login(page, 'admin');
  const run = await startRunOnPage(page, ids);
  for (const path of [run, newRunPath(ids), `${run}/schedule`, `${run}/receipt`, '/payment-runs']) {
    await page.goto(path);
    await expectAccessible(page);
  }
});

test('there are no accessibility violations in dialogs, form errors, filters, or the account menu', async ({
  page,
  login,
  service,
}) => {
  const { id } = await createDraft(service);
  await login(page, 'admin');
  await page.goto(`/campaigns/${id}`);
  await page.getByRole('button', { name: 'Delete draft' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);

  await page.goto(`/campaigns/${id}/checkout`);
  await page.getByRole('radio', { name: /^Pay by card/ }).check();
  await page.getByRole('button', { name: /^Pay/ }).click();
  await expect(page.getByText('Enter a card token.')).toBeVisible();
  await expectAccessible(page);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/campaigns');
  await page.getByText('Filter', { exact: true }).click();
  await expect(page.getByRole('form', { name: 'Filters' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Account' }).click();
  await expectAccessible(page);
});

test('an empty checkbox or radio button has a boundary with a contrast ratio of at least 3 to 1', async ({
  page,
  login,
}) => {
  await login(page, 'admin');
  for (const path of ['/jobs/new?action=schedule&id=1&id=2', '/campaigns']) {
    await page.goto(path);
    const empty = page.locator('main :is([type=checkbox], [type=radio]):not(:checked):visible').first();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await empty.evaluate(boundaryContrast), `${path}, ${colorScheme}`).toBeGreaterThanOrEqual(3);
    }
  }
});

/** Returns the lower of the contrast ratios between a control's border and the colors on both sides of the border. */
function boundaryContrast(control: Element): number {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return 0;
  const luminance = (color: string) => {
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = [...context.getImageData(0, 0, 1, 1).data].map((value) =>
      value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const card = control.closest('.bg-card, .card');
  const { borderTopColor, backgroundColor, appearance } = getComputedStyle(control);
  if (!card || appearance !== 'none') return 0;
  const border = luminance(borderTopColor);
  const ratios = [backgroundColor, getComputedStyle(card).backgroundColor]
    .map(luminance)
    .map((side) => (Math.max(border, side) + 0.05) / (Math.min(border, side) + 0.05));
  return Math.min(...ratios);
}

test('there are no accessibility violations in a member action’s dialog, on the admin’s own page, or on the profile page', async ({
  page,
  login,
}) => {
  await login(page, 'admin');
  const member = await findMemberPath(page, memberEmail('viewer'));
  for (const path of [`${member}/disable`, await findMemberPath(page, memberEmail('admin'))]) {
    await page.goto(path);
    await expectAccessible(page);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByLabel('Current password')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
});

test('there are no accessibility violations on the campaign pages that a viewer sees', async ({
  page,
  login,
  service,
}) => {
  const { id } = await createDraft(service);
  await login(page, 'viewer');
  for (const path of ['', '/checkout', '/send']) {
    await page.goto(`/campaigns/${id}${path}`);
    await expectAccessible(page);
  }
});

test('there are no accessibility violations on the service’s payment page with errors or on the payment return page', async ({
  page,
  login,
  service,
}) => {
  const { id } = await createDraft(service);
  await login(page, 'sender');
  await page.goto(`/campaigns/${id}/checkout`);
  await page.getByRole('button', { name: /^Pay/ }).click();
  await expect(page.getByLabel('Card number')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Pay/ }).click();
  await expect(page.getByLabel('Card number')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  const link = page.url();
  const payRequest = (await service.requests()).findLast(({ path }) => path.endsWith(`/${id}/pay`));
  await page.goto(new URLSearchParams(payRequest?.query).get('redirect_uri') ?? '');
  await expectAccessible(page);
  await page.goto(`${new URL(link).origin}/pay/unknown`);
  await expectAccessible(page);
});
