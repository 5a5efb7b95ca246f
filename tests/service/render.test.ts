import { createServer, type Server } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SIZE_FACTS, TEMPLATE_SIZES } from '#lib/contract/limits.ts';
import { type BrowserHost, RenderFailed, startBrowserHost } from '#service/render/browser.ts';
import { findChromium } from '#service/render/chromium.ts';
import { createRenderer, openRenderer, type Renderer } from '#service/render/renderer.ts';
import { takeConsoleErrors } from '../support/setup.ts';

let host: BrowserHost;
let renderer: Renderer;

beforeAll(async () => {
  const chromium = await findChromium();
  if (chromium === null) throw new Error('these tests need a Chromium');
  host = await startBrowserHost(chromium, 5_000);
  renderer = createRenderer(host);
}, 60_000);
afterAll(() => renderer.close());

const page = (body: string, head = '') =>
  `<!doctype html><html><head><meta charset="utf-8"><style>html{background:#fff}</style>${head}</head><body>${body}</body></html>`;

async function colorAt(png: Buffer | undefined, x: number, y: number): Promise<number[]> {
  const pixel = await sharp(png)
    .removeAlpha()
    .extract({ left: x, top: y, width: 1, height: 1 })
    .raw()
    .toBuffer();
  return [...pixel];
}

test.each(TEMPLATE_SIZES)(
  '%s: a picture of each side, cut to its trim, 1200 px on the longer side',
  async (size) => {
    const { widthIn, heightIn, designs } = SIZE_FACTS[size];
    const sides = Array.from({ length: designs }, (_, i) => page(`side ${i}`));
    const pictures = await renderer.thumbnails(sides, size);
    expect(pictures).toHaveLength(designs);
    for (const picture of pictures) {
      const { format, width, height } = await sharp(picture).metadata();
      expect(format).toBe('png');
      expect(Math.max(width, height)).toBe(1200);
      expect(width / height).toBeCloseTo(widthIn / heightIn, 2);
    }
  },
);

test.each(TEMPLATE_SIZES)(
  '%s: the proof has a page for each side, in true size, with its boxes',
  async (size) => {
    const { widthIn, heightIn, designs } = SIZE_FACTS[size];
    const pdf = await renderer.proof(
      Array.from({ length: designs }, () => page('side')),
      size,
    );
    const text = pdf.toString('latin1');
    const boxes = (name: string) =>
      [...text.matchAll(new RegExp(`/${name} \\[([\\d. ]+)\\]`, 'g'))].map(([, numbers = '']) =>
        numbers.split(' ').map((number) => Number(number) / 72),
      );
    expect(text.startsWith('%PDF-')).toBe(true);
    expect(text).toMatch(new RegExp(`/Type /Pages\\n/Count ${designs}\\n`));
    // Every page object stands there twice: as Chromium wrote it, and updated.
    expect(boxes('MediaBox')).toEqual(Array(2 * designs).fill([0, 0, widthIn + 1, heightIn + 1]));
    expect(boxes('TrimBox')).toEqual(Array(designs).fill([0.5, 0.5, widthIn + 0.5, heightIn + 0.5]));
    expect(boxes('BleedBox')).toEqual(Array(designs).fill([0.375, 0.375, widthIn + 0.625, heightIn + 0.625]));
  },
);

test('a design is as large as trim and bleed: the bleed is cut off the picture', async () => {
  const rings = page(
    '<div style="position:fixed;inset:0;border:.125in solid #f00;background:#00f"></div>',
    '<style>body{margin:0}</style>',
  );
  const [picture] = await renderer.thumbnails([rings], 'postcard_6x9');
  for (const [x, y] of [
    [1, 1],
    [1198, 1],
    [1, 798],
    [1198, 798],
  ] as const) {
    expect(await colorAt(picture, x, y)).toEqual([0, 0, 255]);
  }
});

test('the fonts of the house are there, in both weights of a letter', async () => {
  const line = (font: string) => page(`<p style="font:900 80px ${font};margin:1in">Hamburgefonts</p>`);
  const [inter, serif, other] = await renderer.thumbnails(
    [line("'Inter Variable'"), line("'Source Serif 4 Variable'"), line('monospace')],
    'postcard_6x9',
  );
  expect(inter?.equals(other ?? Buffer.alloc(0))).toBe(false);
  expect(serif?.equals(other ?? Buffer.alloc(0))).toBe(false);
  expect(serif?.equals(inter ?? Buffer.alloc(0))).toBe(false);
});

/** Counts whoever connects, before a single byte is said. */
async function canary(): Promise<{ server: Server; port: number; visits: () => number }> {
  let visits = 0;
  const server = createServer((socket) => {
    visits += 1;
    socket.destroy();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the canary has no port');
  return { server, port: address.port, visits: () => visits };
}

function hostile(origin: string): string {
  return page(
    `<script>document.documentElement.style.background = '#f00'</script><script src="${origin}/a.js"></script>
     <img src="${origin}/a.png" onerror="document.documentElement.style.background = '#f00'">
     <img src="data:," onerror="document.documentElement.style.background = '#f00'">
     <iframe src="${origin}/frame"></iframe><iframe srcdoc="<script>top.document.body.remove()</script><img src='${origin}/b.png'>"></iframe>
     <object data="${origin}/object"></object><embed src="${origin}/embed"><video poster="${origin}/poster" src="${origin}/v.mp4" autoplay></video>
     <audio src="${origin}/a.mp3" autoplay></audio><svg><image href="${origin}/c.png"/><use href="${origin}/d.svg#x"/></svg>
     <p style="background:url(${origin}/e.png);font-family:Stolen;cursor:url(${origin}/cursor)">text</p>
     <form action="${origin}/form" method="post"><input autofocus onfocus="this.form.submit()"></form>`,
    `<meta http-equiv="refresh" content="0;url=${origin}/refresh"><base href="${origin}/">
     <link rel="stylesheet" href="${origin}/style.css"><link rel="preconnect" href="${origin}"><link rel="dns-prefetch" href="${origin}">
     <link rel="prefetch" href="${origin}/p"><link rel="preload" as="image" href="${origin}/q"><link rel="icon" href="${origin}/icon">
     <link rel="manifest" href="${origin}/manifest"><link rel="prerender" href="${origin}/r"><link rel="modulepreload" href="${origin}/m.js">
     <style>@import url(${origin}/import.css);@font-face{font-family:Stolen;src:url(${origin}/font.woff2)}</style>`,
  );
}

test('a hostile design runs no script and reaches nobody, in the picture and in the proof', async () => {
  const trap = await canary();
  try {
    for (const origin of [
      `http://127.0.0.1:${trap.port}`,
      `http://localhost:${trap.port}`,
      `//127.0.0.1:${trap.port}`,
    ]) {
      const design = hostile(origin);
      const [picture] = await renderer.thumbnails([design], 'letter');
      expect(await colorAt(picture, 5, 5)).toEqual([255, 255, 255]);
      await renderer.proof([design], 'letter');
    }
    expect(trap.visits()).toBe(0);
  } finally {
    trap.server.close();
  }
});

test('a design that reloads itself comes to rest', async () => {
  const restless = (html: string) => page(html, '<meta http-equiv="refresh" content="0">');
  expect(await renderer.thumbnails([restless('a'), restless('b')], 'postcard_4x6')).toHaveLength(2);
  await renderer.proof([restless('a'), restless('b')], 'postcard_4x6');
});

/** Ten levels of ten: ten thousand million rectangles. */
const BOMB = page(
  `<svg width="800" height="500"><defs><rect id="l0" width="9" height="9"/>${Array.from(
    { length: 10 },
    (_, i) => `<g id="l${i + 1}">${`<use href="#l${i}" x="1"/>`.repeat(10)}</g>`,
  ).join('')}</defs><use href="#l10"/></svg>`,
);

test('a design that hangs ends by the deadline, and the next piece is drawn', async () => {
  const before = await host.pid();
  const failure = await renderer.thumbnails([BOMB], 'postcard_4x6').catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(RenderFailed);
  expect(failure).toMatchObject({ reason: 'deadline' });
  expect(await renderer.thumbnails([page('well')], 'postcard_4x6')).toHaveLength(1);
  expect(await host.pid()).not.toBe(before);
});

test('a killed browser is started again, between pieces and in the middle of one', async () => {
  const pids = [await host.pid()];
  const kill = () => process.kill(pids.at(-1) ?? 0, 'SIGKILL');
  kill();
  expect(await renderer.thumbnails([page('after')], 'postcard_4x6')).toHaveLength(1);
  pids.push(await host.pid());

  const many = renderer.thumbnails(Array(8).fill(page('during')), 'postcard_4x6');
  kill();
  expect(await many).toHaveLength(8);
  pids.push(await host.pid());
  expect(new Set(pids).size).toBe(3);
});

test('pieces asked for at once are all drawn, one after another', async () => {
  const pieces = await Promise.all(
    ['#ff0000', '#00ff00', '#0000ff'].map((color) =>
      renderer.thumbnails([page('', `<style>html{background:${color}}</style>`)], 'postcard_4x6'),
    ),
  );
  expect(await Promise.all(pieces.map(([picture]) => colorAt(picture, 600, 400)))).toEqual([
    [255, 0, 0],
    [0, 255, 0],
    [0, 0, 255],
  ]);
});

test('without a Chromium there is no renderer, and one line says why', async () => {
  expect(await openRenderer({ chromiumPath: '/nowhere/chromium' })).toBeNull();
  expect(takeConsoleErrors()).toEqual([
    'No thumbnails and proofs: /nowhere/chromium is not a Chromium that starts on this machine',
  ]);
});
