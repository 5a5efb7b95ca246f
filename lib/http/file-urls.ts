/**
 * Builds the URLs of the console's own routes for files and designs. Browsers never load files or designs
 * directly from the mail service.
 */

/** The widths at which browsers can load a large image of a mailpiece, in pixels. */
const LARGE_WIDTHS = [640, 1200] as const;
type LargeWidth = (typeof LARGE_WIDTHS)[number];

/** The URLs of an image at several widths, as attributes for an `<img>` element. */
export interface ImageSources {
  readonly src: string;
  readonly srcSet: string;
}

function imageSources(hrefOf: (width: LargeWidth) => string): ImageSources {
  return { src: hrefOf(1200), srcSet: LARGE_WIDTHS.map((width) => `${hrefOf(width)} ${width}w`).join(', ') };
}

/** @param side 0 for the front or 1 for the back */
export function thumbnailHref(campaignId: number, side: number, width: 160 | LargeWidth): string {
  return `/files/campaigns/${campaignId}/thumbnail/${side}?w=${width}`;
}

/** @param side 0 for the front or 1 for the back */
export function largeThumbnail(campaignId: number, side: number): ImageSources {
  return imageSources((width) => thumbnailHref(campaignId, side, width));
}

export function proofHref(campaignId: number): string {
  return `/files/campaigns/${campaignId}/proof`;
}

/**
 * Returns the URL of a template's saved design, to show in a frame.
 * @param side 0 for the front or 1 for the back
 */
export function designHref(templateId: number, side: number): string {
  return `/files/templates/${templateId}/designs/${side}`;
}

/** Returns the URL to which the editor posts an unsaved design for its preview frame. */
export function draftHref(templateId: number | string): string {
  return `/files/templates/${templateId}/draft`;
}

export const guestReviewHref = (token: string): string => `/share/${token}`;

/**
 * @param fingerprint the current content's fingerprint. The URL includes part of the fingerprint, so the URL
 * changes when the content does.
 */
export function guestReviewFileHref(
  token: string,
  file: 'front' | 'back' | 'proof',
  fingerprint: string | null,
): string {
  return `${guestReviewHref(token)}/files/${file}${fingerprint === null ? '' : `?v=${fingerprint.slice(0, 12)}`}`;
}

/** @param fingerprint see guestReviewFileHref */
export function guestReviewImage(
  token: string,
  side: 'front' | 'back',
  fingerprint: string | null,
): ImageSources {
  const href = guestReviewFileHref(token, side, fingerprint);
  return imageSources((width) => `${href}${href.includes('?') ? '&' : '?'}w=${width}`);
}
