/** Prepares images and proofs for responses. Callers must authorize the member or guest first. */
import 'server-only';
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import sharp from 'sharp';
import { fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import { singleton } from '#lib/runtime/singleton.ts';
import { type FileSource, loadFile } from './file-store.ts';
import { MAX_IMAGE_BYTES } from './size-limits.ts';
import type { StoredFile } from './stored-file.ts';

export interface Asset {
  readonly type: 'image/webp' | 'application/pdf';
  readonly etag: string;
  /** The size in bytes. */
  readonly size: number;
  /** Opens the file as the body of a response. */
  readonly open: () => Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>;
}

const MAX_PIXELS = 60_000_000;

type AssetCache = LRUCache<string, Asset>;
const createCache = (maxSize: number): AssetCache =>
  new LRUCache({ maxSize, sizeCalculation: ({ size }) => size + 1 });

/** Resized images, keyed by width and by the hash of the original. */
const resized = singleton('resizedImages', () => createCache(16 * 1024 * 1024));
const resizing = singleton('imagesBeingResized', () => new Map<string, Promise<Outcome<Asset>>>());
/** Thumbnails in lists, keyed by width and URL, so that showing a list again doesn't download the originals. */
const listed = singleton('listedThumbnails', () => createCache(64 * 1024 * 1024));

/** @param width the width in pixels */
export async function loadThumbnail(source: FileSource, width: number): Promise<Outcome<Asset>> {
  const file = await loadFile(source);
  return file.ok ? resizeOnce(file.value, width) : file;
}

/** Returns the thumbnail that was first loaded from the URL, even if the file has changed since. */
export async function loadListedThumbnail(source: FileSource, width: number): Promise<Outcome<Asset>> {
  const key = `${width} ${source.url}`;
  const known = listed.get(key);
  if (known) return ok(known);
  const thumbnail = await loadThumbnail(source, width);
  if (thumbnail.ok) listed.set(key, thumbnail.value);
  return thumbnail;
}

export async function loadPdf(source: FileSource): Promise<Outcome<Asset>> {
  const file = await loadFile(source);
  if (!file.ok) return file;
  const { hash, size } = file.value;
  if ((await file.value.read(5)).toString('latin1') !== '%PDF-') return fail({ kind: 'garbled' });
  return ok({ type: 'application/pdf', etag: etagOf(hash), size, open: () => file.value.stream() });
}

/** Resizes an image. Concurrent and later calls for the same image and width share one result. */
function resizeOnce(file: StoredFile, width: number): Promise<Outcome<Asset>> {
  const key = `${width} ${file.hash}`;
  const known = resized.get(key);
  if (known) return Promise.resolve(ok(known));
  const work =
    resizing.get(key) ??
    resizeImage(file, width)
      .then((image) => {
        if (image.ok) resized.set(key, image.value);
        return image;
      })
      .finally(() => resizing.delete(key));
  resizing.set(key, work);
  return work;
}

/**
 * Whether the file is a PNG, JPEG, or WebP image according to its first bytes. The image library would recognize
 * the format itself, but only by running its parsers for all other formats, such as SVG, on the file.
 */
async function isAcceptedFormat(file: StoredFile): Promise<boolean> {
  const start = (await file.read(12)).toString('latin1');
  return /^(\x89PNG|\xff\xd8\xff|RIFF.{4}WEBP)/s.test(start);
}

async function resizeImage(file: StoredFile, width: number): Promise<Outcome<Asset>> {
  if (file.size > MAX_IMAGE_BYTES || !(await isAcceptedFormat(file))) return fail({ kind: 'garbled' });
  try {
    const image = sharp(await file.read(), { limitInputPixels: MAX_PIXELS });
    const bytes = new Uint8Array(
      await image.rotate().resize({ width, withoutEnlargement: true }).webp({ quality: 75 }).toBuffer(),
    );
    const etag = etagOf(createHash('sha256').update(bytes).digest('base64url'));
    return ok({ type: 'image/webp', etag, size: bytes.length, open: () => bytes });
  } catch {
    // sharp throws various errors for broken images, oversized images, and files that aren't images.
    return fail({ kind: 'garbled' });
  }
}

const etagOf = (hash: string): string => `"${hash.slice(0, 22)}"`;
