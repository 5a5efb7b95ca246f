/** Share links: what they show and how the team sees them. */

/** The optional parts of a shared page. The proof is always shown. */
export interface VisibleParts {
  readonly price: boolean;
  readonly recipients: boolean;
  readonly metadata: boolean;
}

/** How many days a link is valid. */
export const SHARE_LINK_DAYS = { default: 14, max: 90 } as const;

/**
 * Hashes of the campaign's parts as they were when the link was created, for detecting changes. A hash is
 * null if the service didn't have that part yet.
 */
export interface ContentFingerprints {
  readonly proof: string | null;
  readonly designs: string | null;
  readonly recipients: string | null;
  readonly price: string | null;
}

/** A part of a campaign whose changes are detected. */
export type ContentPart = keyof ContentFingerprints;

/** How often a shared page was visited, and from how many networks. */
export interface Visits {
  readonly times: number;
  readonly networks: number;
  /** Milliseconds since the epoch. */
  readonly lastAt: number;
}

/** A share link as the team sees it. */
export interface ShareLink {
  readonly id: string;
  readonly label: string;
  readonly by: string;
  /** Null if the URL can't be shown, because the link is closed or the console's secret has changed. */
  readonly url: string | null;
  readonly visibleParts: VisibleParts;
  readonly guestsDecide: boolean;
  readonly hasPassword: boolean;
  /** Milliseconds since the epoch, like the next two fields. */
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly revokedAt: number | null;
  readonly state: 'open' | 'expired' | 'revoked';
  /** The parts that changed since the link was created. Null if they can't be read or the link is no longer open. */
  readonly changed: readonly ContentPart[] | null;
  readonly visits: Visits | null;
}

/** Visits from one network in one hour. */
export interface VisitHour {
  /** A network, never a full IP address. */
  readonly network: string;
  readonly times: number;
  /** Milliseconds since the epoch. */
  readonly lastAt: number;
}
