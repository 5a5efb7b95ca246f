/**
 * How often people can try a password or a second factor, try to accept an invitation, or make a decision as
 * a guest, and how often programs can call the API. lib/store/rate-limits.ts counts the attempts and requests.
 * docs/operations.md lists the limits, and docs/decisions/041 and 042 explain them.
 */

interface Allowance {
  /** The number of attempts or requests that are allowed within `minutes`. */
  readonly points: number;
  readonly minutes: number;
}

/** The period for limits on attempts, in minutes. */
export const RATE_LIMIT_MINUTES = 15;

const attempts = (points: number): Allowance => ({ points, minutes: RATE_LIMIT_MINUTES });
const perDay = (points: number): Allowance => ({ points, minutes: 24 * 60 });

/**
 * How many attempts or requests each limit allows, and in which period. Correct passwords aren't counted. The
 * limits per account and per share link are high, because callers share them: with a low limit, one attacker
 * could keep everyone out.
 */
export const RATE_LIMITS = {
  /**
   * Wrong passwords for one account, counted across all browsers in which no one has signed in to the account
   * before.
   */
  'sign-in': attempts(300),
  /** Wrong passwords from one IP address, counted across all accounts. */
  'sign-in-from': attempts(10),
  /**
   * Wrong passwords from one IPv6 /48 network, counted across all accounts. One subscriber can have an entire
   * /48 network.
   */
  'sign-in-network': attempts(30),
  /** Wrong passwords for one account from a browser in which someone has signed in to the account before. */
  'sign-in-device': attempts(10),
  /** Wrong current passwords entered by a signed-in member. */
  'password-confirmation': attempts(10),
  /**
   * Wrong passwords for one share link, counted across all browsers where no one has opened the link before.
   */
  'share-password': attempts(100),
  /** Wrong passwords from one IP address, counted across all share links. */
  'share-password-from': attempts(10),
  /** Wrong passwords from one IPv6 /48 network, counted across all share links. */
  'share-password-network': attempts(30),
  /** Wrong passwords for one share link from a browser in which someone has opened the link before. */
  'share-password-device': attempts(10),
  /**
   * Wrong codes for one member's second factor, counted across all browsers in which the member hasn't signed
   * in before.
   */
  'second-factor': attempts(10),
  /** Wrong codes for one member's second factor from a browser in which the member has signed in before. */
  'second-factor-device': attempts(10),
  /** Rejected passkey responses from one IP address. */
  'passkey-from': attempts(30),
  /** Uses of one passkey challenge. */
  'passkey-challenge': attempts(1),
  /** The number of attempts to accept one invitation. */
  invitation: attempts(10),
  /** Decisions through one share link. */
  'share-decision': attempts(100),
  /** Guests' decisions and emailed codes from one IP address. */
  'share-decision-from': attempts(30),
  /**
   * Codes requested from one IP address and emailed to one guest's address, counted across all unknown
   * browsers.
   */
  'guest-code-from': attempts(3),
  'guest-code-from-day': perDay(10),
  /**
   * Codes emailed to one guest's address, counted across all unknown browsers. A single caller's limits are
   * much lower, so one caller can't use up these limits.
   */
  'guest-code': attempts(15),
  'guest-code-day': perDay(50),
  /**
   * Codes emailed to one guest's address and requested from a browser in which the guest has verified the
   * address before.
   */
  'guest-code-browser': attempts(5),
  'guest-code-browser-day': perDay(20),
  /**
   * Codes entered through one share link in browsers where a guest has made a decision that a code can still
   * verify.
   */
  'guest-code-entry': attempts(100),
  /** Requests with one API token. The API_REQUESTS_PER_MINUTE setting overrides this number. */
  'api-token': { points: 120, minutes: 1 },
  /** Requests with an invalid API token from one IP address. Valid tokens keep working from that address. */
  'api-token-invalid': attempts(30),
  /** Requests for one calendar feed. Calendar programs read a feed every few minutes at most. */
  'calendar-feed': attempts(60),
  /** Requests for invalid calendar feeds from one IP address. Valid feeds keep working from that address. */
  'calendar-feed-invalid': attempts(30),
  /**
   * Emails about events to one member. Further emails are combined into digests. Emails about access to the
   * member's account aren't counted.
   */
  'notification-email': { points: 20, minutes: 60 },
} as const satisfies Record<string, Allowance>;
export type RateLimit = keyof typeof RATE_LIMITS;

/** How long a browser keeps its own limit after someone signs in or opens a share link with a password. */
export const DEVICE_COOKIE_DAYS = 180;
/**
 * A browser can have its own limit for at most this many accounts, and for at most this many share links.
 * Only the most recent accounts and share links are kept.
 */
export const MAX_DEVICE_ENTRIES = 5;
