/**
 * Tests the images and the PDF of a campaign. The service renders these files in the background, and the
 * console serves them.
 */
import { expect, test } from '../support/browser.ts';
import { createDraft, fetchCampaign } from '../support/campaigns.ts';

const RENDER_TIMEOUT_MS = 40_000;

test('shows a campaign’s front, back, and PDF as soon as the service has rendered the files', async ({
  page,
  login,
  service,
}) => {
  test.setTimeout(90_000);
  const { id } = await createDraft(service);
  const origins: string[] = [];
  page.on('request', (request) => origins.push(new URL(request.url()).origin));
  await login(page, 'viewer');
  await page.goto(`/campaigns/${id}`);

  const mailpiece = page.getByRole('group', { name: /^Mailpiece/ });
  const visibleImage = mailpiece.getByRole('img').filter({ visible: true });
  const width = () => visibleImage.evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect(visibleImage).toBeVisible({ timeout: RENDER_TIMEOUT_MS });
  await expect.poll(width).toBeGreaterThan(700);
  const front = await visibleImage.getAttribute('src');
  const back = page.getByRole('button', { name: 'Back' });
  const { designs = [] } = await fetchCampaign(service, id);
  if (designs.length > 1) {
    await back.click();
    await expect(back).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(() => visibleImage.getAttribute('src')).not.toBe(front);
    await expect.poll(width).toBeGreaterThan(700);
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

test('requires a session for images and proofs', async ({ newBrowser, service }) => {
  const { id } = await createDraft(service);
  const visitor = await newBrowser();
  for (const file of ['proof', 'thumbnail/0?w=160']) {
    const response = await visitor.request.get(`/files/campaigns/${id}/${file}`, { maxRedirects: 0 });
    expect(response.status(), file).toBe(401);
  }
});
