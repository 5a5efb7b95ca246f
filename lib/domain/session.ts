/** A member's sessions, and why a session ends. */

/** Why a browser that has a session cookie is signed out. */
export const SESSION_ENDS = ['ended', 'idle', 'expired'] as const;
export type SessionEnd = (typeof SESSION_ENDS)[number];

export interface OwnSession {
  readonly id: string;
  /** The browser and the system, such as "Firefox on Windows". Null if unknown. */
  readonly device: string | null;
  /** The IP address of the latest recorded use. */
  readonly address: string | null;
  /** When the session was last used, in milliseconds since the epoch. Updated at most once a minute. */
  readonly lastUsedAt: number;
  /** Whether the current request belongs to this session. */
  readonly isCurrent: boolean;
}
