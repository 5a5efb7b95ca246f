/** URLs of the console's own routes for files and designs. Browsers never load them from the mail service. */

/** @param side 0 for the front, 1 for the back */
export function thumbnailHref(campaignId: number, side: number, width: 160 | 1200): string {
  return `/files/campaigns/${campaignId}/thumbnail/${side}?w=${width}`;
}

export function proofHref(campaignId: number): string {
  return `/files/campaigns/${campaignId}/proof`;
}

/**
 * A template's saved design, for a frame.
 * @param side 0 for the front, 1 for the back
 */
export function designHref(templateId: number, side: number): string {
  return `/files/templates/${templateId}/designs/${side}`;
}

/** Where the editor posts an unsaved design to show it in a frame. */
export function draftHref(templateId: number | string): string {
  return `/files/templates/${templateId}/draft`;
}

/** The guest's page of a share link. */
export const guestReviewHref = (token: string): string => `/share/${token}`;

/** @param fingerprint of the current content. Part of it is in the URL, so that changed files get new URLs. */
export function guestReviewFileHref(
  token: string,
  file: 'front' | 'back' | 'proof',
  fingerprint: string | null,
): string {
  return `${guestReviewHref(token)}/files/${file}${fingerprint === null ? '' : `?v=${fingerprint.slice(0, 12)}`}`;
}
