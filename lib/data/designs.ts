/** Renders designs for the console: saved designs, previews, and drafts from the editor. */
import 'server-only';
import { LRUCache } from 'lru-cache';
import { type Design, parseDesign } from '#lib/designs/design.ts';
import { printFontStyles } from '#lib/designs/fonts.ts';
import { fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import { fetchFile } from '#lib/files/download.ts';
import { MAX_EMBEDDED_IMAGE_BYTES } from '#lib/files/size-limits.ts';
import { createLimiter, mapInParallel } from '#lib/runtime/parallel.ts';
import { singleton } from '#lib/runtime/singleton.ts';
import { MINUTE_MS } from '#lib/time-units.ts';
import { type Deadline, deadlineIn, orTimeout } from '#lib/upstream/deadline.ts';
import { authorize } from './authorize.ts';
import { getTemplate, type PreviewData, previewTemplate } from './templates.ts';

/** The limits for each design's images. Images over the limits are omitted. */
const MAX_IMAGES = 20;
const MAX_WAIT_MS = 3_000;
/** A download starts only if at least this many milliseconds are left. */
const MIN_DOWNLOAD_MS = 50;
const MAX_TOTAL_LENGTH = 8 * 1024 * 1024;
/** The maximum number of parallel downloads, per design and for the entire process. */
const CONCURRENCY = 4;
const TOTAL_CONCURRENCY = 12;

/** Images as data URIs, keyed by URL. Null for a file that isn't an image. Cached for a minute. */
const cachedImages = singleton(
  'designImages',
  () =>
    new LRUCache<string, { readonly uri: string | null }>({
      maxSize: 32 * 1024 * 1024,
      sizeCalculation: ({ uri }, url) => url.length + (uri?.length ?? 0) + 1,
      ttl: 60_000,
    }),
);

/** @param side 0 for the front, 1 for the back */
export async function renderSavedDesign(id: number, side: number): Promise<Outcome<string>> {
  const template = await getTemplate(id);
  if (!template.ok) return template;
  const html = template.value.designs?.[side];
  if (html === undefined) return fail({ kind: 'missing' });
  const design = parseDesign(html);
  return design ? renderDesign(design, await loadImages(design.imageUrls)) : tooComplex();
}

/**
 * Renders a design from a form. The design can contain any image URL. For safety, the console downloads an
 * image only if the saved template or a recent preview from the service contains the image's URL.
 */
export async function renderDraftDesign(id: number, html: string): Promise<Outcome<string>> {
  const allowed = await authorize('getTemplate');
  if (!allowed.ok) return allowed;
  const design = parseDesign(html);
  if (!design) return tooComplex();
  const wanted = design.imageUrls.filter(isRemote);
  if (wanted.length === 0) return renderDesign(design, new Map());
  const template = await getTemplate(id);
  if (!template.ok) return template;
  const saved = template.value.designs?.flatMap(remoteImageUrls) ?? [];
  const known = new Set([...saved, ...(previewImageUrls.get(id) ?? [])]);
  return renderDesign(design, await loadImages(wanted.filter((url) => known.has(url))));
}

/**
 * Image URLs from the service's recent previews, by template. Members might have entered some of the URLs.
 * However, the console downloads only the exact URLs that the service returned.
 */
const previewImageUrls = singleton(
  'previewImageUrls',
  () => new LRUCache<number, ReadonlySet<string>>({ max: 500, ttl: 10 * MINUTE_MS }),
);
const MAX_PREVIEW_IMAGES = 200;

/**
 * Returns the HTML of both sides with the given values (v2, 4.7). Display the HTML only through
 * renderDraftDesign.
 */
export async function previewDesigns(id: number, data: PreviewData): Promise<Outcome<readonly string[]>> {
  const preview = await previewTemplate(String(id), data);
  if (!preview.ok) return preview;
  const { front = '', back = '' } = preview.value;
  const urls = [front, back].flatMap(remoteImageUrls);
  previewImageUrls.set(
    id,
    new Set([...urls, ...(previewImageUrls.get(id) ?? [])].slice(0, MAX_PREVIEW_IMAGES)),
  );
  return ok(back.trim() === '' ? [front] : [front, back]);
}

async function renderDesign(design: Design, images: ReadonlyMap<string, string>): Promise<Outcome<string>> {
  return ok(design.render(images, await printFontStyles(design.html)));
}

const tooComplex = () => fail({ kind: 'invalid', fields: { html: 'is too large or too deeply nested' } });

const remoteImageUrls = (html: string): readonly string[] =>
  parseDesign(html)?.imageUrls.filter(isRemote) ?? [];

const isRemote = (url: string): boolean => /^https?:/i.test(url);

async function loadImages(urls: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const deadline = deadlineIn(MAX_WAIT_MS);
  const wanted = urls.filter(isRemote).slice(0, MAX_IMAGES);
  const images = new Map<string, string>();
  let lengthLeft = MAX_TOTAL_LENGTH;
  let isFull = false;
  const load = async (url: string) => {
    // Omit an image that arrives late. The image might be cached by the time the design is shown again.
    const uri = await orTimeout(loadImage(url, deadline), deadline).catch(() => null);
    if (uri === null) return;
    if (uri.length > lengthLeft) {
      isFull = true;
      return;
    }
    lengthLeft -= uri.length;
    images.set(url, uri);
  };
  await mapInParallel(wanted, CONCURRENCY, load, () => isFull || deadline.left() < MIN_DOWNLOAD_MS);
  return images;
}

/**
 * The downloads in progress. Concurrent requests for an image share one download and the first request's
 * deadline.
 */
const downloads = singleton('designImageDownloads', () => ({
  byUrl: new Map<string, Promise<string | null>>(),
  limit: createLimiter(TOTAL_CONCURRENCY),
}));

async function loadImage(url: string, deadline: Deadline): Promise<string | null> {
  const { byUrl, limit } = downloads;
  const cached = cachedImages.get(url);
  if (cached) return cached.uri;
  const running = byUrl.get(url);
  if (running) return running;
  const download = limit(() => downloadImage(url, deadline)).finally(() => byUrl.delete(url));
  byUrl.set(url, download);
  return download;
}

async function downloadImage(url: string, deadline: Deadline): Promise<string | null> {
  if (deadline.left() < MIN_DOWNLOAD_MS) return null;
  const file = await fetchFile(url, MAX_EMBEDDED_IMAGE_BYTES, deadline);
  const uri = file.ok ? toDataUri(file.value) : null;
  // Don't cache temporary failures, because the next download might succeed.
  if (file.ok || file.failure.kind === 'garbled') cachedImages.set(url, { uri });
  return uri;
}

/** The first bytes of each image type. The response's Content-Type header is ignored. */
const TYPES: readonly (readonly [type: string, signature: RegExp])[] = [
  ['image/png', /^\x89PNG\r\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[\s\S]{4}WEBP/],
];

function toDataUri(bytes: Buffer): string | null {
  const beginning = bytes.subarray(0, 16).toString('latin1');
  const type = TYPES.find(([, signature]) => signature.test(beginning))?.[0];
  return type === undefined ? null : `data:${type};base64,${bytes.toString('base64')}`;
}
