/** Pictures and proofs, from where the service keeps them. Whoever loads one has authorised whoever asks. */
import 'server-only';
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import sharp from 'sharp';
import { fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import { singleton } from '#lib/runtime/singleton.ts';
import { fetchFile } from './download.ts';

export interface Asset {
  readonly bytes: Buffer;
  readonly type: 'image/webp' | 'application/pdf';
  readonly etag: string;
}

const MAX_PICTURE = 20 * 1024 * 1024;
const MAX_PROOF = 50 * 1024 * 1024;
const MAX_PIXELS = 60_000_000;

type Kept = LRUCache<string, Asset>;
const keep = (maxSize: number, ttl = 0): Kept =>
  new LRUCache({ maxSize, ttl, sizeCalculation: ({ bytes }) => bytes.length + 1 });

/** Small pictures by where they came from. */
const small = singleton('thumbnails', () => keep(64 * 1024 * 1024));
/** Of this minute, for who decides by what they see: an address may stay when its picture changes. */
const recent = singleton('recentThumbnails', () => keep(16 * 1024 * 1024, 60_000));

/**
 * @param width in pixels
 * @param content where an old picture at the same address would mislead: what it belongs to, by whatever name. Nothing is
 *   kept under another one, so that it is as new as that is.
 */
export async function loadThumbnail(address: string, width: number, content?: string): Promise<Outcome<Asset>> {
  const kept = content === undefined ? small : recent;
  const key = [width, content, address].join(' ');
  const known = kept.get(key);
  if (known) return ok(known);
  const file = await fetchFile(address, MAX_PICTURE);
  if (!file.ok) return file;
  const picture = await shrink(file.value, width);
  if (picture.ok) kept.set(key, picture.value);
  return picture;
}

export async function loadPdf(address: string): Promise<Outcome<Asset>> {
  const file = await fetchFile(address, MAX_PROOF);
  if (!file.ok) return file;
  if (!file.value.subarray(0, 5).equals(Buffer.from('%PDF-'))) return fail({ kind: 'garbled' });
  return ok(asset(file.value, 'application/pdf'));
}

async function shrink(bytes: Buffer, width: number): Promise<Outcome<Asset>> {
  try {
    const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS });
    const { format } = await picture.metadata();
    if (format !== 'png' && format !== 'jpeg' && format !== 'webp') return fail({ kind: 'garbled' });
    const webp = await picture
      .rotate()
      .resize({ width, withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer();
    return ok(asset(webp, 'image/webp'));
  } catch {
    // sharp's many ways to say that it is no picture, or a broken or monstrous one.
    return fail({ kind: 'garbled' });
  }
}

function asset(bytes: Buffer, type: Asset['type']): Asset {
  return { bytes, type, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` };
}
