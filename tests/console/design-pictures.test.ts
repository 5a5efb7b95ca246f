/** The pictures of other people's HTML: what the console fetches for it, and how much of that at once. */
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { previewDesigns } from '#lib/data/designs.ts';
import {
  type DesignFrames,
  originOf,
  startDesignFrames,
  startFileServer,
  stop,
} from './support/design-frames.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

let frames: DesignFrames;
/** Stands for everything inside the network. */
let canary: Server;
let touched: string[] = [];
beforeAll(async () => {
  frames = await startDesignFrames();
  canary = await startFileServer(({ url = '' }, response) => {
    touched.push(url);
    response.end(frames.png);
  });
});
beforeEach(() => {
  touched = [];
  frames.forget();
});
afterAll(() => {
  stop(canary);
  return frames.close();
});

describe('the pictures of a design', () => {
  it('are put into it, from wherever it shows them, each fetched once', async () => {
    const [a, b, c, d] = [frames.file('.png'), frames.file('.png'), frames.file('.png'), frames.file('.png')];
    const html = await frames.show(
      `<style>p{background:url(${a})}</style><img src="${a}" srcset="${a} 2x"><svg><image href="${b}"/><image xlink:href="${b}"/></svg><p style="background:url('${c}')"><b style='background:url("${d}")'>`,
    );
    expect(frames.served.length).toBe(4);
    expect(html).not.toContain(originOf(frames.files));
    expect(html.split(`data:image/png;base64,${frames.png.toString('base64')}`)).toHaveLength(7);
    await frames.show(`<img src="${a}">`);
    expect(frames.served.length).toBe(4);
  });

  it('are pictures or nothing', async () => {
    const address = frames.file('.html');
    expect(await frames.show(`<img src="${address}">`)).toContain(`src="${address}"`);
  });

  it('are twenty at most', async () => {
    const html = await frames.show(
      Array.from({ length: 30 }, () => `<img src="${frames.file('.png')}">`).join(''),
    );
    expect(frames.served).toHaveLength(20);
    expect(html.split('data:image/png')).toHaveLength(21);
  });

  it('are never looked for inside the network', async () => {
    const { port } = canary.address() as AddressInfo;
    const hosts = ['127.0.0.1', 'localhost', '127.1', '2130706433', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]'];
    const addresses = hosts.flatMap((host) => [
      `http://${host}:${port}/a.png`,
      `https://${host}:${port}/a.png`,
      `//${host}:${port}/a.png`,
    ]);
    await frames.show(
      addresses.map((address) => `<img src="${address}"><p style="background:url('${address}')">`).join(''),
    );
    expect(touched).toEqual([]);
  });

  it('have no other addresses to choose from', async () => {
    const [small, large] = [frames.file('.png'), frames.file('.png')];
    const html = await frames.show(
      `<picture><source srcset="${large} 2x"><img src="${small}" srcset="${large} 3x"></picture>`,
    );
    expect(html).toContain('<picture><source><img src="data:image/png');
    expect(html).not.toContain('srcset');
    expect(frames.served).toHaveLength(1);
  });
});

describe('a design that wants too much', () => {
  /** Answers when told to; counts the downloads that are going on. */
  let server: Server;
  let going = 0;
  let most = 0;
  let asked = 0;
  let answer: (response: ServerResponse) => void;
  beforeEach(async () => {
    [going, most, asked] = [0, 0, 0];
    server = await startFileServer((_, response) => {
      asked++;
      most = Math.max(most, ++going);
      response.on('close', () => going--);
      answer(response);
    });
    frames.serveFrom(server);
  });
  afterEach(() => {
    stop(server);
    frames.serveFrom(frames.files);
  });

  const images = (addresses: readonly string[]) => addresses.map((src) => `<img src="${src}">`).join('');
  const many = (count: number, of = '') =>
    Array.from({ length: count }, (_, i) => `${originOf(server)}/${of}${i}`);
  const large = () => Buffer.concat([frames.png], 2.5 * 1024 * 1024);

  it('has four pictures on their way at once, and none after there is no room for more', async () => {
    answer = (response) => response.end(large());
    const html = await frames.show(images(many(20)));
    expect(most).toBeLessThanOrEqual(4);
    expect(asked).toBeLessThan(8);
    expect(html.match(/data:image\/png/g)).toHaveLength(2);
  });

  it('waits for others that want as much', async () => {
    const waiting: ServerResponse[] = [];
    answer = (response) => waiting.push(response);
    frames.designsAre(['a', 'b', 'c', 'd', 'e'].map((of) => images(many(4, of))));
    const shown = Promise.all([0, 1, 2, 3, 4].map(async (side) => (await frames.saved(`${side}`)).text()));
    await expect.poll(() => waiting).toHaveLength(12);
    answer = (response) => response.end(frames.png);
    for (const response of waiting) response.end(frames.png);
    for (const html of await shown) expect(html).not.toContain(originOf(server));
    expect(asked).toBe(20);
    expect(most).toBeLessThanOrEqual(12);
  });

  it('has a picture once, though several look at it at the same time', async () => {
    answer = (response) => setImmediate(() => response.end(frames.png));
    const html = images(many(1));
    const shown = await Promise.all([frames.show(html), frames.show(html), frames.show(html)]);
    expect(asked).toBe(1);
    for (const each of shown) expect(each).toContain('data:image/png');
  });

  it('goes without what takes too long, which is then no longer fetched', { timeout: 10_000 }, async () => {
    answer = (response) => response.write(frames.png);
    const started = performance.now();
    const html = await frames.show(`<p>here</p>${images(many(6))}`);
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(html).toContain('here');
    expect(html).not.toContain('data:image');
    await expect.poll(() => going).toBe(0);
    expect(asked).toBe(4);
  });
});

describe('a preview with values', () => {
  it('shows the pictures that the service has filled in, and none from inside the network', async () => {
    const photo = frames.file('.png');
    const inside = `${originOf(canary)}/inside.png`;
    const front = `<img src="${photo}"><img src="${inside}">`;
    frames.designsAre(['<p>front', '<p>back']);
    expect(await (await frames.draft({ fields: { html: front } })).text()).not.toContain('data:image');
    expect(frames.served).toEqual([]);
    Object.assign(frames.filledIn, { front, back: '<p>back' });
    expect(await frames.harness.viewer(() => previewDesigns(5, {}))).toEqual({
      ok: true,
      value: [front, '<p>back'],
    });
    const shown = await (await frames.draft({ fields: { html: front } })).text();
    expect(shown.match(/data:image\/png/g)).toHaveLength(1);
    expect(frames.served).toEqual([new URL(photo).pathname]);
    expect(touched).toEqual([]);
  });

  it('of a letter has one side', async () => {
    Object.assign(frames.filledIn, { front: '<p>front', back: '' });
    expect(await frames.harness.viewer(() => previewDesigns(5, {}))).toEqual({
      ok: true,
      value: ['<p>front'],
    });
  });
});
