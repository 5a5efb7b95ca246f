/** A campaign's pictures and proof, as files of ours: nobody outside learns where the service keeps them. */
import 'server-only';
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import sharp from 'sharp';
import { fail, type Outcome, ok } from '../outcome.ts';
import { singleton } from '../singleton.ts';
import { fetchFile } from '../upstream/files.ts';
import { type Pictures, rememberedPictures } from './asset-urls.ts';
import { authorise } from './authorise.ts';
import { getCampaign } from './campaigns.ts';

export interface Asset {
  readonly bytes: Buffer;
  readonly type: 'image/webp' | 'application/pdf';
  readonly etag: string;
}

const WIDTHS = ['160', '320', '640', '1200'];

/** A width that thumbnails come in, in pixels, from the `w` of a URL; null for any other. */
export function thumbnailWidth(text: string | null): number | null {
  return text !== null && WIDTHS.includes(text) ? Number(text) : null;
}

const MAX_PICTURE = 20 * 1024 * 1024;
const MAX_PROOF = 50 * 1024 * 1024;
const MAX_PIXELS = 60_000_000;

/** Small pictures by where they came from; whoever gets one has been authorised for the campaign that named it. */
const small = singleton(
  'thumbnails',
  () =>
    new LRUCache<string, Asset>({
      maxSize: 64 * 1024 * 1024,
      sizeCalculation: ({ bytes }) => bytes.length + 1,
    }),
);

/**
 * @param side 0 is the front. Missing until the service has rendered it.
 * @param width one of thumbnailWidth's
 */
export function campaignThumbnail(id: number, side: number, width: number): Promise<Outcome<Asset>> {
  return campaignFile(
    id,
    (pictures) => pictures.thumbnails?.[side],
    async (address) => {
      const key = `${width} ${address}`;
      const kept = small.get(key);
      if (kept) return ok(kept);
      const file = await fetchFile(address, MAX_PICTURE);
      if (!file.ok) return file;
      const picture = await shrink(file.value, width);
      if (picture.ok) small.set(key, picture.value);
      return picture;
    },
  );
}

/** The print-true proof. Missing until the service has rendered it. */
export function campaignProof(id: number): Promise<Outcome<Asset>> {
  return campaignFile(
    id,
    ({ proof }) => proof,
    async (address) => {
      const file = await fetchFile(address, MAX_PROOF);
      if (!file.ok) return file;
      if (!file.value.subarray(0, 5).equals(Buffer.from('%PDF-'))) return fail({ kind: 'garbled' });
      return ok(asset(file.value, 'application/pdf'));
    },
  );
}

async function campaignFile(
  id: number,
  pick: (pictures: Pictures) => string | undefined,
  load: (address: string) => Promise<Outcome<Asset>>,
): Promise<Outcome<Asset>> {
  const allowed = await authorise('getCampaign');
  if (!allowed.ok) return allowed;
  const remembered = rememberedPictures(id);
  const known = remembered && pick(remembered);
  if (known !== undefined) {
    const file = await load(known);
    if (file.ok || file.failure.kind !== 'missing') return file;
  }
  // Nothing known, or the address has expired: ask for today's.
  const campaign = await getCampaign(id);
  if (!campaign.ok) return campaign;
  const address = pick(campaign.value);
  return address === undefined || address === known ? fail({ kind: 'missing' }) : load(address);
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
