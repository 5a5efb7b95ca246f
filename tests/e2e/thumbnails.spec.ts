/**
 * Tests a campaign's images and PDF. The service renders these files in the background, and the
 * console serves them.
 */
import { expect, test } from '../support/browser.ts';
import { createDraft, fetchCampaign } from '../support/campaigns.ts';
import { addShareLinks } from '../support/share-links.ts';

const RENDER_TIMEOUT_MS = 40_000;
/** Text that occurs only in the script for the proof's controls (components/campaign/proof-events.ts). */
const ZOOM_LABEL_SELECTOR = '[data-zoom="fit"]';

test('shows a campaign’s front, back, and PDF as soon as the service has rendered them', async ({
  page,
  login,
  service,
}) => {
  const { id } = await createDraft(service);
  const { designs = [] } = await fetchCampaign(service, id);
  const origins: string[] = [];
  page.on('request', (request) => origins.push(new URL(request.url()).origin));
  await login(page, 'viewer');
  // These designs are new, so the service hasn't rendered them yet.
  await service.changeArtwork(
    id,
    designs.map((_, side) => `<h1>${crypto.randomUUID()}</h1><p>Side ${side + 1}</p>`),
  );
  await page.goto(`/campaigns/${id}`);

  const mailpiece = page.getByRole('group', { name: /^Mailpiece/ });
  const visibleImage = mailpiece.getByRole('img').filter({ visible: true });
  const width = () => visibleImage.evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect(visibleImage).toBeVisible({ timeout: RENDER_TIMEOUT_MS });
  await expect.poll(width).toBeGreaterThan(400);
  const front = await visibleImage.getAttribute('src');
  const back = page.getByRole('button', { name: 'Back' });
  if (designs.length > 1) {
    await back.click();
    await expect(back).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(() => visibleImage.getAttribute('src')).not.toBe(front);
    await expect.poll(width).toBeGreaterThan(400);
  }
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect(page.getByText(/^\d+ %$/)).toBeVisible();

  const pdf = page.getByRole('link', { name: /PDF/ });
  await expect(pdf).toBeVisible({ timeout: RENDER_TIMEOUT_MS });
  const file = await page.request.get((await pdf.getAttribute('href')) ?? '');
  expect(file.headers()['content-type']).toBe('application/pdf');
  expect((await file.body()).subarray(0, 5).toString()).toBe('%PDF-');
  expect([...new Set(origins)]).toEqual([new URL(page.url()).origin]);
});

test('shows both sides without controls if the controls’ script can’t be loaded', async ({
  page,
  login,
  service,
}) => {
  const { id } = await createDraft(service);
  await expect
    .poll(async () => (await fetchCampaign(service, id)).thumbnails?.length, { timeout: RENDER_TIMEOUT_MS })
    .toBe(2);
  await login(page, 'viewer');
  await page.route('**/_next/static/chunks/*.js', async (route) => {
    const response = await route.fetch();
    const isControls = (await response.text()).includes(ZOOM_LABEL_SELECTOR);
    await (isControls ? route.abort() : route.fulfill({ response }));
  });
  await page.goto(`/campaigns/${id}`);
  await expect(page.getByRole('img', { name: /^Back of/ })).toBeVisible();
  await expect(page.getByRole('img', { name: /^Front of/ })).toBeVisible();
  await expect(page.getByRole('group', { name: /^(Side|Zoom)$/ })).toHaveCount(0);
});

test('eagerly loads only the first image of each page, at the size that a phone needs', async ({
  newBrowser,
  login,
  service,
  mailroom,
}) => {
  const { id } = await createDraft(service);
  const [token] = await addShareLinks(mailroom, [{ campaignId: id }]);
  const hasThumbnail = async () => (await fetchCampaign(service, id)).thumbnails?.length ?? 0;
  await expect.poll(hasThumbnail, { timeout: RENDER_TIMEOUT_MS }).toBeGreaterThan(0);
  const page = await newBrowser({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 1.5 });
  await login(page, 'sender');
  for (const path of ['/', `/campaigns/${id}`, `/campaigns/${id}/checkout`, `/share/${token}`]) {
    await page.goto(path);
    const images = page.locator('main img');
    const early = images.and(page.locator(':not([loading="lazy"])'));
    await expect(early, path).toHaveCount(1);
    await expect(early, path).toHaveAttribute('fetchpriority', 'high');
    if (path === '/') continue;
    const source = await early.evaluate((image: HTMLImageElement) => image.currentSrc);
    expect(new URL(source).searchParams.get('w'), path).toBe('640');
  }
});

test('images and proofs require a session', async ({ newBrowser, service }) => {
  const { id } = await createDraft(service);
  const visitor = await newBrowser();
  for (const file of ['proof', 'thumbnail/0?w=160']) {
    const response = await visitor.request.get(`/files/campaigns/${id}/${file}`, { maxRedirects: 0 });
    expect(response.status(), file).toBe(401);
  }
});
