/**
 * Serves designs to the browser. A design can load only its own document and the fonts. All other requests
 * are blocked inside the browser.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { BrowserContext, Frame, Page, Route } from 'playwright-core';
import { PRINT_FONTS, printFontPath, withFontUrls } from '#lib/contract/print-fonts.ts';

/** An origin whose host name never resolves (RFC 2606), so that only request interception can respond. */
export const SITE_ORIGIN = 'https://print.invalid';

const POLICY = `sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data: ${SITE_ORIGIN}`;
const HTML = 'text/html; charset=utf-8';

interface Document {
  readonly html: string;
  /** The document's content security policy. Defaults to the policy for designs. */
  readonly policy?: string;
}
/** The documents that the site serves, by path. */
export type SiteDocuments = Readonly<Record<string, Document>>;

const FONTS_PATH = '/fonts/';
const resolver = createRequire(import.meta.url);

let fontFaces: Promise<string> | undefined;

/** Reads the font faces of the print fonts, so that designs can use the fonts without embedding them. */
function readFontStyles(): Promise<string> {
  fontFaces ??= Promise.all(
    PRINT_FONTS.flatMap(({ packageName, sheets }) =>
      sheets.map((sheet) => readFile(resolver.resolve(`${packageName}/${sheet}`), 'utf8')),
    ),
  ).then((sheets) => withFontUrls(sheets.join('\n'), SITE_ORIGIN + FONTS_PATH));
  return fontFaces;
}

/** Allows a browser context to load only `documents` and the fonts. */
export async function serveOnlyDocuments(context: BrowserContext, documents: SiteDocuments): Promise<void> {
  const unserved = new Map(Object.entries(documents));
  // Ignores errors, because a closed page doesn't need a response.
  // If an open page doesn't get a response, the job ends at the deadline.
  await context.route('**/*', (route) => fulfillRequest(route, unserved).catch(() => undefined));
}

async function fulfillRequest(route: Route, unserved: Map<string, Document>): Promise<void> {
  const url = new URL(route.request().url());
  if (url.protocol === 'data:') return route.continue();
  if (url.origin !== SITE_ORIGIN) return route.abort('blockedbyclient');
  const font = url.pathname.startsWith(FONTS_PATH) && printFontPath(url.pathname.slice(FONTS_PATH.length));
  if (font) return fulfillFont(route, font);
  const document = unserved.get(url.pathname);
  if (document === undefined || !route.request().isNavigationRequest()) return route.abort('blockedbyclient');
  // Serves each document only once, so that a design that reloads itself finishes loading.
  unserved.delete(url.pathname);
  const headers = { 'content-type': HTML, 'content-security-policy': document.policy ?? POLICY };
  return route.fulfill({ body: document.html, headers });
}

async function fulfillFont(route: Route, path: string): Promise<void> {
  return route.fulfill({
    path: resolver.resolve(path),
    headers: { 'content-type': 'font/woff2', 'access-control-allow-origin': '*' },
  });
}

/** Opens one of the site's documents and waits until the fonts in all frames have loaded. */
export async function openDocument(page: Page, path: string): Promise<void> {
  await page.goto(SITE_ORIGIN + path, { waitUntil: 'load' });
  await Promise.all(page.frames().map(loadFonts));
}

/** Doesn't use Playwright's addStyleTag, which never returns while scripts are disabled. */
async function loadFonts(frame: Frame): Promise<void> {
  await frame.evaluate(
    async (styles) => {
      const sheet = document.createElement('style');
      sheet.textContent = styles;
      document.documentElement.append(sheet);
      // Forces a layout, so that the browser starts loading the fonts that the design needs.
      document.documentElement.getBoundingClientRect();
      await document.fonts.ready;
    },
    await readFontStyles(),
  );
}
