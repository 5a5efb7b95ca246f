/**
 * How often people can try a password or a second factor, try to accept an invitation, or make a decision as
 * a guest. lib/store/rate-limits.ts counts the attempts. docs/operating.md lists the limits, and
 * docs/decisions/041 explains them.
 */

/** The period to which the limits apply, in minutes. */
export const RATE_LIMIT_MINUTES = 15;

/**
 * The number of attempts that are allowed in the period. Correct passwords don't count. The limits per account
 * and per share link are high, because callers share them: with a low limit, one attacker could keep everyone
 * out.
 */
export const RATE_LIMITS = {
  /**
   * Wrong passwords for one account, counted across all browsers that haven't signed in to the account
   * before.
   */
  'sign-in': 300,
  /** Wrong passwords from one IP address, for all accounts. */
  'sign-in-from': 10,
  /**
   * Wrong passwords from one IPv6 /48 network, for all accounts. One subscriber can have an entire /48
   * network.
   */
  'sign-in-network': 30,
  /** Wrong passwords for one account from a browser that has signed in to the account before. */
  'sign-in-device': 10,
  /** Wrong current passwords of a signed-in member. */
  'password-confirmation': 10,
  /** Wrong passwords for one share link, counted across all browsers that haven't opened the link before. */
  'share-password': 100,
  /** Wrong passwords from one IP address, for all share links. */
  'share-password-from': 10,
  /** Wrong passwords from one IPv6 /48 network, for all share links. */
  'share-password-network': 30,
  /** Wrong passwords for one share link from a browser that has opened the link before. */
  'share-password-device': 10,
  /**
   * Wrong codes for one member's second factor, counted across all browsers in which the member hasn't signed
   * in before.
   */
  'second-factor': 10,
  /** Wrong codes for one member's second factor from a browser that has signed in before. */
  'second-factor-device': 10,
  /** Refused passkey answers from one IP address. */
  'passkey-from': 30,
  /** Uses of one passkey challenge. */
  'passkey-challenge': 1,
  /** The number of attempts to accept one invitation. */
  invitation: 10,
  /** Decisions through one share link. */
  'share-decision': 100,
  /** Decisions and codes from one IP address. */
  'share-decision-from': 30,
  /** Codes emailed to one guest's address. */
  'guest-code': 5,
  /** Codes entered through one share link. */
  'guest-code-entry': 100,
} as const;
export type RateLimit = keyof typeof RATE_LIMITS;

/** The minimum time between two emails to a member about a share link's decisions, in minutes. */
export const DIGEST_MINUTES = 15;

/** How long a browser keeps its own limit after a sign-in or after opening a share link with a password. */
export const DEVICE_COOKIE_DAYS = 180;
/**
 * The maximum number of accounts, and of share links, for which a browser keeps its own limit. Only the
 * latest ones are kept.
 */
export const MAX_DEVICE_ENTRIES = 5;
