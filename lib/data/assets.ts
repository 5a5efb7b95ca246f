/**
 * A campaign's images and proof. The console serves the files, so that browsers never receive the service's
 * URLs.
 */
import 'server-only';
import { fail, type Outcome } from '#lib/domain/outcome.ts';
import { type Asset, loadPdf, loadThumbnail } from '#lib/files/assets.ts';
import { authorize } from './authorize.ts';
import { getCampaign } from './campaigns.ts';
import { type CampaignImageUrls, recallImageUrls } from './image-urls.ts';

const WIDTHS = ['160', '320', '640', '1200'];

/**
 * Parses the URL's `w` parameter. Returns the width in pixels, or null if thumbnails of that width aren't
 * available.
 */
export function parseThumbnailWidth(text: string | null): number | null {
  return text !== null && WIDTHS.includes(text) ? Number(text) : null;
}

/**
 * Reads a thumbnail. Fails with `missing` until the service has rendered the thumbnail.
 * @param side 0 for the front, 1 for the back
 * @param width the width from parseThumbnailWidth
 */
export function readCampaignThumbnail(id: number, side: number, width: number): Promise<Outcome<Asset>> {
  return readCampaignFile(
    id,
    (urls) => urls.thumbnails?.[side],
    (url) => loadThumbnail(url, width),
  );
}

/** Reads the print-ready PDF. Fails with `missing` until the service has rendered the PDF. */
export function readCampaignProof(id: number): Promise<Outcome<Asset>> {
  return readCampaignFile(id, ({ proof }) => proof, loadPdf);
}

async function readCampaignFile(
  id: number,
  pickUrl: (urls: CampaignImageUrls) => string | undefined,
  load: (url: string) => Promise<Outcome<Asset>>,
): Promise<Outcome<Asset>> {
  const allowed = await authorize('getCampaign');
  if (!allowed.ok) return allowed;
  const remembered = recallImageUrls(id);
  const known = remembered && pickUrl(remembered);
  if (known !== undefined) {
    const file = await load(known);
    if (file.ok || file.failure.kind !== 'missing') return file;
  }
  // No URL is known, or the known URL has expired, so read the campaign.
  const campaign = await getCampaign(id);
  if (!campaign.ok) return campaign;
  const url = pickUrl(campaign.value);
  return url === undefined || url === known ? fail({ kind: 'missing' }) : load(url);
}
