/** Renders designs as thumbnails and as a proof for printing. */
import type { Browser, BrowserContext } from 'playwright-core';
import type { TemplateSize } from '#lib/contract/sizes.ts';
import { type BrowserHost, startBrowserHost } from './browser.ts';
import { findChromium } from './chromium.ts';
import { addPrintBoxes } from './print-boxes.ts';
import { buildProofDocuments, proofPageBox } from './proof.ts';
import { BLEED_IN, type Box, CSS_DPI, expandBox, toPixels, trimBox } from './sheet.ts';
import { openDocument, type SiteDocuments, serveOnlyDocuments } from './site.ts';

/** The length of a thumbnail's longer side, in pixels. */
const THUMBNAIL_PX = 1200;
const DEADLINE_MS = 15_000;

/**
 * Renders one job at a time. Designs are HTML documents that include the bleed and have their variables
 * filled in. A job throws RenderFailed if it exceeds the deadline or Chromium crashes twice.
 */
export interface Renderer {
  /** Returns a PNG of each side, without the bleed. The longer side of each PNG is 1200 px. */
  thumbnails(designs: readonly string[], size: TemplateSize): Promise<Buffer[]>;
  /**
   * Returns a PDF at actual size, with a page for each side. Each page has 1/8 in of bleed and crop marks.
   */
  proof(designs: readonly string[], size: TemplateSize): Promise<Buffer>;
  close(): Promise<void>;
}

export interface RendererOptions {
  /**
   * The path of a Chromium executable, from CHROMIUM_PATH. If undefined, the renderer searches for an
   * executable.
   */
  readonly chromiumPath?: string | undefined;
  /** The deadline for each job, in milliseconds. */
  readonly deadlineMs?: number;
}

/** Opens a renderer. If no Chromium can be started, logs the reason and returns null. */
export async function openRenderer(options: RendererOptions = {}): Promise<Renderer | null> {
  try {
    const chromium = await findChromium(options.chromiumPath);
    if (chromium) return createRenderer(await startBrowserHost(chromium, options.deadlineMs ?? DEADLINE_MS));
    console.error('Thumbnails and proofs are disabled. No working Chromium was found on this machine.');
  } catch (error) {
    console.error(
      `Thumbnails and proofs are disabled. ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  return null;
}

export function createRenderer(host: BrowserHost): Renderer {
  return {
    thumbnails: (designs, size) =>
      host.run(async (browser) => {
        const thumbnails: Buffer[] = [];
        for (const html of designs) thumbnails.push(await renderThumbnail(browser, html, size));
        return thumbnails;
      }),
    proof: (designs, size) => host.run((browser) => renderProof(browser, designs, size)),
    close: () => host.close(),
  };
}

function renderThumbnail(browser: Browser, html: string, size: TemplateSize): Promise<Buffer> {
  const trim = trimBox(size);
  const scale = THUMBNAIL_PX / (Math.max(trim.width, trim.height) * CSS_DPI);
  const bleed = BLEED_IN * CSS_DPI;
  return withContext(browser, expandBox(trim, BLEED_IN), scale, { '/design': { html } }, async (context) => {
    const page = await context.newPage();
    await openDocument(page, '/design');
    return page.screenshot({ animations: 'disabled', clip: { x: bleed, y: bleed, ...toPixels(trim) } });
  });
}

function renderProof(browser: Browser, designs: readonly string[], size: TemplateSize): Promise<Buffer> {
  const sheet = proofPageBox(size);
  return withContext(browser, sheet, 1, buildProofDocuments(designs, size), async (context) => {
    const page = await context.newPage();
    await page.emulateMedia({ media: 'screen' });
    await openDocument(page, '/proof');
    return addPrintBoxes(
      await page.pdf({ width: `${sheet.width}in`, height: `${sheet.height}in`, printBackground: true }),
    );
  });
}

async function withContext<T>(
  browser: Browser,
  window: Box,
  deviceScaleFactor: number,
  documents: SiteDocuments,
  work: (context: BrowserContext) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    serviceWorkers: 'block',
    acceptDownloads: false,
    viewport: toPixels(window),
    deviceScaleFactor,
  });
  try {
    await serveOnlyDocuments(context, documents);
    return await work(context);
  } finally {
    await context.close();
  }
}
