/**
 * Tests that members and guests share one download of each file, and that slow clients don't fill up the
 * console's memory.
 */
import { NextRequest } from 'next/server';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { GET, HEAD } from '#app/(public)/share/[token]/files/[file]/route.ts';
import * as proofRoute from '#app/files/campaigns/[id]/proof/route.ts';
import * as thumbnailRoute from '#app/files/campaigns/[id]/thumbnail/[side]/route.ts';
import { readPrintedContent } from '#lib/share-links/fingerprints.ts';
import { readFromService } from '#lib/upstream/client.ts';
import { setUpHarness } from './support/harness.ts';
import { type ReviewedCampaign, setUpReviewedCampaign } from './support/reviewed-campaign.ts';
import { createShareLink, newGuest } from './support/share-links.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
vi.mock('next/server', async (original) => ({
  ...(await original<typeof import('next/server')>()),
  after: (callback: () => void) => callback(),
}));

const MB = 1024 * 1024;
const harness = setUpHarness();
let id = 700;
let token: string;
let reviewed: ReviewedCampaign;
let noise: Buffer;
beforeAll(async () => {
  noise = await sharp({
    create: {
      width: 900,
      height: 600,
      channels: 3,
      background: '#fff',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .png()
    .toBuffer();
});
beforeEach(async () => {
  reviewed = await setUpReviewedCampaign(harness.service, ++id);
  token = (await createShareLink({ campaignId: id })).token;
  reviewed.files.set('/kept/front.png', noise);
  harness.service.requests.length = 0;
});

const countDownloads = (file = '') =>
  harness.service.requestLines().filter((line) => line.includes(`/kept/${file}`)).length;

/** Makes the service sign each URL anew, so that no two URLs are the same. */
function signEachUrl() {
  let signature = 0;
  const sign = (url: unknown) => `${String(url).split('?')[0]}?signature=${++signature}`;
  reviewed.beforeResponse.campaign = async () => {
    const { proof, thumbnails, designs } = reviewed.campaign;
    reviewed.campaign = {
      ...reviewed.campaign,
      proof: sign(proof),
      thumbnails: (thumbnails as string[]).map(sign),
      designs: (designs as string[]).map(sign),
    };
  };
}

function requestFile(file: string, query = '', run = GET) {
  const request = new NextRequest(`http://localhost/share/${token}/files/${file}${query}`);
  return newGuest().run(() => run(request, { params: Promise.resolve({ token, file }) }));
}

/** Reads a response's body without storing it, and returns the body's size in bytes. */
async function drain(response: Response): Promise<number> {
  let size = 0;
  for await (const chunk of response.body ?? []) size += chunk.byteLength;
  return size;
}

describe('a guest', () => {
  it('makes the console download an image only once, even with ten different values of the v parameter', async () => {
    for (let i = 0; i < 10; i++) expect((await requestFile('front', `?w=320&v=v${i}`)).status).toBe(200);
    expect(countDownloads('front.png')).toBe(1);
  });

  it('makes the console download an image only once, even if all widths are requested at the same time', async () => {
    signEachUrl();
    const widths = [160, 320, 640, 1200];
    const responses = await Promise.all(widths.map((width) => requestFile('front', `?w=${width}`)));
    const sizes = await Promise.all(responses.map(drain));
    expect(new Set(sizes).size).toBe(4);
    expect(countDownloads('front.png')).toBe(1);
  });

  it('makes the console download a proof only once, even if 40 requests are sent at the same time', async () => {
    signEachUrl();
    const responses = await Promise.all(Array.from({ length: 40 }, () => requestFile('proof')));
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => 200));
    expect(countDownloads('proof.pdf')).toBe(1);
    expect((await responses[0]?.text())?.slice(0, 5)).toBe('%PDF-');
  });

  it('doesn’t make the console download anything by sending HEAD requests', async () => {
    for (const file of ['front', 'back', 'proof']) {
      const response = await requestFile(file, '', HEAD);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toMatch(/image\/webp|application\/pdf/);
      expect(response.headers.get('cache-control')).toBe('private, no-store');
      expect(response.body).toBeNull();
    }
    reviewed.campaign = { ...reviewed.campaign, proof: null };
    expect((await requestFile('proof', '', HEAD)).status).toBe(404);
    expect(countDownloads()).toBe(0);
  });

  it('gets the proof in chunks, so that 40 guests with slow connections don’t fill up the console’s memory', {
    timeout: 60_000,
  }, async () => {
    const size = 20 * MB;
    const pdf = Buffer.alloc(size, 'x');
    pdf.write('%PDF-');
    reviewed.files.set('/kept/proof.pdf', pdf);
    global.gc?.();
    const before = process.memoryUsage().arrayBuffers;
    const responses = await Promise.all(Array.from({ length: 40 }, () => requestFile('proof')));
    const readers = responses.map(({ body }) => body?.getReader());
    let received = 0;
    for (const reader of readers.toReversed()) {
      received = (await reader?.read())?.value?.byteLength ?? 0;
      expect(received).toBeGreaterThan(0);
    }
    const added = process.memoryUsage().arrayBuffers - before;
    expect(added / MB).toBeLessThan(60);
    const [first, ...others] = readers;
    await Promise.all(others.map((reader) => reader?.cancel()));
    for (let chunk = await first?.read(); !chunk?.done; chunk = await first?.read()) {
      received += chunk?.value?.byteLength ?? 0;
    }
    expect(received).toBe(size);
    expect(responses[0]?.headers.get('content-length')).toBe(String(size));
  });
});

it('members and guests share one download, and a member’s HEAD requests don’t start one', async () => {
  const context = { params: Promise.resolve({ id: String(id), side: '0' }) };
  const request = new NextRequest('http://localhost/files?w=160');
  for (const { HEAD: head } of [proofRoute, thumbnailRoute]) {
    expect((await harness.viewer(() => head(request, context))).status).toBe(200);
  }
  expect(countDownloads()).toBe(0);
  await Promise.all([requestFile('proof'), harness.viewer(() => proofRoute.GET(request, context))]);
  expect(countDownloads('proof.pdf')).toBe(1);
});

describe('a decision', () => {
  it('never uses a file whose download started before the decision, and shares a download with simultaneous decisions', async () => {
    const campaign = await readFromService('getCampaign', { id });
    if (!campaign.ok) throw new Error('The campaign could not be read.');
    const readFresh = async () => {
      const content = await readPrintedContent(campaign.value, { fresh: true });
      return content.ok ? content.value.proof : null;
    };
    const release = Promise.withResolvers<void>();
    let isFirst = true;
    reviewed.beforeResponse.file = async () => {
      if (isFirst) await release.promise;
    };
    const early = readFresh();
    await vi.waitFor(() => expect(countDownloads('proof.pdf')).toBe(1));
    const late = Array.from({ length: 20 }, readFresh);
    isFirst = false;
    reviewed.files.set('/kept/proof.pdf', Buffer.from('%PDF-1.7 changed'));
    release.resolve();
    const [old, ...current] = [await early, ...(await Promise.all(late))];
    expect(countDownloads('proof.pdf')).toBe(2);
    expect(new Set(current).size).toBe(1);
    expect(current[0]).not.toBe(old);
  });
});
