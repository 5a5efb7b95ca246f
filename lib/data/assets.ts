/**
 * A campaign's images and proof. The console serves the files, so that browsers never receive the service's
 * URLs.
 */
import 'server-only';
import { fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import { type Asset, loadListedThumbnail, loadPdf } from '#lib/files/assets.ts';
import { campaignFile } from '#lib/files/file-store.ts';
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
    (url) => loadListedThumbnail(campaignFile(id, 'thumbnail', side, url), width),
  );
}

/** Reads the print-ready PDF. Fails with `missing` until the service has rendered the PDF. */
export function readCampaignProof(id: number): Promise<Outcome<Asset>> {
  return readCampaignFile(
    id,
    ({ proof }) => proof,
    (url) => loadPdf(campaignFile(id, 'proof', 0, url)),
  );
}

/**
 * Checks whether a file exists, without downloading it. Fails with `missing` until the service has rendered
 * the file.
 * @param file 0 for the front's thumbnail, 1 for the back's thumbnail, or `proof`
 */
export async function checkCampaignFile(id: number, file: number | 'proof'): Promise<Outcome<Asset['type']>> {
  const allowed = await authorize('getCampaign');
  if (!allowed.ok) return allowed;
  const campaign = await getCampaign(id);
  if (!campaign.ok) return campaign;
  const { proof, thumbnails } = campaign.value;
  const url = file === 'proof' ? proof : thumbnails?.[file];
  if (url === undefined) return fail({ kind: 'missing' });
  return ok(file === 'proof' ? 'application/pdf' : 'image/webp');
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
