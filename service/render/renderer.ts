/** Draws what will be printed: thumbnails for looking at, and the proof for the press. */
import type { Browser, BrowserContext } from 'playwright-core';
import type { TemplateSize } from '#lib/contract/limits.ts';
import { withPrintBoxes } from './print-boxes.ts';
import { type BrowserHost, hostBrowser } from './browser.ts';
import { findChromium } from './chromium.ts';
import { proofDocuments, proofPage } from './proof.ts';
import { BLEED_IN, type Box, CSS_DPI, grown, inPixels, trimBox } from './sheet.ts';
import { type Documents, openDocument, serveOnly } from './site.ts';

/** The longer side of a thumbnail, in pixels. */
const THUMBNAIL_PX = 1200;
const DEADLINE_MS = 15_000;

/**
 * Designs are HTML documents as large as trim and bleed, variables already filled in. One piece is drawn at a time.
 * Both throw RenderFailed: by deadline (the design hangs), or by browser (Chromium died twice over the piece).
 */
export interface Renderer {
  /** A PNG of each side, trimmed, 1200 px on the longer side. */
  thumbnails(designs: readonly string[], size: TemplateSize): Promise<Buffer[]>;
  /** A PDF in true size: a page for each side, with 1/8 in of bleed and crop marks. */
  proof(designs: readonly string[], size: TemplateSize): Promise<Buffer>;
  close(): Promise<void>;
}

export interface RendererOptions {
  /** An executable to use instead of looking for one (CHROMIUM_PATH). */
  readonly chromiumPath?: string | undefined;
  /** For one piece, in milliseconds. */
  readonly deadlineMs?: number;
}

/** Null where no Chromium can be found or started: says why, once, on standard error. */
export async function openRenderer(options: RendererOptions = {}): Promise<Renderer | null> {
  try {
    const chromium = await findChromium(options.chromiumPath);
    if (chromium) return rendererOn(await hostBrowser(chromium, options.deadlineMs ?? DEADLINE_MS));
    console.error('No thumbnails and proofs: no Chromium was found that starts on this machine.');
  } catch (error) {
    console.error(`No thumbnails and proofs: ${error instanceof Error ? error.message : String(error)}`);
  }
  return null;
}

export function rendererOn(host: BrowserHost): Renderer {
  return {
    thumbnails: (designs, size) =>
      host.use(async (browser) => {
        const pictures: Buffer[] = [];
        for (const html of designs) pictures.push(await thumbnail(browser, html, size));
        return pictures;
      }),
    proof: (designs, size) => host.use((browser) => proof(browser, designs, size)),
    close: () => host.close(),
  };
}

function thumbnail(browser: Browser, html: string, size: TemplateSize): Promise<Buffer> {
  const trim = trimBox(size);
  const scale = THUMBNAIL_PX / (Math.max(trim.width, trim.height) * CSS_DPI);
  const bleed = BLEED_IN * CSS_DPI;
  return inContext(browser, grown(trim, BLEED_IN), scale, { '/design': { html } }, async (context) => {
    const page = await context.newPage();
    await openDocument(page, '/design');
    return page.screenshot({ animations: 'disabled', clip: { x: bleed, y: bleed, ...inPixels(trim) } });
  });
}

function proof(browser: Browser, designs: readonly string[], size: TemplateSize): Promise<Buffer> {
  const sheet = proofPage(size);
  return inContext(browser, sheet, 1, proofDocuments(designs, size), async (context) => {
    const page = await context.newPage();
    await page.emulateMedia({ media: 'screen' });
    await openDocument(page, '/proof');
    return withPrintBoxes(
      await page.pdf({ width: `${sheet.width}in`, height: `${sheet.height}in`, printBackground: true }),
    );
  });
}

async function inContext<T>(
  browser: Browser,
  window: Box,
  deviceScaleFactor: number,
  documents: Documents,
  work: (context: BrowserContext) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    serviceWorkers: 'block',
    acceptDownloads: false,
    viewport: inPixels(window),
    deviceScaleFactor,
  });
  try {
    await serveOnly(context, documents);
    return await work(context);
  } finally {
    await context.close();
  }
}
