/** A share link's visible parts, state, and visits. */

/** The optional parts of a guest review page. The page always shows the proof. */
export interface VisibleParts {
  readonly price: boolean;
  readonly recipients: boolean;
  readonly metadata: boolean;
}

/** The default and maximum number of days for which a share link is valid. */
export const SHARE_LINK_DAYS = { default: 14, max: 90 } as const;

/**
 * The state of an email with a share link.
 * - waiting: the email server hasn't received the email yet.
 * - sending: a server is sending the email. If the server dies, the email may have been sent.
 * - sent: the email server accepted the email.
 * - failed: the email server didn't accept the email. The link was revoked.
 * - unknown: the email server may have accepted the email. The email is never sent again.
 */
export type ShareEmailState = 'waiting' | 'sending' | 'sent' | 'failed' | 'unknown';

/**
 * Hashes of the campaign's parts, taken when the link was created. The console uses the hashes to detect
 * changes. A hash is null if the part didn't exist yet.
 */
export interface ContentFingerprints {
  readonly proof: string | null;
  readonly designs: string | null;
  readonly recipients: string | null;
  readonly price: string | null;
}

/** A part of a campaign that the console checks for changes. */
export type ContentPart = keyof ContentFingerprints;

/**
 * The number of visits to a guest review page, and the number of networks from which the page was visited.
 */
export interface Visits {
  readonly times: number;
  readonly networks: number;
  /** Milliseconds since the epoch. */
  readonly lastAt: number;
}

/** A share link as shown to the team. */
export interface ShareLink {
  readonly id: string;
  readonly label: string;
  /** The email address of the member who created the link. */
  readonly by: string;
  /** The email address of the member who gets the link's notifications. Null if the member was deleted. */
  readonly notifies: string | null;
  /** The link's URL. Null if the link is expired or revoked, or if the console's secret has changed. */
  readonly url: string | null;
  readonly visibleParts: VisibleParts;
  readonly guestsDecide: boolean;
  readonly hasPassword: boolean;
  /** When the link was created. All times are in milliseconds since the epoch. */
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly revokedAt: number | null;
  readonly state: 'open' | 'expired' | 'revoked';
  /**
   * The parts that have changed since the link was created. Null if the console can't read the parts or the
   * link is no longer open.
   */
  readonly changed: readonly ContentPart[] | null;
  readonly visits: Visits | null;
}

/** The visits from one network within one hour. */
export interface VisitHour {
  /** The visitor's network. Never contains a full IP address. */
  readonly network: string;
  readonly times: number;
  /** Milliseconds since the epoch. */
  readonly lastAt: number;
}
