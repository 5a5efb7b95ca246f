import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Renderer } from '#service/render/renderer.ts';
import { newArtwork } from '#service/store/artworks.ts';
import { artworks } from '#service/store/schema.ts';
import { takeConsoleErrors } from '../support/setup.ts';
import { createDataFolder, draftRow, openService, seedFixture, type TestService } from './fixture.ts';

/** Renders when it is let, and notes in which order. */
class Press implements Renderer {
  readonly rendered: string[] = [];
  readonly #waiting: PromiseWithResolvers<void>[] = [];
  #open = false;
  #failing = new Set<string>();

  failOn(design: string) {
    this.#failing.add(design);
  }
  /** Lets everything through from now on. */
  run() {
    this.#open = true;
    for (const { resolve } of this.#waiting.splice(0)) resolve();
  }
  /** Lets one through. */
  async step() {
    await expect.poll(() => this.#waiting.length).toBe(1);
    this.#waiting.shift()?.resolve();
  }
  async thumbnails(designs: readonly string[]) {
    if (!this.#open) {
      const turn = Promise.withResolvers<void>();
      this.#waiting.push(turn);
      await turn.promise;
    }
    this.rendered.push(designs[0] ?? '');
    if (this.#failing.has(designs[0] ?? '')) throw new Error('The design hangs.');
    return designs.map((design) => Buffer.from(`picture of ${design}`));
  }
  proof = async (designs: readonly string[]) => Buffer.from(`proof of ${designs.join(' and ')}`);
  close = async () => {
    for (const { reject } of this.#waiting.splice(0)) reject(new Error('The browser was closed.'));
  };
}

let folder: string;
let press: Press;
let service: TestService;

/** Artwork 1 is the fixture's; 2 to 5 are letters of campaigns 2 to 5, and campaign 6 shows artwork 2 again. */
const rows = [1, 2, 3, 4, 5, 2].map((artworkId) => draftRow({ artworkId }));
const open = async () => {
  press = new Press();
  service = await openService({
    folder,
    openRenderer: async () => press,
    seed: async (db) => {
      await seedFixture(db, [0], rows);
      for (const n of [2, 3, 4, 5])
        await db.insert(artworks).values(newArtwork('letter', [`letter ${n}`], {}));
    },
  });
};
beforeAll(async () => {
  folder = await createDataFolder();
  await open();
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

const campaign = async (id: number) => (await service.call('getCampaign', { id })).body;

test('the newest first, unless somebody looks; kept over a restart; shared by campaigns that show the same', async () => {
  await press.step();
  await expect.poll(() => press.rendered).toEqual(['letter 5']);
  // The next one is at the press already; then comes what was looked at last.
  await campaign(2);
  await campaign(3);
  await press.step();
  await press.step();
  await expect.poll(() => press.rendered).toEqual(['letter 5', 'letter 4', 'letter 3']);
  await expect.poll(async () => (await campaign(3)).thumbnails).toHaveLength(1);
  expect(await campaign(2)).toMatchObject({ thumbnails: [], proof: null });

  await service.close();
  await open();
  const failing = '<h1>48 Maple Street</h1>';
  press.failOn(failing);
  press.run();
  await expect.poll(() => press.rendered).toEqual(['letter 2', failing, failing, failing]);
  expect(takeConsoleErrors()).toHaveLength(3);
  expect(await campaign(1)).toMatchObject({ thumbnails: [], proof: null });
  const [two, six] = [await campaign(2), await campaign(6)];
  expect(two.proof).toMatch(/^http:\/\/service\.test\/files\/[\w-]{24}\/proof\.pdf$/);
  expect([six.proof, six.thumbnails]).toEqual([two.proof, two.thumbnails]);
});

test('files need no key, are kept for good, and can do nothing', async () => {
  const { thumbnails, proof, designs } = await campaign(2);
  const picture = await service.request(thumbnails?.[0] ?? '');
  expect([picture.status, picture.text]).toEqual([200, 'picture of letter 2']);
  expect(picture.headers.get('Content-Type')).toBe('image/png');
  expect(picture.headers.get('Cache-Control')).toContain('immutable');
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
])('%s is not found', async (path) => {
  expect((await service.request(path)).status).toBe(404);
});

test('a letter has no back', async () => {
  const { designs } = await campaign(2);
  expect(designs).toHaveLength(1);
  expect((await service.request((designs?.[0] ?? '').replace('front', 'back'))).status).toBe(404);
});
