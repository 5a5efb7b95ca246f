import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Renderer } from '#service/render/renderer.ts';
import { newArtwork } from '#service/store/artworks.ts';
import { artworks } from '#service/store/schema.ts';
import { takeConsoleErrors } from '../support/setup.ts';
import { createServiceDataFolder, draftRow, openService, seedFixture, type TestService } from './fixture.ts';

/** A renderer whose jobs wait until the test releases them. Records the rendered designs. */
class ControlledRenderer implements Renderer {
  readonly rendered: string[] = [];
  readonly #waiting: PromiseWithResolvers<void>[] = [];
  #isOpen = false;
  #failingDesigns = new Set<string>();

  failOn(design: string) {
    this.#failingDesigns.add(design);
  }
  /** Releases the waiting job and all later jobs. */
  renderAll() {
    this.#isOpen = true;
    for (const { resolve } of this.#waiting.splice(0)) resolve();
  }
  /** Releases the waiting job. */
  async renderNext() {
    await expect.poll(() => this.#waiting.length).toBe(1);
    this.#waiting.shift()?.resolve();
  }
  async thumbnails(designs: readonly string[]) {
    if (!this.#isOpen) {
      const turn = Promise.withResolvers<void>();
      this.#waiting.push(turn);
      await turn.promise;
    }
    this.rendered.push(designs[0] ?? '');
    if (this.#failingDesigns.has(designs[0] ?? '')) throw new Error('The design hangs.');
    return designs.map((design) => Buffer.from(`thumbnail of ${design}`));
  }
  proof = async (designs: readonly string[]) => Buffer.from(`proof of ${designs.join(' and ')}`);
  close = async () => {
    for (const { reject } of this.#waiting.splice(0)) reject(new Error('The browser was closed.'));
  };
}

let folder: string;
let renderer: ControlledRenderer;
let service: TestService;

/**
 * Artwork 1 comes from the fixture. Artworks 2 to 5 are letters for campaigns 2 to 5. Campaign 6 also uses
 * artwork 2.
 */
const rows = [1, 2, 3, 4, 5, 2].map((artworkId) => draftRow({ artworkId }));
const openWithRenderer = async () => {
  renderer = new ControlledRenderer();
  service = await openService({
    folder,
    openRenderer: async () => renderer,
    seed: async (db) => {
      await seedFixture(db, [0], rows);
      for (const n of [2, 3, 4, 5])
        await db.insert(artworks).values(newArtwork('letter', [`letter ${n}`], {}));
    },
  });
};
beforeAll(async () => {
  folder = await createServiceDataFolder();
  await openWithRenderer();
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

const getCampaign = async (id: number) => (await service.call('getCampaign', { id })).body;

test('recently viewed artworks are rendered first, rendering resumes after a restart, and campaigns share files', async () => {
  await renderer.renderNext();
  await expect.poll(() => renderer.rendered).toEqual(['letter 5']);
  // Artwork 4 is already being rendered. Artwork 3 is next, because campaign 3 is viewed after campaign 2.
  await getCampaign(2);
  await getCampaign(3);
  await renderer.renderNext();
  await renderer.renderNext();
  await expect.poll(() => renderer.rendered).toEqual(['letter 5', 'letter 4', 'letter 3']);
  await expect.poll(async () => (await getCampaign(3)).thumbnails).toHaveLength(1);
  expect(await getCampaign(2)).toMatchObject({ thumbnails: [], proof: null });

  await service.close();
  await openWithRenderer();
  const failingDesign = '<h1>48 Maple Street</h1>';
  renderer.failOn(failingDesign);
  renderer.renderAll();
  await expect
    .poll(() => renderer.rendered)
    .toEqual(['letter 2', failingDesign, failingDesign, failingDesign]);
  expect(takeConsoleErrors()).toHaveLength(3);
  expect(await getCampaign(1)).toMatchObject({ thumbnails: [], proof: null });
  const [second, sixth] = [await getCampaign(2), await getCampaign(6)];
  expect(second.proof).toMatch(/^http:\/\/service\.test\/files\/[\w-]{24}\/proof\.pdf$/);
  expect([sixth.proof, sixth.thumbnails]).toEqual([second.proof, second.thumbnails]);
});

test('sandboxed designs and cacheable files can be loaded without an API key', async () => {
  const { thumbnails, proof, designs } = await getCampaign(2);
  const thumbnail = await service.request(thumbnails?.[0] ?? '');
  expect([thumbnail.status, thumbnail.text]).toEqual([200, 'thumbnail of letter 2']);
  expect(thumbnail.headers.get('Content-Type')).toBe('image/png');
  expect(thumbnail.headers.get('Cache-Control')).toContain('immutable');
  const pdf = await service.request(proof ?? '');
  expect([pdf.headers.get('Content-Type'), pdf.text]).toEqual(['application/pdf', 'proof of letter 2']);
  const design = await service.request(designs?.[0] ?? '');
  expect(design.text).toBe('letter 2');
  expect(design.headers.get('Content-Security-Policy')).toContain("sandbox; default-src 'none'");
});

test.each([
  '/files/AAAAAAAAAAAAAAAAAAAAAAAA/front.png',
  '/files/x/proof.pdf',
  '/files/%00/front.png',
  '/files/x/%00',
  '/files/x/..%2f..%2fetc%2fpasswd',
])('a request for %s results in status 404', async (path) => {
  expect((await service.request(path)).status).toBe(404);
});

test('a letter has no back side', async () => {
  const { designs } = await getCampaign(2);
  expect(designs).toHaveLength(1);
  expect((await service.request((designs?.[0] ?? '').replace('front', 'back'))).status).toBe(404);
});
