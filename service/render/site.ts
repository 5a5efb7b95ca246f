/**
 * The only "network" a design ever sees: its own document under a strict policy, and the fonts. Everything else it asks
 * for is refused before it leaves the browser.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { BrowserContext, Frame, Page, Route } from 'playwright-core';

/** A host that no name server knows (RFC 2606): answered here or not at all. */
export const SITE_ORIGIN = 'https://print.invalid';

const POLICY = `sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data: ${SITE_ORIGIN}`;
const HTML = 'text/html; charset=utf-8';

interface Document {
  readonly html: string;
  /** Its content security policy; when absent, a design's. */
  readonly policy?: string;
}
/** What the site serves, by path. */
export type SiteDocuments = Readonly<Record<string, Document>>;

const FONT_SHEETS = ['inter/opsz', 'inter/opsz-italic', 'source-serif-4/opsz', 'source-serif-4/opsz-italic'];
const FONT_FILE = /^\/fonts\/((?:inter|source-serif-4)-[a-z-]+\.woff2)$/;
const resolver = createRequire(import.meta.url);

let fontFaces: Promise<string> | undefined;

/** Inter and Source Serif 4 under the names that the console gives them, so that designs need not carry them. */
function readFontStyles(): Promise<string> {
  fontFaces ??= Promise.all(
    FONT_SHEETS.map((sheet) => readFile(resolver.resolve(`@fontsource-variable/${sheet}.css`), 'utf8')),
  ).then((sheets) => sheets.join('\n').replaceAll('url(./files/', `url(${SITE_ORIGIN}/fonts/`));
  return fontFaces;
}

/** Cuts a context off from everything but `documents` and the fonts. */
export async function serveOnlyDocuments(context: BrowserContext, documents: SiteDocuments): Promise<void> {
  const unopened = new Map(Object.entries(documents));
  // A page that is gone needs no answer, and one that waits for it in vain ends by its deadline.
  await context.route('**/*', (route) => fulfillRequest(route, unopened).catch(() => undefined));
}

async function fulfillRequest(route: Route, unopened: Map<string, Document>): Promise<void> {
  const url = new URL(route.request().url());
  if (url.protocol === 'data:') return route.continue();
  if (url.origin !== SITE_ORIGIN) return route.abort('blockedbyclient');
  const [, font] = FONT_FILE.exec(url.pathname) ?? [];
  if (font !== undefined) return fulfillFont(route, font);
  const document = unopened.get(url.pathname);
  if (document === undefined || !route.request().isNavigationRequest()) return route.abort('blockedbyclient');
  // Once only: a design that reloads itself would never come to rest.
  unopened.delete(url.pathname);
  const headers = { 'content-type': HTML, 'content-security-policy': document.policy ?? POLICY };
  return route.fulfill({ body: document.html, headers });
}

async function fulfillFont(route: Route, file: string): Promise<void> {
  const family = file.startsWith('inter-') ? 'inter' : 'source-serif-4';
  return route.fulfill({
    path: resolver.resolve(`@fontsource-variable/${family}/files/${file}`),
    headers: { 'content-type': 'font/woff2', 'access-control-allow-origin': '*' },
  });
}

/** Opens a document of the site and waits until every frame shows its text in its fonts. */
export async function openDocument(page: Page, path: string): Promise<void> {
  await page.goto(SITE_ORIGIN + path, { waitUntil: 'load' });
  await Promise.all(page.frames().map(loadFonts));
}

/** With scripts off, no event handler runs, so Playwright's addStyleTag would wait for ever: what follows needs none. */
async function loadFonts(frame: Frame): Promise<void> {
  await frame.evaluate(
    async (styles) => {
      const sheet = document.createElement('style');
      sheet.textContent = styles;
      document.documentElement.append(sheet);
      // Reading a measure forces the layout that finds out which fonts are wanted.
      document.documentElement.getBoundingClientRect();
      await document.fonts.ready;
    },
    await readFontStyles(),
  );
}
