/**
 * The session cookie, which contains next-auth's encrypted token. The token doesn't contain anything that can
 * become outdated, such as the member's role.
 */
import 'server-only';
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { decode, encode } from 'next-auth/jwt';
import { z } from 'zod';
import { env } from '#lib/env/env.ts';
import { singleton } from '#lib/runtime/singleton.ts';
import type { MemberRow } from '#lib/store/members.ts';

/**
 * The length of a session, roughly one working day. Activity doesn't extend a session. next-auth renews the
 * session's cookie, but `since` stays the same.
 */
export const SESSION_SECONDS = 12 * 60 * 60;

const claims = z.object({
  sub: z.uuid(),
  /** The sign-in time in milliseconds since the epoch. */
  since: z.number(),
  /**
   * The member's `sessionsFrom` value at sign-in. If the member's current value is different, the session is
   * no longer valid.
   */
  epoch: z.number(),
});
export type Claims = z.infer<typeof claims>;

export const secureCookies = (): boolean => env().origin.startsWith('https:');

export const sessionCookie = (): string =>
  secureCookies() ? '__Secure-next-auth.session-token' : 'next-auth.session-token';

export function claimsFor(member: Pick<MemberRow, 'id' | 'sessionsFrom'>): Claims {
  return { sub: member.id, since: Date.now(), epoch: member.sessionsFrom.getTime() };
}

/**
 * Returns a decoded token's claims. Returns null if the token has expired or wasn't issued by the console.
 */
export function readClaims(token: unknown): Claims | null {
  const parsed = claims.safeParse(token);
  return parsed.success && Date.now() < sessionExpiry(parsed.data) ? parsed.data : null;
}

export const sessionExpiry = ({ since }: Claims): number => since + SESSION_SECONDS * 1_000;

export function issueSessionToken(member: Pick<MemberRow, 'id' | 'sessionsFrom'>): Promise<string> {
  return encode({ token: claimsFor(member), secret: env().secret, maxAge: SESSION_SECONDS });
}

/**
 * A cache of the claims from decrypted session cookies, keyed by the cookie's hash. The claims are cached
 * because decrypting is the most expensive part of a request.
 */
const openedSessions = singleton('sessions', () => new LRUCache<string, Claims>({ max: 2_000 }));

/**
 * Returns a session cookie's claims. Returns null if the cookie has expired or wasn't issued by the console.
 */
export async function openSessionToken(cookie: string): Promise<Claims | null> {
  const key = createHash('sha256').update(cookie).digest('base64url');
  const cached = openedSessions.get(key);
  if (cached) return readClaims(cached);
  const token = await decode({ token: cookie, secret: env().secret }).catch(() => null);
  const claimsFound = readClaims(token);
  if (claimsFound) openedSessions.set(key, claimsFound, { ttl: sessionExpiry(claimsFound) - Date.now() });
  return claimsFound;
}
