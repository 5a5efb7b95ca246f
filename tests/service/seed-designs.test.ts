import { type Browser, chromium as playwright } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SIZE_FACTS, TEMPLATE_SIZES } from '#lib/contract/sizes.ts';
import { findChromium } from '#service/render/chromium.ts';
import { fillVariables, findVariableNames } from '#service/render/design-variables.ts';
import { BLEED_IN, CSS_DPI, expandBox, toPixels, trimBox } from '#service/render/sheet.ts';
import { openDocument, serveOnlyDocuments } from '#service/render/site.ts';
import { createSeedCustomers } from '#service/seed/customers/index.ts';
import { createAddressVariables, generateRecipients } from '#service/seed/people.ts';
import { createDates, type Edition } from '#service/seed/seed-customer.ts';
import { SEED_TEMPLATES } from '#service/seed/templates.ts';

/** The minimum distance from printed text to the trim edge. */
const SAFE_IN = 3 / 16;

const CUSTOMERS = createSeedCustomers(createDates(new Date('2026-11-20T15:30:00Z')));
const EDITIONS = CUSTOMERS.flatMap((customer) =>
  customer.editions.map((edition) => ({ name: edition.name, edition, sender: customer.sender })),
);

test('the twelve templates cover all six sizes and have the right number of designs', () => {
  expect(SEED_TEMPLATES).toHaveLength(12);
  expect(new Set(SEED_TEMPLATES.map(({ size }) => size))).toEqual(new Set(TEMPLATE_SIZES));
  expect(new Set(SEED_TEMPLATES.map(({ name }) => name)).size).toBe(12);
  expect(new Set(SEED_TEMPLATES.map(({ uid }) => uid)).size).toBe(12);
  for (const { uid, size, designs } of SEED_TEMPLATES) {
    expect(uid).toMatch(/^[\w-]{1,64}$/);
    expect(designs).toHaveLength(SIZE_FACTS[size].designs);
  }
});

test.each(SEED_TEMPLATES)('$name has no external resources and no scripts', ({ designs }) => {
  for (const html of designs) {
    // The only allowed image is the QR code, which the service fills in.
    expect(html.replaceAll('<img src="{{landing_page_qr}}"', '')).not.toMatch(
      /<script|<iframe|<link|<img|\son\w+=|@import|url\((?!#)|https?:|javascript:/i,
    );
    expect(Buffer.byteLength(html)).toBeLessThan(64_000);
  }
});

test.each(SEED_TEMPLATES)('$name shows the recipient and the sender', ({ designs }) => {
  expect(findVariableNames(designs)).toEqual(
    expect.arrayContaining(['recipient_name', 'recipient_address_line1', 'recipient_zip', 'sender_company']),
  );
});

test('every template is used at least once', () => {
  expect(new Set(EDITIONS.map(({ edition }) => edition.template))).toEqual(new Set(SEED_TEMPLATES));
});

function fillDesigns(edition: Edition, sender: (typeof EDITIONS)[number]['sender']): string[] {
  const [recipient = sender] = generateRecipients(edition.town, edition.name);
  const values = { ...edition.values, ...createAddressVariables(sender, recipient) };
  return edition.template.designs.map((html) => fillVariables(html, values));
}

test.each(EDITIONS)('$name has a value for every variable', ({ edition, sender }) => {
  expect(findVariableNames(fillDesigns(edition, sender))).toEqual([]);
});

let browser: Browser;
beforeAll(async () => {
  const chromium = await findChromium();
  if (chromium === null) throw new Error('These tests need a Chromium.');
  browser = await playwright.launch(chromium);
}, 60_000);
afterAll(() => browser.close());

test.each(EDITIONS)(
  '$name keeps its text away from the trim, without overlaps',
  async ({ edition, sender }) => {
    const { size } = edition.template;
    const sides = fillDesigns(edition, sender);
    const context = await browser.newContext({ viewport: toPixels(expandBox(trimBox(size), BLEED_IN)) });
    try {
      await serveOnlyDocuments(context, Object.fromEntries(sides.map((html, i) => [`/${i}`, { html }])));
      const page = await context.newPage();
      for (const i of sides.keys()) {
        await openDocument(page, `/${i}`);
        const lines = await page.evaluate(measureLines);
        expect(lines.length).toBeGreaterThan(2);
        const edge = (BLEED_IN + SAFE_IN) * CSS_DPI;
        const { width, height } = toPixels(expandBox(trimBox(size), BLEED_IN));
        expect(
          lines.filter(
            ({ left, top, right, bottom }) =>
              left < edge || top < edge || right > width - edge || bottom > height - edge,
          ),
        ).toEqual([]);
        expect(findOverlaps(lines)).toEqual([]);
      }
    } finally {
      await context.close();
    }
  },
);

interface Line {
  readonly text: string;
  readonly block: number;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Measures each line of text, in CSS pixels. This function runs in the page. */
function measureLines(): Line[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const lines: Line[] = [];
  for (let block = 0; walker.nextNode(); block++) {
    const text = walker.currentNode.textContent?.trim() ?? '';
    const parent = walker.currentNode.parentElement;
    if (text === '' || !parent || parent.closest('svg')) continue;
    const size = Number.parseFloat(getComputedStyle(parent).fontSize);
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    for (const { left, top, right, bottom } of range.getClientRects()) {
      // The line box is taller than the glyphs. The glyphs are vertically centered in the line box.
      const middle = (top + bottom) / 2;
      lines.push({ text, block, left, top: middle - size / 2, right, bottom: middle + size / 2 });
    }
  }
  return lines;
}

/** Finds text that overlaps other text by more than a third of a line. */
function findOverlaps(lines: readonly Line[]): string[] {
  return lines.flatMap((a, i) =>
    lines.slice(i + 1).flatMap((b) => {
      const overlapX = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const overlapY = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      const lineHeight = Math.min(a.bottom - a.top, b.bottom - b.top);
      return a.block !== b.block && overlapX > 1 && overlapY > lineHeight / 3
        ? [`${a.text} / ${b.text}`]
        : [];
    }),
  );
}
