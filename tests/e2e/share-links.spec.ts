/**
 * Tests share links from the team's side: creating a link, showing a guest's approval, voiding the approval
 * after a change, and revoking the link.
 */
import type { BrowserContext, Page } from '@playwright/test';
import { expect, expectAccessible, PHONE, test } from '../support/browser.ts';
import { createDraftWithProof, fetchCampaign, waitForProof } from '../support/campaigns.ts';
import type { RunningService } from '../support/service.ts';

const PASSWORD = 'correct horse';

/** Changes a draft's designs and waits until the new proof is rendered. */
async function changeDesigns(service: RunningService, id: number, text: string): Promise<void> {
  const { designs = [] } = await fetchCampaign(service, id);
  await service.changeArtwork(
    id,
    designs.map((_, side) => `<h1>${text}, side ${side}</h1>`),
  );
  await waitForProof(service, id);
}

/** Creates a share link on the campaign's page using only the keyboard. @returns the link */
async function createShareLinkByKeyboard(
  page: Page,
  id: number,
  label: string,
  password?: string,
): Promise<string> {
  await page.goto(`/campaigns/${id}`);
  await page
    .getByRole('link', { name: /^(Share proof|Request approval)$/ })
    .first()
    .focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Who is the link for?').focus();
  await page.keyboard.type(label);
  if (password !== undefined) {
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type(password);
  }
  await page.keyboard.press('Enter');
  return page.getByLabel('Link', { exact: true }).inputValue();
}

async function chooseRule(admin: Page, option: string): Promise<void> {
  await admin.goto('/team');
  await admin
    .getByRole('radio', { name: new RegExp(`^${option}`) })
    .first()
    .check();
  await admin.getByRole('button', { name: 'Save approval rule' }).click();
  await expect(admin.getByText('The new rule is in effect.')).toBeVisible();
}

test('requires another member’s approval before a member can pay', async ({
  page,
  login,
  service,
  newBrowser,
}) => {
  const { id } = await createDraftWithProof(service);
  const admin = await newBrowser();
  await login(admin, 'admin');
  await login(page, 'sender');
  await chooseRule(admin, 'A second member');
  try {
    await page.goto(`/campaigns/${id}`);
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await expect(page.getByText('Your approval was recorded.')).toBeVisible();
    await expect(page.getByText('Needs another member’s approval')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Check out' })).toHaveCount(0);
    await expectAccessible(page);

    await admin.goto(`/campaigns/${id}`);
    await expect(admin.getByRole('link', { name: 'Check out' })).toBeVisible();
    await admin.getByLabel('Comment').fill('Looks right');
    await admin.getByRole('button', { name: 'Approve', exact: true }).click();
    await expect(admin.getByText('Your approval was recorded.')).toBeVisible();
    await expect(admin.getByLabel('Comment')).toHaveValue('');
    await page.reload();
    await expect(page.getByText('Looks right')).toBeVisible();
    await page.getByRole('link', { name: 'Check out' }).click();
    await expect(page.getByRole('button', { name: /^Pay/ })).toBeVisible();
  } finally {
    await chooseRule(admin, 'No one');
  }
  // The overview's list of guests' decisions omits a campaign that only members have decided on.
  await page.goto('/');
  await expect(page.locator('main img:not([loading="lazy"])')).toHaveCount(1);
});

test('requires a new approval when the proof changes after an approval', async ({
  page,
  login,
  service,
  newBrowser,
}) => {
  const { id } = await createDraftWithProof(service);
  const admin = await newBrowser();
  await login(admin, 'admin');
  await login(page, 'sender');
  await chooseRule(admin, 'A second member');
  try {
    await page.goto(`/campaigns/${id}`);
    await expect(page.getByRole('heading', { name: 'Waiting for approval' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Check out' })).toHaveCount(0);
    await page.goto(`/campaigns/${id}/checkout`);
    await expect(page.getByText('Waiting for approval')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Pay/ })).toHaveCount(0);

    const link = await createShareLinkByKeyboard(page, id, 'For the owner', PASSWORD);
    expect(new URL(link).pathname).toMatch(/^\/share\/[\w-]{43}$/);
    await expectAccessible(page);

    const guest = await newBrowser(PHONE);
    await guest.goto(link);
    await guest.getByLabel('Password').fill('not this one');
    await guest.getByRole('button', { name: 'Open proof' }).click();
    await expect(guest.getByText('Incorrect password.')).toBeVisible();
    await guest.getByLabel('Password').fill(PASSWORD);
    await guest.getByRole('button', { name: 'Open proof' }).click();
    await expect(guest.getByText('shared a proof with you')).toBeVisible();
    await guest.getByLabel('Your name').fill('Ann Lee');
    await guest.getByLabel('Your email').fill('ann@maple.example');
    await guest.getByLabel('Comment').fill('Lovely.\n<b>Go ahead</b>');
    await guest.getByRole('button', { name: 'Approve proof' }).click();
    await expect(guest.getByText(/Approved by\s+Ann Lee/)).toBeVisible();

    await page.goto(`/campaigns/${id}`);
    await expect(page.getByRole('heading', { name: 'Approved, not verified' })).toBeVisible();
    await expect(page.getByText('<b>Go ahead</b>')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Check out' })).toHaveCount(0);
    await admin.goto(`/campaigns/${id}`);
    await admin.getByRole('button', { name: 'Approve', exact: true }).click();
    await expect(admin.getByText('Your approval was recorded.')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('link', { name: 'Check out' })).toBeVisible();
    await expect(page.getByText(/^Viewed /)).toBeVisible();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('link', { name: 'Copy link: For the owner' }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(link);
    // Open the checkout page before the proof changes.
    await page.goto(`/campaigns/${id}/checkout`);
    await expect(page.getByRole('button', { name: /^Pay/ })).toBeVisible();

    await changeDesigns(service, id, 'New headline');
    await page.getByRole('button', { name: /^Pay/ }).click();
    await expect(page.getByText('Waiting for approval')).toBeVisible();
    expect((await fetchCampaign(service, id)).status).toBe('draft');
    await page.goto(`/campaigns/${id}`);
    await expect(page.getByRole('heading', { name: 'Approved, but no longer valid' })).toBeVisible();
    await expect(page.getByText('What changed: the proof and the design')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Waiting for approval' })).toBeVisible();
    await expectAccessible(page);
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Back from guests' })).toBeVisible();
    await expect(page.getByText('Changed since the decision')).toBeVisible();
    await expectAccessible(page);
    await guest.reload();
    await expect(guest.getByText('The proof has changed since this link was created.')).toBeVisible();
    await expect(guest.getByRole('button', { name: 'Approve proof' })).toBeVisible();
  } finally {
    await chooseRule(admin, 'No one');
  }
});

/** The paths of a shared proof's page, images, and PDF, relative to the share link. */
const PATHS = ['', '/files/front?w=320', '/files/back?w=320', '/files/proof'];
const sendRequests = (guest: BrowserContext, link: string, count: number) =>
  Array.from({ length: count }, async (_, i) => {
    const response = await guest.request.get(link + PATHS[i % PATHS.length], { maxRedirects: 0 });
    return {
      status: response.status(),
      endedAt: performance.now(),
      text: (await response.body()).toString('latin1'),
    };
  });

/**
 * How long the service delays each response. The delay is longer than revoking a link takes and shorter than
 * the console's timeout.
 */
const DELAY_MS = 5_000;

/**
 * Fifty guest requests wait for the service while a member revokes the link. After the revocation is
 * complete, neither a waiting request nor a new request may return any part of the campaign.
 */
test('responds with 404 to the 50 requests that are in progress when a share link is revoked', async ({
  page,
  login,
  service,
  newBrowser,
}) => {
  const { id } = await createDraftWithProof(service);
  // Without JavaScript, the console responds with a redirect as soon as the link is revoked.
  const member = await newBrowser({ javaScriptEnabled: false });
  await login(member, 'sender');
  const link = await createShareLinkByKeyboard(member, id, 'For the neighbors');
  const title = 'shared a proof with you';
  const guest = (await newBrowser()).context();
  const before = await Promise.all(sendRequests(guest, link, PATHS.length));
  expect(before.map(({ status }) => status)).toEqual(PATHS.map(() => 200));
  expect(before[0]?.text).toContain(title);

  await service.injectFaults({ operation: 'getCampaign', kind: 'delay', ms: DELAY_MS });
  const pending = sendRequests(guest, link, 50);
  // One delay holds up all requests, because simultaneous reads of a campaign share one call.
  await expect.poll(async () => (await fetch(`${service.url}/sandbox/faults`)).json()).toEqual([]);
  const revoked = member.waitForResponse((response) => response.request().method() === 'POST');
  await member.getByRole('button', { name: 'Revoke link' }).click({ noWaitAfter: true });
  expect((await revoked).status()).toBe(303);
  const revokedAt = performance.now();
  const later = await Promise.all(sendRequests(guest, link, 10));
  const inFlight = await Promise.all(pending);
  await service.clearFaults();

  // A guest's request that reads the link after the revocation may end before the member's request ends.
  expect(
    inFlight.filter(({ endedAt }) => endedAt > revokedAt).length,
    'requests answered after the revocation',
  ).toBeGreaterThan(0);
  for (const { status, text } of [...inFlight, ...later]) {
    expect(status).toBe(404);
    expect(text).not.toContain(title);
    expect(text).not.toMatch(/^(RIFF|%PDF)/);
  }
  await login(page, 'sender');
  await page.goto(member.url());
  await expect(page.getByText('This link has been revoked')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Revoke link' })).toHaveCount(0);
  await expectAccessible(page);
});
