/**
 * Builds the URLs of the console's own routes for files and designs. Browsers never load files or designs
 * directly from the mail service.
 */

/** @param side 0 for the front or 1 for the back */
export function thumbnailHref(campaignId: number, side: number, width: 160 | 1200): string {
  return `/files/campaigns/${campaignId}/thumbnail/${side}?w=${width}`;
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

/** Returns the URL of a share link's guest page. */
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
