/** The session cookie: next-auth's encrypted token, saying who signed in and when, and nothing that could go stale. */
import 'server-only';
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { decode, encode } from 'next-auth/jwt';
import { z } from 'zod';
import { env } from '#lib/env/env.ts';
import { singleton } from '#lib/runtime/singleton.ts';
import type { MemberRow } from '#lib/store/members.ts';

/** A working day. It is not prolonged: next-auth renews its cookie, but `since` stays. */
export const SESSION_SECONDS = 12 * 60 * 60;

const claims = z.object({
  sub: z.uuid(),
  /** When the member signed in. Milliseconds. */
  since: z.number(),
  /** The member's `sessionsFrom` at that time: another one means that earlier sessions were made void. */
  epoch: z.number(),
});
export type Claims = z.infer<typeof claims>;

export const secureCookies = (): boolean => env().origin.startsWith('https:');

export const sessionCookie = (): string =>
  secureCookies() ? '__Secure-next-auth.session-token' : 'next-auth.session-token';

export function claimsFor(member: Pick<MemberRow, 'id' | 'sessionsFrom'>): Claims {
  return { sub: member.id, since: Date.now(), epoch: member.sessionsFrom.getTime() };
}

/** Claims of a decoded token that is one of ours and not too old; else null. */
export function readClaims(token: unknown): Claims | null {
  const parsed = claims.safeParse(token);
  return parsed.success && Date.now() < expiryOf(parsed.data) ? parsed.data : null;
}

export const expiryOf = ({ since }: Claims): number => since + SESSION_SECONDS * 1_000;

export function issueToken(member: Pick<MemberRow, 'id' | 'sessionsFrom'>): Promise<string> {
  return encode({ token: claimsFor(member), secret: env().secret, maxAge: SESSION_SECONDS });
}

/** Decrypting costs more than all else that a request needs, so opened cookies are kept by their hash. */
const opened = singleton('sessions', () => new LRUCache<string, Claims>({ max: 2_000 }));

/** Who signed in with this cookie; null for anything that is not a cookie of ours, in time. */
export async function openToken(cookie: string): Promise<Claims | null> {
  const key = createHash('sha256').update(cookie).digest('base64url');
  const known = opened.get(key);
  if (known) return readClaims(known);
  const token = await decode({ token: cookie, secret: env().secret }).catch(() => null);
  const found = readClaims(token);
  if (found) opened.set(key, found, { ttl: expiryOf(found) - Date.now() });
  return found;
}
