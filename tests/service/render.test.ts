import { createServer, type Server } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { SIZE_FACTS, TEMPLATE_SIZES } from '#lib/contract/sizes.ts';
import { type BrowserHost, RenderFailed, startBrowserHost } from '#service/render/browser.ts';
import { findChromium } from '#service/render/chromium.ts';
import { createRenderer, openRenderer, type Renderer } from '#service/render/renderer.ts';
import { takeConsoleErrors } from '../support/setup.ts';

let commonHost: BrowserHost;
let renderer: Renderer;

/** @param deadlineMs the deadline for each job, in milliseconds */
async function startHost(deadlineMs: number): Promise<BrowserHost> {
  const chromium = await findChromium();
  if (chromium === null) throw new Error('These tests need a Chromium.');
  return startBrowserHost(chromium, deadlineMs);
}

beforeAll(async () => {
  commonHost = await startHost(5_000);
  renderer = createRenderer(commonHost);
}, 60_000);
afterAll(() => renderer.close());

const page = (body: string, head = '') =>
  `<!doctype html><html><head><meta charset="utf-8"><style>html{background:#fff}</style>${head}</head><body>${body}</body></html>`;

async function readPixel(png: Buffer | undefined, x: number, y: number): Promise<number[]> {
  const pixel = await sharp(png)
    .removeAlpha()
    .extract({ left: x, top: y, width: 1, height: 1 })
    .raw()
    .toBuffer();
  return [...pixel];
}

test.each(TEMPLATE_SIZES)(
  '%s: a thumbnail of each side is cropped to the trim size, with a longer edge of 1200 px',
  async (size) => {
    const { widthIn, heightIn, designs } = SIZE_FACTS[size];
    const sides = Array.from({ length: designs }, (_, i) => page(`side ${i}`));
    const thumbnails = await renderer.thumbnails(sides, size);
    expect(thumbnails).toHaveLength(designs);
    for (const thumbnail of thumbnails) {
      const { format, width, height } = await sharp(thumbnail).metadata();
      expect(format).toBe('png');
      expect(Math.max(width, height)).toBe(1200);
      expect(width / height).toBeCloseTo(widthIn / heightIn, 2);
    }
  },
);

test.each(TEMPLATE_SIZES)(
  '%s: the proof has a page for each side, at actual size and with print boxes',
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
    // The file contains each page object twice: once without and once with the added boxes.
    expect(boxes('MediaBox')).toEqual(Array(2 * designs).fill([0, 0, widthIn + 1, heightIn + 1]));
    expect(boxes('TrimBox')).toEqual(Array(designs).fill([0.5, 0.5, widthIn + 0.5, heightIn + 0.5]));
    expect(boxes('BleedBox')).toEqual(Array(designs).fill([0.375, 0.375, widthIn + 0.625, heightIn + 0.625]));
  },
);

test('thumbnails don’t show the bleed', async () => {
  const framed = page(
    '<div style="position:fixed;inset:0;border:.125in solid #f00;background:#00f"></div>',
    '<style>body{margin:0}</style>',
  );
  const [thumbnail] = await renderer.thumbnails([framed], 'postcard_6x9');
  for (const [x, y] of [
    [1, 1],
    [1198, 1],
    [1, 798],
    [1198, 798],
  ] as const) {
    expect(await readPixel(thumbnail, x, y)).toEqual([0, 0, 255]);
  }
});

test('designs can use the fonts Inter and Source Serif 4', async () => {
  const line = (font: string) => page(`<p style="font:900 80px ${font};margin:1in">Hamburgefonts</p>`);
  const [inter, serif, other] = await renderer.thumbnails(
    [line("'Inter Variable'"), line("'Source Serif 4 Variable'"), line('monospace')],
    'postcard_6x9',
  );
  expect(inter?.equals(other ?? Buffer.alloc(0))).toBe(false);
  expect(serif?.equals(other ?? Buffer.alloc(0))).toBe(false);
  expect(serif?.equals(inter ?? Buffer.alloc(0))).toBe(false);
});

/** Starts a server that counts connections and closes them immediately. */
async function startCanary(): Promise<{ server: Server; port: number; connections: () => number }> {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The canary has no port.');
  return { server, port: address.port, connections: () => connections };
}

function hostileDesign(origin: string): string {
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

test('a hostile design’s scripts and connections are blocked in thumbnails and proofs', async () => {
  const canary = await startCanary();
  try {
    for (const origin of [
      `http://127.0.0.1:${canary.port}`,
      `http://localhost:${canary.port}`,
      `//127.0.0.1:${canary.port}`,
    ]) {
      const design = hostileDesign(origin);
      const [thumbnail] = await renderer.thumbnails([design], 'letter');
      expect(await readPixel(thumbnail, 5, 5)).toEqual([255, 255, 255]);
      await renderer.proof([design], 'letter');
    }
    expect(canary.connections()).toBe(0);
  } finally {
    canary.server.close();
  }
});

test('a design that keeps reloading itself still gets thumbnails and a proof', async () => {
  const reloading = (html: string) => page(html, '<meta http-equiv="refresh" content="0">');
  expect(await renderer.thumbnails([reloading('a'), reloading('b')], 'postcard_4x6')).toHaveLength(2);
  await renderer.proof([reloading('a'), reloading('b')], 'postcard_4x6');
});

/** Ten nested levels with ten references each result in ten billion rectangles. */
const BOMB = page(
  `<svg width="800" height="500"><defs><rect id="l0" width="9" height="9"/>${Array.from(
    { length: 10 },
    (_, i) => `<g id="l${i + 1}">${`<use href="#l${i}" x="1"/>`.repeat(10)}</g>`,
  ).join('')}</defs><use href="#l10"/></svg>`,
);

test('a hanging design is aborted at the deadline, and the next design is rendered', async () => {
  const before = await commonHost.pid();
  const failure = await renderer.thumbnails([BOMB], 'postcard_4x6').catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(RenderFailed);
  expect(failure).toMatchObject({ reason: 'deadline' });
  expect(await renderer.thumbnails([page('fine')], 'postcard_4x6')).toHaveLength(1);
  expect(await commonHost.pid()).not.toBe(before);
});

test('a browser that is killed between jobs or during a job is restarted', { timeout: 120_000 }, async () => {
  // On a busy machine, the job with many designs takes longer than the other tests' deadline.
  const host = await startHost(60_000);
  onTestFinished(() => host.close());
  const patient = createRenderer(host);
  const pids = [await host.pid()];
  const kill = () => process.kill(pids.at(-1) ?? 0, 'SIGKILL');
  kill();
  expect(await patient.thumbnails([page('after')], 'postcard_4x6')).toHaveLength(1);
  pids.push(await host.pid());

  const many = patient.thumbnails(Array(8).fill(page('during')), 'postcard_4x6');
  kill();
  expect(await many).toHaveLength(8);
  pids.push(await host.pid());
  expect(new Set(pids).size).toBe(3);
});

test('concurrent jobs are rendered one after another', async () => {
  const results = await Promise.all(
    ['#ff0000', '#00ff00', '#0000ff'].map((color) =>
      renderer.thumbnails([page('', `<style>html{background:${color}}</style>`)], 'postcard_4x6'),
    ),
  );
  expect(await Promise.all(results.map(([thumbnail]) => readPixel(thumbnail, 600, 400)))).toEqual([
    [255, 0, 0],
    [0, 255, 0],
    [0, 0, 255],
  ]);
});

test('there is no renderer if Chromium doesn’t start, and the reason is logged', async () => {
  expect(await openRenderer({ chromiumPath: '/nowhere/chromium' })).toBeNull();
  expect(takeConsoleErrors()).toEqual([
    'Thumbnails and proofs are disabled. Chromium at /nowhere/chromium does not start on this machine.',
  ]);
});
