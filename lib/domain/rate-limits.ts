/**
 * How often people can try a password, try to accept an invitation, or make a decision as a guest.
 * lib/store/rate-limits.ts counts the attempts.
 */

/** The period to which the limits apply, in minutes. */
export const RATE_LIMIT_MINUTES = 15;

/** The number of attempts that are allowed in the period. */
export const RATE_LIMITS = {
  /** Password attempts for one account. */
  'sign-in': 10,
  /** Password attempts from one IP address. */
  'sign-in-from': 10,
  /** Password attempts for one share link. */
  'share-password': 10,
  /** Share link password attempts from one IP address. */
  'share-address': 10,
  /** The number of attempts to accept one invitation. */
  invitation: 10,
  /** Decisions through one share link. */
  'share-decision': 30,
  /** Decisions from one IP address. */
  'share-decision-from': 30,
  /** Codes emailed to one guest's address. */
  'guest-code': 5,
  /** Codes entered through one share link. */
  'guest-code-entry': 30,
} as const;
export type RateLimit = keyof typeof RATE_LIMITS;
