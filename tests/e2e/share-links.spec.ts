/** A proof's way to somebody without an account and back: shared, approved, changed, revoked. */
import type { BrowserContext, Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../support/browser.ts';
import { createDraft, fetchCampaign } from '../support/campaigns.ts';
import type { RunningService } from '../support/service.ts';

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const PASSWORD = 'told by telephone';
const DRAWN_WITHIN = 40_000;

/** A draft with a proof, to be paid. */
async function newDrawn(service: RunningService): Promise<number> {
  const { id } = await createDraft(service);
  await expect
    .poll(async () => (await fetchCampaign(service, id)).proof ?? null, { timeout: DRAWN_WITHIN })
    .not.toBeNull();
  return id;
}

/** What is printed is another thing from now on, and drawn. */
async function redraw(service: RunningService, id: number, words: string): Promise<void> {
  const { designs = [] } = await fetchCampaign(service, id);
  await service.changeArtwork(
    id,
    designs.map((_, side) => `<h1>${words}, side ${side}</h1>`),
  );
  await expect
    .poll(async () => (await fetchCampaign(service, id)).proof ?? null, { timeout: DRAWN_WITHIN })
    .not.toBeNull();
}

/** From the campaign's page, with the keyboard alone. @returns the link */
async function share(page: Page, id: number, label: string, password?: string): Promise<string> {
  await page.goto(`/campaigns/${id}`);
  await page
    .getByRole('link', { name: /^(Share proof|Request approval)$/ })
    .first()
    .focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Who is it for?').focus();
  await page.keyboard.type(label);
  if (password !== undefined) {
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type(password);
  }
  await page.keyboard.press('Enter');
  return page.getByLabel('Link', { exact: true }).inputValue();
}

test('shared, opened on a phone, approved, changed, and then it waits again', async ({
  page,
  login,
  service,
  newBrowser,
}) => {
  test.setTimeout(150_000);
  const id = await newDrawn(service);
  const admin = await newBrowser();
  await login(admin, 'admin');
  await login(page, 'sender');
  await admin.goto('/team');
  await admin.getByRole('button', { name: 'Require approval', exact: true }).click();
  await expect(
    admin.getByText('Campaigns can’t be paid for or sent until a guest approves the proof.'),
  ).toBeVisible();
  try {
    await page.goto(`/campaigns/${id}`);
    await expect(page.getByRole('heading', { name: 'Waiting for approval' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Check out' })).toHaveCount(0);
    await page.goto(`/campaigns/${id}/checkout`);
    await expect(page.getByText('Waiting for approval')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Pay/ })).toHaveCount(0);

    const link = await share(page, id, 'For the owner', PASSWORD);
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
    await expect(page.getByRole('heading', { name: 'Approved by Ann Lee' })).toBeVisible();
    await expect(page.getByText('<b>Go ahead</b>')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Check out' })).toBeVisible();
    await expect(page.getByText(/^Viewed /)).toBeVisible();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('link', { name: 'Copy link, For the owner' }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(link);
    // The form that pays is open when it changes.
    await page.goto(`/campaigns/${id}/checkout`);
    await expect(page.getByRole('button', { name: /^Pay/ })).toBeVisible();

    await redraw(service, id, 'Another thing');
    await page.getByRole('button', { name: /^Pay/ }).click();
    await expect(page.getByText('Waiting for approval')).toBeVisible();
    expect((await fetchCampaign(service, id)).status).toBe('draft');
    await page.goto(`/campaigns/${id}`);
    await expect(page.getByRole('heading', { name: 'Approved, but changed since' })).toBeVisible();
    await expect(page.getByText('Changed since: the proof and the design')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Waiting for approval' })).toBeVisible();
    await expectAccessible(page);
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Guest decisions' })).toBeVisible();
    await expect(page.getByText('Changed since decision')).toBeVisible();
    await expectAccessible(page);
    await guest.reload();
    await expect(guest.getByText('The proof has changed since this link was created.')).toBeVisible();
    await expect(guest.getByRole('button', { name: 'Approve proof' })).toBeVisible();
  } finally {
    await admin.getByRole('button', { name: 'Stop requiring approval' }).click();
    await expect(admin.getByText('Campaigns can be paid for and sent without')).toBeVisible();
  }
});

/** As many requests as somebody with the link can think of, at once. */
const FILES = ['', '/files/front?w=320', '/files/back?w=320', '/files/proof'];
const ask = (guest: BrowserContext, link: string, count: number) =>
  Array.from({ length: count }, async (_, i) => {
    const answer = await guest.request.get(link + FILES[i % FILES.length], { maxRedirects: 0 });
    return {
      status: answer.status(),
      endedAt: performance.now(),
      text: (await answer.body()).toString('latin1'),
    };
  });

/** Longer than revoking takes, and shorter than the console waits for the service. */
const HELD_MS = 5_000;

/**
 * The line is the answer to whoever revokes. Fifty requests are being worked on when it is drawn, held up where the
 * service is asked; they and all that begin later get nothing of the campaign.
 */
test('revoked while 50 requests are in flight: none of them is served after', async ({
  page,
  login,
  service,
  newBrowser,
}) => {
  test.setTimeout(90_000);
  const id = await newDrawn(service);
  // Without script the answer comes as soon as the deed is done, before any page is rendered.
  const plain = await newBrowser({ javaScriptEnabled: false });
  await login(plain, 'sender');
  const link = await share(plain, id, 'For everybody');
  const title = 'shared a proof with you';
  const guest = (await newBrowser()).context();
  const before = await Promise.all(ask(guest, link, FILES.length));
  expect(before.map(({ status }) => status)).toEqual(FILES.map(() => 200));
  expect(before[0]?.text).toContain(title);

  await service.injectFaults({ operation: 'getCampaign', kind: 'delay', ms: HELD_MS });
  const held = ask(guest, link, 50);
  // Readings of the same at once are one, so one that is held up holds up all.
  await expect.poll(async () => (await fetch(`${service.url}/sandbox/faults`)).json()).toEqual([]);
  const revoked = plain.waitForResponse((answer) => answer.request().method() === 'POST');
  await plain.getByRole('button', { name: 'Revoke link' }).click({ noWaitAfter: true });
  expect((await revoked).status()).toBe(303);
  const line = performance.now();
  const later = await Promise.all(ask(guest, link, 10));
  const inFlight = await Promise.all(held);
  await service.clearFaults();

  // Whatever reached the console after the row had changed may have been told so before the answer came to whoever revokes.
  expect(inFlight.filter(({ endedAt }) => endedAt > line).length, 'held up meanwhile').toBeGreaterThan(0);
  for (const { status, text } of [...inFlight, ...later]) {
    expect(status).toBe(404);
    expect(text).not.toContain(title);
    expect(text).not.toMatch(/^(RIFF|%PDF)/);
  }
  await login(page, 'sender');
  await page.goto(plain.url());
  await expect(page.getByText('This link is revoked')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Revoke link' })).toHaveCount(0);
  await expectAccessible(page);
});
