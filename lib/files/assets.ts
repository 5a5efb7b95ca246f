/** Downloads images and proofs from the service's URLs. Callers must authorize the member or guest first. */
import 'server-only';
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import sharp from 'sharp';
import { fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import { singleton } from '#lib/runtime/singleton.ts';
import { fetchFile } from './download.ts';
import { MAX_IMAGE_BYTES, MAX_PDF_BYTES } from './size-limits.ts';

export interface Asset {
  readonly bytes: Buffer;
  readonly type: 'image/webp' | 'application/pdf';
  readonly etag: string;
}

const MAX_PIXELS = 60_000_000;

type AssetCache = LRUCache<string, Asset>;
const createCache = (maxSize: number, ttl = 0): AssetCache =>
  new LRUCache({ maxSize, ttl, sizeCalculation: ({ bytes }) => bytes.length + 1 });

/** Caches thumbnails, keyed by width and URL. */
const thumbnails = singleton('thumbnails', () => createCache(64 * 1024 * 1024));
/**
 * Caches guests' thumbnails, keyed by width, version, and URL, because an image can change while its URL
 * stays the same.
 */
const versionedThumbnails = singleton('versionedThumbnails', () => createCache(16 * 1024 * 1024, 60_000));

/**
 * @param width the width in pixels
 * @param version an identifier of the content that contains the image. For each new version, the image is
 * downloaded again, even if its URL hasn't changed.
 */
export async function loadThumbnail(url: string, width: number, version?: string): Promise<Outcome<Asset>> {
  const cache = version === undefined ? thumbnails : versionedThumbnails;
  const key = [width, version, url].join(' ');
  const known = cache.get(key);
  if (known) return ok(known);
  const file = await fetchFile(url, MAX_IMAGE_BYTES);
  if (!file.ok) return file;
  const thumbnail = await resizeImage(file.value, width);
  if (thumbnail.ok) cache.set(key, thumbnail.value);
  return thumbnail;
}

export async function loadPdf(url: string): Promise<Outcome<Asset>> {
  const file = await fetchFile(url, MAX_PDF_BYTES);
  if (!file.ok) return file;
  if (!file.value.subarray(0, 5).equals(Buffer.from('%PDF-'))) return fail({ kind: 'garbled' });
  return ok(toAsset(file.value, 'application/pdf'));
}

async function resizeImage(bytes: Buffer, width: number): Promise<Outcome<Asset>> {
  try {
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS });
    const { format } = await image.metadata();
    if (format !== 'png' && format !== 'jpeg' && format !== 'webp') return fail({ kind: 'garbled' });
    const webp = await image
      .rotate()
      .resize({ width, withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer();
    return ok(toAsset(webp, 'image/webp'));
  } catch {
    // sharp throws various errors for broken images, oversized images, and files that aren't images.
    return fail({ kind: 'garbled' });
  }
}

function toAsset(bytes: Buffer, type: Asset['type']): Asset {
  return { bytes, type, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` };
}
