/**
 * Addresses of what the console fetches for a browser: the only way it gets at the files and designs of campaigns and
 * templates.
 */

/** @param side counted from 0: the front, the back */
export function thumbnailHref(campaignId: number, side: number, width: 160 | 1200): string {
  return `/files/campaigns/${campaignId}/thumbnail/${side}?w=${width}`;
}

export function proofHref(campaignId: number): string {
  return `/files/campaigns/${campaignId}/proof`;
}

/** A template's saved design, for a frame. @param side counted from 0: the front, the back */
export function designHref(templateId: number, side: number): string {
  return `/files/templates/${templateId}/designs/${side}`;
}

/** Where a design that isn't saved is posted to, for a frame. */
export function draftHref(templateId: number | string): string {
  return `/files/templates/${templateId}/draft`;
}

/** The page of a share link. */
export const guestReviewHref = (token: string): string => `/share/${token}`;

/** @param print of what there is to see now: an address of its own for each, so that no old picture is shown again */
export function guestReviewFileHref(
  token: string,
  file: 'front' | 'back' | 'proof',
  print: string | null,
): string {
  return `${guestReviewHref(token)}/files/${file}${print === null ? '' : `?v=${print.slice(0, 12)}`}`;
}
