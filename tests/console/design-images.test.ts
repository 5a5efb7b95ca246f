/** Tests which images in a design the console fetches, and how many images the console fetches at once. */
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { previewDesigns } from '#lib/data/designs.ts';
import {
  type DesignFrames,
  serverOrigin,
  startDesignFrames,
  startFileServer,
  stopServer,
} from './support/design-frames.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

let frames: DesignFrames;
/** Simulates a server on a private network. The console must never send a request to this server. */
let privateServer: Server;
let privateRequests: string[] = [];
beforeAll(async () => {
  frames = await startDesignFrames();
  privateServer = await startFileServer(({ url = '' }, response) => {
    privateRequests.push(url);
    response.end(frames.png);
  });
});
beforeEach(() => {
  privateRequests = [];
  frames.reset();
});
afterAll(() => {
  stopServer(privateServer);
  return frames.close();
});

describe('an image in a design', () => {
  it('is fetched only once, and is inlined wherever the design uses its URL', async () => {
    const [a, b, c, d] = [
      frames.newFileUrl('.png'),
      frames.newFileUrl('.png'),
      frames.newFileUrl('.png'),
      frames.newFileUrl('.png'),
    ];
    const html = await frames.renderDesign(
      `<style>p{background:url(${a})}</style><img src="${a}" srcset="${a} 2x"><svg><image href="${b}"/><image xlink:href="${b}"/></svg><p style="background:url('${c}')"><b style='background:url("${d}")'>`,
    );
    expect(frames.servedPaths.length).toBe(4);
    expect(html).not.toContain(serverOrigin(frames.files));
    expect(html.split(`data:image/png;base64,${frames.png.toString('base64')}`)).toHaveLength(7);
    await frames.renderDesign(`<img src="${a}">`);
    expect(frames.servedPaths.length).toBe(4);
  });

  it('isn’t inlined if the downloaded file isn’t an image', async () => {
    const url = frames.newFileUrl('.html');
    expect(await frames.renderDesign(`<img src="${url}">`)).toContain(`src="${url}"`);
  });

  it('is inlined, up to a limit of 20 images per design', async () => {
    const html = await frames.renderDesign(
      Array.from({ length: 30 }, () => `<img src="${frames.newFileUrl('.png')}">`).join(''),
    );
    expect(frames.servedPaths).toHaveLength(20);
    expect(html.split('data:image/png')).toHaveLength(21);
  });

  it('is never fetched from a private network', async () => {
    const { port } = privateServer.address() as AddressInfo;
    const hosts = ['127.0.0.1', 'localhost', '127.1', '2130706433', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]'];
    const urls = hosts.flatMap((host) => [
      `http://${host}:${port}/a.png`,
      `https://${host}:${port}/a.png`,
      `//${host}:${port}/a.png`,
    ]);
    await frames.renderDesign(
      urls.map((url) => `<img src="${url}"><p style="background:url('${url}')">`).join(''),
    );
    expect(privateRequests).toEqual([]);
  });

  it('loses its srcset attribute', async () => {
    const [small, large] = [frames.newFileUrl('.png'), frames.newFileUrl('.png')];
    const html = await frames.renderDesign(
      `<picture><source srcset="${large} 2x"><img src="${small}" srcset="${large} 3x"></picture>`,
    );
    expect(html).toContain('<picture><source><img src="data:image/png');
    expect(html).not.toContain('srcset');
    expect(frames.servedPaths).toHaveLength(1);
  });
});

describe('a design with many or large images', () => {
  /** A file server that counts downloads. Tests set `respond` to choose the server's responses. */
  let server: Server;
  let activeDownloads = 0;
  let maxActive = 0;
  let requestCount = 0;
  let respond: (response: ServerResponse) => void;
  beforeEach(async () => {
    [activeDownloads, maxActive, requestCount] = [0, 0, 0];
    server = await startFileServer((_, response) => {
      requestCount++;
      maxActive = Math.max(maxActive, ++activeDownloads);
      response.on('close', () => activeDownloads--);
      respond(response);
    });
    frames.serveFilesFrom(server);
  });
  afterEach(() => {
    stopServer(server);
    frames.serveFilesFrom(frames.files);
  });

  const imageTags = (urls: readonly string[]) => urls.map((src) => `<img src="${src}">`).join('');
  const imageUrls = (count: number, prefix = '') =>
    Array.from({ length: count }, (_, i) => `${serverOrigin(server)}/${prefix}${i}`);
  const largeImage = () => Buffer.concat([frames.png], 2.5 * 1024 * 1024);

  it('downloads at most four images at once and stops at the size limit', async () => {
    respond = (response) => response.end(largeImage());
    const html = await frames.renderDesign(imageTags(imageUrls(20)));
    expect(maxActive).toBeLessThanOrEqual(4);
    expect(requestCount).toBeLessThan(8);
    expect(html.match(/data:image\/png/g)).toHaveLength(2);
  });

  it('shares the download limit with other designs', async () => {
    const waiting: ServerResponse[] = [];
    respond = (response) => waiting.push(response);
    frames.setDesigns(['a', 'b', 'c', 'd', 'e'].map((prefix) => imageTags(imageUrls(4, prefix))));
    const pages = Promise.all(
      [0, 1, 2, 3, 4].map(async (side) => (await frames.requestDesign(`${side}`)).text()),
    );
    await expect.poll(() => waiting).toHaveLength(12);
    respond = (response) => response.end(frames.png);
    for (const response of waiting) response.end(frames.png);
    for (const html of await pages) expect(html).not.toContain(serverOrigin(server));
    expect(requestCount).toBe(20);
    expect(maxActive).toBeLessThanOrEqual(12);
  });

  it('downloads an image only once for several simultaneous requests', async () => {
    respond = (response) => setImmediate(() => response.end(frames.png));
    const html = imageTags(imageUrls(1));
    const pages = await Promise.all([
      frames.renderDesign(html),
      frames.renderDesign(html),
      frames.renderDesign(html),
    ]);
    expect(requestCount).toBe(1);
    for (const page of pages) expect(page).toContain('data:image/png');
  });

  it('omits slow images and cancels their downloads', { timeout: 10_000 }, async () => {
    respond = (response) => response.write(frames.png);
    const started = performance.now();
    const html = await frames.renderDesign(`<p>here</p>${imageTags(imageUrls(6))}`);
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(html).toContain('here');
    expect(html).not.toContain('data:image');
    await expect.poll(() => activeDownloads).toBe(0);
    expect(requestCount).toBe(4);
  });
});

describe('a preview with values', () => {
  it('inlines the images that the service filled in, except images on a private network', async () => {
    const photo = frames.newFileUrl('.png');
    const privateUrl = `${serverOrigin(privateServer)}/inside.png`;
    const front = `<img src="${photo}"><img src="${privateUrl}">`;
    frames.setDesigns(['<p>front', '<p>back']);
    expect(await (await frames.requestDraft({ fields: { html: front } })).text()).not.toContain('data:image');
    expect(frames.servedPaths).toEqual([]);
    Object.assign(frames.preview, { front, back: '<p>back' });
    expect(await frames.harness.viewer(() => previewDesigns(5, {}))).toEqual({
      ok: true,
      value: [front, '<p>back'],
    });
    const html = await (await frames.requestDraft({ fields: { html: front } })).text();
    expect(html.match(/data:image\/png/g)).toHaveLength(1);
    expect(frames.servedPaths).toEqual([new URL(photo).pathname]);
    expect(privateRequests).toEqual([]);
  });

  it('has one side if the template is a letter', async () => {
    Object.assign(frames.preview, { front: '<p>front', back: '' });
    expect(await frames.harness.viewer(() => previewDesigns(5, {}))).toEqual({
      ok: true,
      value: ['<p>front'],
    });
  });
});
