/** Tests selecting campaigns, and reviewing and tracking a bulk job, with and without JavaScript. */
import type { Page } from '@playwright/test';
import { expect, PHONE, test } from '../support/browser.ts';
import { openIndexedList } from '../support/campaign-list.ts';
import { createDraft, createPaidDraft, createQueuedCampaign, fetchCampaign } from '../support/campaigns.ts';
import { postForm, readFormFields } from '../support/forms.ts';
import {
  newJobPath,
  openReview,
  waitForReview,
  waitUntilEnded,
  waitUntilPaidDraftsListed,
} from '../support/jobs.ts';
import { holdLaterScripts } from '../support/later-scripts.ts';
import { waitUntilListed } from '../support/pages.ts';
import type { RunningService } from '../support/service.ts';

test.use({ environment: 'jobs' });

const box = (page: Page, id: number) => page.locator(`input[name="id"][value="${id}"]`);
const bar = (page: Page) => page.getByRole('region', { name: 'Selection' });
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

/** Returns the campaign id of each call that sends a campaign. */
async function sendCalls(service: RunningService): Promise<readonly string[]> {
  const requests = await service.requests();
  return requests.flatMap(({ method, path }) =>
    method === 'POST' && path.endsWith('/send') ? [path.split('/').at(-2) ?? ''] : [],
  );
}

test('shows how many campaigns are selected and which actions apply, and selects a range with the Shift key', async ({
  page,
  login,
  service,
}) => {
  const [paid, unpaid, other] = [
    await createPaidDraft(service),
    await createDraft(service),
    await createPaidDraft(service),
  ];
  await login(page, 'sender');
  await waitUntilListed(page, unpaid.id);
  await waitUntilPaidDraftsListed(page, [paid.id, other.id]);
  await openIndexedList(page, '/campaigns?status=draft');
  await expect(bar(page).getByRole('button', { name: /^Select all \d+$/ })).toBeVisible();
  await box(page, other.id).click();
  await expect(bar(page).getByRole('status')).toHaveText('1 selected');
  await expect(bar(page).getByRole('button', { name: 'Schedule 1', exact: true })).toBeVisible();
  // The newest campaign comes first, so the range contains all three.
  await box(page, paid.id).click({ modifiers: ['Shift'] });
  await expect(box(page, unpaid.id)).toBeChecked();
  await expect(bar(page).getByRole('status')).toHaveText('3 selected');
  await expect(bar(page)).toContainText('left to pay');
  await expect(bar(page).getByRole('button', { name: /^Schedule 2\s+of 3$/ })).toBeVisible();
  await expect(bar(page).getByText('1 not paid')).toBeVisible();
  await expect(bar(page).getByRole('button', { name: /^Cancel sending/ })).toHaveCount(0);
  await bar(page).getByRole('button', { name: 'Clear' }).first().click();
  await expect(bar(page).getByRole('status')).toHaveText('');
  await page.getByRole('checkbox', { name: 'Select this page' }).first().check();
  await expect(bar(page).getByRole('status')).toHaveText(/^\d+ selected$/);
  await expect(box(page, paid.id)).toBeChecked();
});

test('selects what was checked before the selection bar was loaded', async ({
  newBrowser,
  login,
  service,
}) => {
  const { id } = await createDraft(service);
  for (const isWholePage of [false, true]) {
    const page = await newBrowser();
    await login(page, 'sender');
    await waitUntilListed(page, id);
    const releaseScripts = await holdLaterScripts(page, '/campaigns');
    // The page's load event may wait for the scripts.
    await page.goto('/campaigns?status=draft', { waitUntil: 'commit' });
    const name = isWholePage ? 'Select this page' : /^Select .* #/;
    await page.getByRole('checkbox', { name }).first().check();
    const rows = await page.locator('input[name="id"]').count();
    releaseScripts();
    await expect(bar(page).getByRole('status')).toHaveText(`${isWholePage ? rows : 1} selected`);
  }
});

test('selects every campaign in a list, including those on other pages', async ({ page, login }) => {
  await login(page, 'sender');
  await openIndexedList(page);
  const all = bar(page).getByRole('button', { name: /^Select all/ });
  const total = /[\d,]+/.exec((await all.textContent()) ?? '')?.[0] ?? '';
  await all.click();
  await expect(bar(page).getByRole('status')).toHaveText(`${total} selected`);
  await page.getByRole('link', { name: 'Page 2' }).click();
  await expect(page).toHaveURL('/campaigns?page=2');
  await expect(page.locator('tbody input[name="id"]:not(:checked)')).toHaveCount(0);
  await expect(bar(page).getByRole('status')).toHaveText(`${total} selected`);
  await bar(page).locator('summary', { hasText: 'More' }).click();
  await bar(page).getByRole('button', { name: /^Copy/ }).click();
  await expect(heading(page, `Copy ${total} campaigns`)).toBeVisible();
});

for (const javaScriptEnabled of [true, false]) {
  test(`keeps the selection on a list’s other pages ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async ({
    newBrowser,
    login,
    service,
  }) => {
    const drafts = [];
    for (let i = 0; i < 3; i++) drafts.push(await createDraft(service));
    const ids = drafts.map(({ id }) => id).toReversed();
    const page = await newBrowser({ javaScriptEnabled });
    await login(page, 'sender');
    for (const id of ids) await waitUntilListed(page, id);
    await openIndexedList(page, '/campaigns?status=draft&per_page=2');
    const turnTo = (number: number) =>
      javaScriptEnabled
        ? page.getByRole('link', { name: `Page ${number}`, exact: true }).click()
        : page
            .getByRole('button', { name: `Select more on ${number === 1 ? 'previous' : 'next'} page` })
            .click();
    const selected = page
      .locator('form#selection')
      .getByText(/^\d+ selected/)
      .first();
    for (const id of ids.slice(0, 2)) await box(page, id).check();
    await turnTo(2);
    await expect(box(page, ids[2] ?? 0)).toBeVisible();
    await expect(selected).toContainText('2 selected, 0 on this page');
    await box(page, ids[2] ?? 0).check();
    await turnTo(1);
    await expect(box(page, ids[0] ?? 0)).toBeChecked();
    await expect(selected).toContainText('3 selected, 2 on this page');
    await box(page, ids[1] ?? 0).uncheck();
    if (javaScriptEnabled) {
      await expect(selected).toContainText('2 selected, 1 on this page');
      await page.locator('summary', { hasText: 'More' }).click();
    }
    await page.getByRole('button', { name: /^Copy/ }).first().click();
    await expect(heading(page, 'Copy 2 campaigns')).toBeVisible();
    await page.getByRole('button', { name: 'Review 2 campaigns' }).click();
    await expect(page).toHaveURL(/\/jobs\/\d+/);
    await waitForReview(page);
    await expect(heading(page, 'Review: copy 2 campaigns')).toBeVisible();
  });

  test(`clears the selection on all pages ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async ({
    newBrowser,
    login,
    service,
  }) => {
    const { id } = await createDraft(service);
    const page = await newBrowser({ javaScriptEnabled });
    await login(page, 'sender');
    await waitUntilListed(page, id);
    const cleared = '/campaigns?status=draft&per_page=1&page=2';
    await openIndexedList(page, `${cleared}&selected=${id}`);
    const form = page.locator('form#selection');
    await expect(form.getByText('1 selected, 0 on this page').first()).toBeVisible();
    if (javaScriptEnabled) {
      await expect(page).toHaveURL(cleared);
      // An open list refreshes itself, and the refresh must not restore the selection.
      const refreshed = page.waitForResponse((response) => response.url().includes('_rsc='));
      await page.evaluate('window.next.router.refresh()');
      await refreshed;
    }
    const clear = javaScriptEnabled
      ? form.getByRole('button', { name: 'Clear' })
      : form.getByRole('link', { name: 'Clear' });
    await clear.first().click();
    await expect(form.getByText(/^\d+ selected/)).toHaveCount(0);
    await page.reload();
    await expect(form.locator('input[name="ids"]')).toHaveCount(0);
    await expect(page).toHaveURL(cleared);
  });
}

for (const javaScriptEnabled of [true, false]) {
  const mode = javaScriptEnabled ? 'with JavaScript' : 'without JavaScript';

  test(`schedules each selected paid campaign exactly once ${mode}`, async ({
    newBrowser,
    login,
    service,
  }) => {
    const [first, unpaid, second] = [
      await createPaidDraft(service),
      await createDraft(service),
      await createPaidDraft(service),
    ];
    const ids = [first.id, unpaid.id, second.id];
    const page = await newBrowser({ javaScriptEnabled });
    await login(page, 'sender');
    await waitUntilListed(page, unpaid.id);
    await waitUntilPaidDraftsListed(page, [first.id, second.id]);
    await openIndexedList(page, '/campaigns?status=draft');
    for (const id of ids) await box(page, id).check();
    await page
      .getByRole('button', { name: /^Schedule/ })
      .first()
      .click();
    await expect(heading(page, 'Schedule 2 campaigns')).toBeVisible();
    await expect(page.getByRole('complementary')).toContainText('1 not paid');
    await page.getByRole('button', { name: 'Review 3 campaigns' }).click();
    await expect(page).toHaveURL(/\/jobs\/\d+/);
    await waitForReview(page);
    await expect(heading(page, 'Review: schedule 2 campaigns')).toBeVisible();
    await expect(page.getByRole('group').filter({ hasText: 'Not paid' })).toContainText(`#${unpaid.id}`);
    await expect(page.getByRole('link', { name: 'Open it in the list' })).toBeVisible();
    await service.clearRequests();
    await page.getByRole('button', { name: 'Schedule 2 campaigns' }).click();
    await waitUntilEnded(page);
    expect((await sendCalls(service)).toSorted()).toEqual([first.id, second.id].map(String).toSorted());
    for (const { id } of [first, second]) expect((await fetchCampaign(service, id)).status).toBe('queued');
    expect((await fetchCampaign(service, unpaid.id)).status).toBe('draft');
    await expect(page.getByRole('table')).toContainText(`#${first.id}`);
    await page.getByRole('link', { name: 'Left out 1' }).click();
    await expect(page.getByRole('table')).toContainText(`#${unpaid.id}`);
    const jobUrl = page.url();
    await page.getByRole('link', { name: 'Open it in the list' }).click();
    await expect(heading(page, 'Campaigns')).toBeVisible();
    await expect(page.locator('tbody tr')).toHaveCount(1);
    await expect(box(page, unpaid.id)).toBeVisible();
    await page.getByRole('link', { name: 'Remove filter: Job' }).click();
    await expect(page).toHaveURL('/campaigns');
    await page.goto(jobUrl);
    await page.getByRole('link', { name: 'Jobs' }).first().click();
    await expect(page.getByRole('row').filter({ hasText: 'Schedule 2 campaigns' }).first()).toContainText(
      'Finished',
    );
  });

  test(`cancels the selected campaigns with one reason ${mode}`, async ({ newBrowser, login, service }) => {
    const queued = [await createQueuedCampaign(service), await createQueuedCampaign(service)];
    const page = await newBrowser({ javaScriptEnabled });
    await login(page, 'sender');
    await page.goto(
      newJobPath(
        'cancel',
        queued.map(({ id }) => id),
      ),
    );
    await page.getByLabel('Reason').fill('Sold out');
    await page.getByRole('button', { name: 'Review 2 campaigns' }).click();
    await expect(page).toHaveURL(/\/jobs\/\d+/);
    await waitForReview(page);
    await expect(page.getByText('Sold out')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel sending of 2 campaigns' }).click();
    await waitUntilEnded(page);
    for (const { id } of queued) expect((await fetchCampaign(service, id)).status).toBe('draft');
  });
}

for (const javaScriptEnabled of [true, false]) {
  test(`reschedules the selected campaigns that are queued ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async ({
    newBrowser,
    login,
    service,
  }) => {
    const [queued, draft] = [await createQueuedCampaign(service), await createPaidDraft(service)];
    const before = await fetchCampaign(service, queued.id);
    const page = await newBrowser({ javaScriptEnabled });
    await login(page, 'sender');
    for (const { id } of [queued, draft]) await waitUntilListed(page, id);
    await openIndexedList(page, '/campaigns');
    for (const { id } of [queued, draft]) await box(page, id).check();
    await page
      .getByRole('button', { name: javaScriptEnabled ? /^Reschedule 1\s+of 2$/ : /^Reschedule$/ })
      .first()
      .click();
    await expect(heading(page, 'Reschedule 1 campaign')).toBeVisible();
    await page.getByRole('button', { name: 'Review 2 campaigns' }).click();
    await expect(page).toHaveURL(/\/jobs\/\d+/);
    await waitForReview(page);
    await expect(page.getByRole('table', { name: 'Send times, current and new' })).toContainText(
      `#${queued.id}`,
    );
    await expect(page.getByRole('group').filter({ hasText: 'Not queued' })).toContainText(`#${draft.id}`);
    await page.getByRole('button', { name: 'Reschedule 1 campaign' }).click();
    await waitUntilEnded(page);
    const after = await fetchCampaign(service, queued.id);
    expect(after.status).toBe('queued');
    expect(after.scheduled_at).not.toBe(before.scheduled_at);
    await expect(page.getByRole('table')).toContainText('Rescheduled');
  });
}

test('warns that a campaign wasn’t scheduled again, stops the job, and schedules the campaign on a retry', async ({
  page,
  login,
  service,
}) => {
  const { id } = await createQueuedCampaign(service);
  await login(page, 'sender');
  await openReview(page, 'reschedule', [id]);
  await service.injectFaults({ operation: 'sendCampaign', kind: 'status', status: 422 });
  await page.getByRole('button', { name: 'Reschedule 1 campaign' }).click();
  await expect(page.getByRole('alert').filter({ hasText: '1 campaign isn’t scheduled' })).toBeVisible({
    timeout: 30_000,
  });
  await expect(page.getByRole('table')).toContainText('Not scheduled');
  expect((await fetchCampaign(service, id)).status).toBe('draft');
  await page.getByRole('button', { name: 'Retry 1 refused' }).click();
  await expect(page.getByRole('table')).toContainText('Rescheduled', { timeout: 30_000 });
  await expect(page.getByRole('alert').filter({ hasText: 'isn’t scheduled' })).toHaveCount(0);
  expect((await fetchCampaign(service, id)).status).toBe('queued');
});

test('spreads campaigns over weekdays, and marks the holidays that it skips', async ({
  page,
  login,
  service,
}) => {
  const drafts = [await createPaidDraft(service), await createPaidDraft(service)];
  await login(page, 'sender');
  await page.goto(newJobPath('schedule', [drafts[0]?.id ?? 0]));
  await expect(page.getByLabel('Date and time')).toBeVisible();
  await expect(page.getByRole('radio', { name: /^Spread over days/ })).toHaveCount(0);
  await expect(page.getByLabel('Campaigns a day')).toHaveCount(0);
  await page.goto(
    newJobPath(
      'schedule',
      drafts.map(({ id }) => id),
    ),
  );
  await page.getByRole('radio', { name: /^Spread over days/ }).check();
  await page.getByLabel('Campaigns a day').fill('1');
  await page.getByLabel('Time', { exact: true }).fill('');
  await page.getByRole('button', { name: 'Review 2 campaigns' }).click();
  await expect(page.getByLabel('Time', { exact: true })).toHaveAccessibleDescription(
    'Enter a time, like 09:00.',
  );
  await expect(page.getByLabel('Campaigns a day')).toHaveValue('1');
  await page.getByLabel('Time', { exact: true }).fill('09:00');
  await page.getByRole('button', { name: 'Review 2 campaigns' }).click();
  await expect(heading(page, 'Review: schedule 2 campaigns')).toBeVisible({ timeout: 30_000 });
  const days = page.getByRole('table', { name: 'Campaigns by day' }).locator('tbody tr');
  await expect(days.filter({ hasNotText: 'skipped' })).toHaveCount(2);
  await expect(page.getByText(/1 a weekday, 9:00 AM in /)).toBeVisible();
  await page.getByRole('link', { name: 'Change' }).click();
  await expect(heading(page, 'Schedule 2 campaigns')).toBeVisible();
});

test('updates the progress of an open job, and announces the job’s end only once', async ({
  page,
  login,
  service,
}) => {
  const drafts = [await createPaidDraft(service), await createPaidDraft(service)];
  await login(page, 'sender');
  await openReview(
    page,
    'schedule',
    drafts.map(({ id }) => id),
  );
  await page.getByRole('button', { name: 'Schedule 2 campaigns' }).click();
  await expect(page.getByText('2 of 2', { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('progressbar', { name: 'Finished campaigns' })).toHaveAttribute(
    'aria-valuenow',
    '2',
  );
  await expect(page.getByRole('status').filter({ hasText: 'Finished. 2 of 2 finished.' })).toHaveCount(1);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Results CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^mailroom-job-\d+\.csv$/);
});

test('starts a job only once if its form is submitted again, and never starts a job from another site', async ({
  newBrowser,
  login,
  service,
}) => {
  const draft = await createPaidDraft(service);
  const page = await newBrowser({ javaScriptEnabled: false });
  await login(page, 'sender');
  const path = await openReview(page, 'schedule', [draft.id]);
  const form = page.locator('main form[method="POST" i]').filter({ hasText: 'Schedule 1 campaign' });
  const fields = await readFormFields(form);
  const url = new URL(path, page.url());
  await service.clearRequests();
  const foreign = await page.request.post(url.href, {
    multipart: { ...fields },
    headers: { origin: 'https://attacker.example' },
    maxRedirects: 0,
  });
  expect(foreign.status()).not.toBe(303);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Schedule 1 campaign' })).toBeVisible();
  expect(await sendCalls(service)).toEqual([]);
  for (let i = 0; i < 2; i++) expect((await postForm(page.request, url, fields)).status()).toBeLessThan(500);
  await waitUntilEnded(page);
  expect((await postForm(page.request, url, fields)).status()).toBeLessThan(500);
  await waitUntilEnded(page);
  expect(await sendCalls(service)).toEqual([String(draft.id)]);
});

test('says that a job hasn’t started because its campaigns were checked again in another tab', async ({
  newBrowser,
  login,
  service,
}) => {
  const drafts = [await createPaidDraft(service), await createPaidDraft(service)];
  const ids = drafts.map(({ id }) => id);
  const page = await newBrowser({ javaScriptEnabled: false });
  await login(page, 'sender');
  const path = await openReview(page, 'schedule', ids);
  const selection = `?ids=${ids.join('%2C')}&list=`;
  await page.goto(`${path}${selection}`);
  const other = await page.context().newPage();
  await other.goto(path);
  await other.getByRole('button', { name: 'Check again' }).click();
  await waitForReview(other);
  await service.clearRequests();
  await page.getByRole('button', { name: 'Schedule 2 campaigns' }).click();
  await expect(page.getByText('The job hasn’t started')).toBeVisible();
  await expect(page).toHaveURL(`${path}${selection}&checked=newer_review`);
  expect(await sendCalls(service)).toEqual([]);
  await page.getByRole('button', { name: 'Schedule 2 campaigns' }).click();
  await waitUntilEnded(page);
  expect(await sendCalls(service)).toHaveLength(2);
});

test('lets only members with the right role select campaigns, and only a job’s creator start the job', async ({
  newBrowser,
  login,
  service,
}) => {
  const draft = await createPaidDraft(service);
  const [viewer, sender, admin] = [await newBrowser(), await newBrowser(), await newBrowser()];
  await login(viewer, 'viewer');
  await login(sender, 'sender');
  await login(admin, 'admin');
  await openIndexedList(viewer);
  await expect(viewer.locator('input[name="id"]')).toHaveCount(0);
  await viewer.goto(newJobPath('schedule', [draft.id]));
  await expect(heading(viewer, 'You don’t have access')).toBeVisible();
  await sender.goto(newJobPath('delete', [draft.id]));
  await expect(heading(sender, 'You don’t have access')).toBeVisible();
  const path = await openReview(sender, 'schedule', [draft.id]);
  for (const page of [viewer, admin]) {
    await page.goto(path);
    await expect(heading(page, 'Review: schedule 1 campaign')).toBeVisible();
    await expect(page.getByText('Not started', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Schedule 1 campaign' })).toHaveCount(0);
  }
});

test('offers every action on a phone', async ({ newBrowser, login, service }) => {
  const draft = await createPaidDraft(service);
  const page = await newBrowser(PHONE);
  await login(page, 'admin');
  await waitUntilPaidDraftsListed(page, [draft.id]);
  await openIndexedList(page, '/campaigns?status=draft');
  await box(page, draft.id).check();
  await expect(page.getByRole('button', { name: 'Schedule 1', exact: true })).toBeInViewport();
  await page.locator('summary', { hasText: 'More' }).click();
  for (const name of [/^Copy/, /^Set title or note/, /^Delete/])
    await expect(page.getByRole('button', { name }).last()).toBeInViewport();
  await page.locator('summary', { hasText: 'More' }).click();
  await expect(page.getByRole('checkbox', { name: 'Select this page' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Select all/ })).toBeVisible();
});

test('links to the jobs from the campaign list and the overview', async ({ page, login }) => {
  await login(page, 'viewer');
  for (const path of ['/', '/campaigns']) {
    await page.goto(path);
    await page.getByRole('main').getByRole('link', { name: 'Jobs', exact: true }).click();
    await expect(heading(page, 'Jobs')).toBeVisible();
    await expect(
      page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Campaigns' }),
    ).toHaveAttribute('aria-current', 'true');
  }
});
