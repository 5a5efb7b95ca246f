/** Addresses of the asset route: the only way a browser gets at a campaign's files. */

/** @param side counted from 0: the front, the back */
export function thumbnailHref(campaignId: number, side: number, width: 160 | 1200): string {
  return `/files/campaigns/${campaignId}/thumbnail/${side}?w=${width}`;
}

export function proofHref(campaignId: number): string {
  return `/files/campaigns/${campaignId}/proof`;
}
