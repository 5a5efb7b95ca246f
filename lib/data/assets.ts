/** A campaign's pictures and proof, as files of ours: nobody outside learns where the service keeps them. */
import 'server-only';
import { fail, type Outcome } from '#lib/domain/outcome.ts';
import { type Asset, loadPdf, loadThumbnail } from '#lib/files/assets.ts';
import { authorize } from './authorize.ts';
import { getCampaign } from './campaigns.ts';
import { type CampaignImageUrls, recallImageUrls } from './image-urls.ts';

const WIDTHS = ['160', '320', '640', '1200'];

/** A width that thumbnails come in, in pixels, from the `w` of a URL; null for any other. */
export function parseThumbnailWidth(text: string | null): number | null {
  return text !== null && WIDTHS.includes(text) ? Number(text) : null;
}

/**
 * @param side 0 is the front. Missing until the service has rendered it.
 * @param width one of thumbnailWidth's
 */
export function readCampaignThumbnail(id: number, side: number, width: number): Promise<Outcome<Asset>> {
  return campaignFile(
    id,
    (pictures) => pictures.thumbnails?.[side],
    (address) => loadThumbnail(address, width),
  );
}

/** The print-true proof. Missing until the service has rendered it. */
export function readCampaignProof(id: number): Promise<Outcome<Asset>> {
  return campaignFile(id, ({ proof }) => proof, loadPdf);
}

async function campaignFile(
  id: number,
  pick: (pictures: CampaignImageUrls) => string | undefined,
  load: (address: string) => Promise<Outcome<Asset>>,
): Promise<Outcome<Asset>> {
  const allowed = await authorize('getCampaign');
  if (!allowed.ok) return allowed;
  const remembered = recallImageUrls(id);
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
