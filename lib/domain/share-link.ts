/** Share links: what they show and how the team sees them. */

/** What a shared page shows besides the proof. */
export interface VisibleParts {
  readonly price: boolean;
  readonly recipients: boolean;
  readonly metadata: boolean;
}

/** How long a link opens. */
export const SHARE_LINK_DAYS = { default: 14, max: 90 } as const;

/** The parts of a campaign that a link is pinned to, each as a hash. Null: the service had none yet. */
export interface ContentFingerprints {
  readonly proof: string | null;
  readonly designs: string | null;
  readonly recipients: string | null;
  readonly price: string | null;
}

/** A part of a campaign that may have changed since it was shared. */
export type ContentPart = keyof ContentFingerprints;

/** How often a shared page was looked at, and from how many networks. */
export interface Visits {
  readonly times: number;
  readonly networks: number;
  /** Milliseconds. */
  readonly lastAt: number;
}

/** A share link as the team sees it. */
export interface ShareLink {
  readonly id: string;
  readonly label: string;
  readonly by: string;
  /** Null where it can't be shown again, because the console's secret is another one now. */
  readonly url: string | null;
  readonly shows: VisibleParts;
  readonly guestsDecide: boolean;
  readonly hasPassword: boolean;
  /** Milliseconds, these three. */
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly revokedAt: number | null;
  readonly state: 'open' | 'expired' | 'revoked';
  /** What is no longer as it was shared. Null when that can't be told just now, or doesn't matter any more. */
  readonly changed: readonly ContentPart[] | null;
  readonly visits: Visits | null;
}

/** A network's visits in one hour. */
export interface VisitHour {
  /** Never a whole address. */
  readonly network: string;
  readonly times: number;
  /** Milliseconds. */
  readonly lastAt: number;
}
