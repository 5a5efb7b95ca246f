/** The mailpiece itself: drawn by the service in the background, shown by the console through its own address. */
import { expect, test } from '../support/browser.ts';
import { createDraft, fetchCampaign } from '../support/campaigns.ts';

const DRAWN_WITHIN = 40_000;

test('front, back, zoom and the PDF of a campaign, as soon as they are drawn', async ({
  page,
  login,
  service,
}) => {
  test.setTimeout(90_000);
  const { id } = await createDraft(service);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).origin));
  await login(page, 'viewer');
  await page.goto(`/campaigns/${id}`);

  const mailpiece = page.getByRole('group', { name: /^Mailpiece/ });
  const shown = mailpiece.getByRole('img').filter({ visible: true });
  const width = () => shown.evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect(shown).toBeVisible({ timeout: DRAWN_WITHIN });
  await expect.poll(width).toBeGreaterThan(700);
  const front = await shown.getAttribute('src');
  const back = page.getByRole('button', { name: 'Back' });
  const { designs = [] } = await fetchCampaign(service, id);
  if (designs.length > 1) {
    await back.click();
    await expect(back).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(() => shown.getAttribute('src')).not.toBe(front);
    await expect.poll(width).toBeGreaterThan(700);
  }
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect(page.getByText(/^\d+ %$/)).toBeVisible();

  const pdf = page.getByRole('link', { name: /PDF/ });
  await expect(pdf).toBeVisible({ timeout: DRAWN_WITHIN });
  const file = await page.request.get((await pdf.getAttribute('href')) ?? '');
  expect(file.headers()['content-type']).toBe('application/pdf');
  expect((await file.body()).subarray(0, 5).toString()).toBe('%PDF-');
  expect([...new Set(asked)]).toEqual([new URL(page.url()).origin]);
});

test('nobody without a session gets a picture or a proof', async ({ newBrowser, service }) => {
  const { id } = await createDraft(service);
  const stranger = await newBrowser();
  for (const file of ['proof', 'thumbnail/0?w=160']) {
    const answer = await stranger.request.get(`/files/campaigns/${id}/${file}`, { maxRedirects: 0 });
    expect(answer.status(), file).toBe(401);
  }
});
