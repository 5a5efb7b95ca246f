/** Tests that designs in frames use the same fonts as the embedded service's renderer. */
import type { Frame, Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';

/** Waits until the frame has loaded the fonts of all visible text, and returns the fonts' names. */
function loadedFonts(frame: Frame): Promise<string[]> {
  return frame.evaluate(async () => {
    document.documentElement.getBoundingClientRect();
    await document.fonts.ready;
    const loaded = [...document.fonts].filter(({ status }) => status === 'loaded');
    return [...new Set(loaded.map(({ family }) => family.replaceAll('"', '')))].sort();
  });
}

/** The newest frame of the first design. */
const firstIframe = (page: Page) => page.locator('.sheet').first().locator('iframe').last();

async function firstFrame(page: Page): Promise<Frame> {
  const iframe = firstIframe(page);
  await expect(iframe.contentFrame().locator('body *').first()).toBeAttached();
  const frame = await (await iframe.elementHandle())?.contentFrame();
  return frame ?? page.mainFrame();
}

test('shows designs in the print fonts, which the frame loads without cookies', async ({ page, login }) => {
  await login(page, 'admin');
  const requests: { readonly path: string; readonly cookie: string | undefined }[] = [];
  page.on('request', async (request) => {
    const { pathname } = new URL(request.url());
    if (request.resourceType() === 'font' && !pathname.startsWith('/_next/'))
      requests.push({ path: pathname, cookie: (await request.allHeaders()).cookie });
  });
  for (const path of ['/templates/1', '/templates/1/edit', '/templates/1/preview', '/templates']) {
    await page.goto(path);
    await expect
      .poll(async () => loadedFonts(await firstFrame(page)), { message: path })
      .toEqual(['Inter Variable', 'Source Serif 4 Variable']);
  }
  const paths = requests.map((request) => request.path);
  expect(paths.filter((path) => !path.startsWith('/files/fonts/'))).toEqual([]);
  expect(requests.filter(({ cookie }) => cookie !== undefined)).toEqual([]);
});

test('shows an unsaved design in a print font as soon as the design mentions the font', async ({
  page,
  login,
}) => {
  await login(page, 'admin');
  await page.goto('/templates/1/edit');
  await page.locator('.cm-content').first().click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText('<p style="font-family:Inter Variable">Only one font</p>');
  await expect(firstIframe(page).contentFrame().getByText('Only one font')).toBeAttached();
  await expect.poll(async () => loadedFonts(await firstFrame(page))).toEqual(['Inter Variable']);
});
