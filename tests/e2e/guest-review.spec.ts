/**
 * Tests guest review on a phone, with the keyboard, and without JavaScript. Other tests check that locked and
 * invalid links reveal nothing.
 */
import type { Page } from '@playwright/test';
import { expect, expectAccessible, PHONE, test } from '../support/browser.ts';
import { createDraft } from '../support/campaigns.ts';
import type { RunningConsole } from '../support/console.ts';
import type { RunningService } from '../support/service.ts';
import { addShareLinks } from '../support/share-links.ts';

const PASSWORD = 'between us only';
const RENDER_TIMEOUT_MS = 40_000;

interface LinkTokens {
  readonly phone: string;
  readonly keyboard: string;
  readonly scriptless: string;
  readonly locked: string;
  readonly expired: string;
  readonly revoked: string;
}

/**
 * The tokens of each console's share links, keyed by the console's URL. All of a console's links are added in
 * one batch, because the console has to be stopped while links are added.
 */
const linksByConsole = new Map<string, Promise<LinkTokens>>();

function getLinks(mailroom: RunningConsole, service: RunningService): Promise<LinkTokens> {
  const links = linksByConsole.get(mailroom.url) ?? createLinks(mailroom, service);
  linksByConsole.set(mailroom.url, links);
  return links;
}

async function createLinks(mailroom: RunningConsole, service: RunningService): Promise<LinkTokens> {
  const { id: campaignId } = await createDraft(service);
  const visibleParts = { price: true, recipients: true, metadata: true };
  const [phone = '', keyboard = '', scriptless = '', locked = '', expired = '', revoked = ''] =
    await addShareLinks(mailroom, [
      { campaignId },
      { campaignId },
      { campaignId },
      { campaignId, visibleParts, password: PASSWORD },
      { campaignId, expiresInMs: -1_000 },
      { campaignId, revoked: true },
    ]);
  return { phone, keyboard, scriptless, locked, expired, revoked };
}

/** Waits until the image of the visible side is rendered. @returns the image */
async function waitForImage(page: Page) {
  const image = page.getByRole('img', { name: /of “/ }).filter({ visible: true });
  await expect(image).toBeVisible({ timeout: RENDER_TIMEOUT_MS });
  await expect
    .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
    .toBeGreaterThan(300);
  return image;
}

const decision = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });

test('lets a guest on a phone view both sides and approve the proof, and shows the approval again after a reload', async ({
  newBrowser,
  mailroom,
  service,
}) => {
  const { phone } = await getLinks(mailroom, service);
  const page = await newBrowser({ ...PHONE, locale: 'en-GB' });
  const referrers: string[] = [];
  const origins = new Set<string>();
  const visits: string[] = [];
  page.on('request', async (request) => {
    origins.add(new URL(request.url()).origin);
    if (request.url().endsWith('/visit')) visits.push(request.method());
    referrers.push((await request.allHeaders()).referer ?? '');
  });
  await page.goto(`/share/${phone}`);
  await expect(page.getByText('sender@mailroom.test shared a proof with you')).toBeVisible();
  await expect(page.getByText(/^Available until \d+ \w+ 20\d\d$/)).toBeVisible();
  const front = await (await waitForImage(page)).getAttribute('src');
  expect(visits, 'no visit before the guest interacts').toEqual([]);
  await page.getByRole('button', { name: 'Back' }).tap();
  await expect.poll(async () => (await waitForImage(page)).getAttribute('src')).not.toBe(front);
  await expect.poll(() => visits).toEqual(['POST']);
  expect(await page.evaluate(() => document.documentElement.scrollWidth), 'page width').toBe(390);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Request changes' }).tap();
  await expect(page.getByText('Enter your name.')).toBeVisible();
  await page.getByLabel('Your name').fill('Ann Guest');
  await page.getByLabel('Your email').fill('ann@maple.example');
  await page.getByRole('button', { name: 'Request changes' }).tap();
  await expect(page.getByText('Describe the change.')).toBeVisible();
  await expect(page.getByLabel('Your name')).toHaveValue('Ann Guest');
  await expectAccessible(page);
  const submissions: string[] = [];
  page.on('request', (request) => request.headers()['next-action'] && submissions.push(request.url()));
  await page.getByLabel('Your email').press('Enter');
  await page.getByRole('button', { name: 'Approve proof' }).tap();
  await expect(page.getByText('Your approval was recorded.')).toBeVisible();
  await expect(
    page.getByRole('alert').filter({ hasText: 'was recorded' }),
    'focus after the button disappeared',
  ).toBeFocused();
  expect(submissions, 'Enter in a field submits nothing').toHaveLength(1);
  await page.reload();
  await expect(decision(page, 'Approved by Ann Guest on')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve proof' })).toBeHidden();
  await expectAccessible(page);

  const pdf = await page.request.get(
    (await page.getByRole('link', { name: 'Open PDF' }).getAttribute('href')) ?? '',
  );
  expect(pdf.headers()['content-type']).toBe('application/pdf');
  expect(visits.length).toBeLessThanOrEqual(2);
  expect(referrers.filter((referrer) => referrer.includes(phone))).toEqual([]);
  expect([...origins]).toEqual([mailroom.url]);
  expect(await page.title()).toBe('Review a proof');
});

test('lets a guest review a proof using only the keyboard', async ({ newBrowser, mailroom, service }) => {
  const { keyboard } = await getLinks(mailroom, service);
  const page = await newBrowser();
  await page.goto(`/share/${keyboard}`);
  await waitForImage(page);
  const press = async (key: string, times = 1) => {
    for (let i = 0; i < times; i++) await page.keyboard.press(key);
  };
  await press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await press('Enter');
  await press('Tab');
  await expect(page.getByRole('group', { name: /^Mailpiece/ })).toBeFocused();
  await press('+');
  await expect(page.getByText(/^\d+ %$/)).toBeVisible();
  await press('0');
  await expect(page.getByText('Fit', { exact: true })).toBeVisible();
  await press('Tab', 2);
  await expect(page.getByRole('button', { name: 'Back' })).toBeFocused();
  await press('Space');
  await expect(page.getByRole('img', { name: /^Back of/ })).toBeVisible();
  await press('Tab', 4);
  await expect(page.getByRole('link', { name: 'Open PDF' })).toBeFocused();
  await press('Tab');
  await page.keyboard.type('Kim Keys');
  await press('Tab');
  await page.keyboard.type('kim@maple.example');
  await press('Tab');
  await page.keyboard.type('A larger heart, please.');
  await press('Tab', 2);
  await expect(page.getByRole('button', { name: 'Request changes' })).toBeFocused();
  await press('Enter');
  await expect(decision(page, 'Changes requested by Kim Keys')).toBeVisible();
  await expect(page.getByText('A larger heart')).toBeHidden();
});

test('lets a guest enter the password, view both sides, correct errors, and decide without JavaScript', async ({
  newBrowser,
  mailroom,
  service,
}) => {
  const { scriptless, locked } = await getLinks(mailroom, service);
  const page = await newBrowser({ javaScriptEnabled: false });
  await page.goto(`/share/${locked}`);
  await expect(page.getByText('shared a proof')).toBeHidden();
  await page.getByLabel('Password').fill('a guess');
  await page.getByRole('button', { name: 'Open proof' }).click();
  await expect(page.getByText('Incorrect password.')).toBeVisible();
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Open proof' }).click();
  await expect(page.getByText('sender@mailroom.test shared a proof with you')).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Recipients/ })).toBeVisible();

  await page.goto(`/share/${scriptless}`);
  await expect(page.getByRole('img', { name: /of “/ }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Zoom in' })).toBeHidden();
  await page.getByLabel('Your name').fill('Pat Plain');
  await page.getByLabel('Your email').fill('pat');
  await page.getByRole('button', { name: 'Approve proof' }).click();
  await expect(page.getByText('Enter an email address')).toBeVisible();
  await expect(page.getByLabel('Your name')).toHaveValue('Pat Plain');
  await page.getByLabel('Your email').fill('pat@maple.example');
  await page.getByRole('button', { name: 'Approve proof' }).click();
  await expect(decision(page, 'Approved by Pat Plain on')).toBeVisible();
});

test('reveals nothing about the campaign in link previews or before the guest enters the password', async ({
  newBrowser,
  mailroom,
  service,
}) => {
  const { locked, phone } = await getLinks(mailroom, service);
  const page = await newBrowser();
  await page.goto(`/share/${locked}`);
  await expect(page.getByLabel('Password')).toBeVisible();
  await expectAccessible(page);
  const { request } = page;
  const [lockedPage, openPage] = await Promise.all(
    [locked, phone].map(async (token) => (await request.get(`/share/${token}`)).text()),
  );
  for (const text of ['sender@', 'Open PDF', 'Available until', 'files/front', 'For the tests']) {
    expect(lockedPage, text).not.toContain(text);
    if (text !== 'For the tests') expect(openPage, text).toContain(text);
  }
  const previewTags = (html = '') =>
    html.match(/<meta (property="og|name="(twitter|description|robots|referrer))[^>]*>/g);
  expect(previewTags(lockedPage)).toEqual(previewTags(openPage));
  const image = /property="og:image" content="([^"]*)"/.exec(lockedPage ?? '')?.[1] ?? '';
  expect(image).toBe(`${mailroom.url}/share/preview.png`);
  const response = await request.get(image);
  expect(response.headers()).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=86400',
  });
  expect((await request.get(`/share/${locked}/files/front`)).status()).toBe(404);
});

test('sends the same response for every invalid link, and never logs a token', async ({
  newBrowser,
  mailroom,
  service,
}) => {
  const links = await getLinks(mailroom, service);
  const page = await newBrowser();
  const responses = new Set<string>();
  for (const token of [links.expired, links.revoked, 'A'.repeat(43), 'x', '%zz', '%00', 'A'.repeat(3_000)]) {
    for (const path of ['', '/files/front', '/files/proof', '/visit', '?_rsc=1']) {
      const response = await fetch(`${mailroom.url}/share/${token}${path}`, { redirect: 'manual' });
      const headers = [...response.headers].filter(([name]) => !/^(date|x-request-id)$/.test(name));
      responses.add(JSON.stringify([response.status, headers, await response.text()]));
    }
  }
  expect([...responses]).toHaveLength(1);
  expect([...responses][0]).toMatch(/^\[404,/);
  await page.goto(`/share/${links.revoked}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link isn’t valid');
  await expectAccessible(page);

  await service.injectFaults({ operation: 'getCampaign', kind: 'html', n: 5 });
  await page.goto(`/share/${links.phone}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The proof isn’t available right now');
  await expectAccessible(page);
  await service.clearFaults();
  const printed = mailroom.printed.join('\n');
  expect(printed, 'the log isn’t empty').toContain('getCampaign');
  for (const token of Object.values(links)) expect(printed).not.toContain(token.slice(0, 20));
});
