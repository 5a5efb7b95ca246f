/**
 * The session cookie, which contains next-auth's encrypted token. The token contains only the secret of the
 * session's row, so nothing in the token can become outdated.
 */
import 'server-only';
import { createHash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { decode, encode, type JWT, type JWTDecodeParams } from 'next-auth/jwt';
import { z } from 'zod';
import type { Database } from '#lib/database/open.ts';
import { acceptedSecrets } from '#lib/env/derived-keys.ts';
import { env } from '#lib/env/env.ts';
import { singleton } from '#lib/runtime/singleton.ts';
import type { MemberRow } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { deleteSession, insertSession } from '#lib/store/sessions.ts';
import { MINUTE_MS } from '#lib/time-units.ts';
import { cookieName } from './cookie-attributes.ts';
import { describeDevice } from './device.ts';
import { hasOwnAlgorithms } from './token-encryption.ts';

const SECRET_BYTES = 32;
const SECRET_LENGTH = 43;

const claims = z.object({
  /** The session's row contains the secret's hash. */
  secret: z.string().length(SECRET_LENGTH),
  /** When the session expires, in milliseconds since the epoch. */
  until: z.number(),
});
export type Claims = z.infer<typeof claims>;

export const sessionCookie = (): string => cookieName('next-auth.session-token');

/**
 * How long browsers keep the session cookie. The cookie outlives the session, so that the sign-in page can
 * say why the member is signed out.
 */
export function cookieSeconds(): number {
  const { sessionHours, retention } = env();
  return (sessionHours + retention.sessions * 24) * 60 * 60;
}

export const hashSecret = ({ secret }: Claims): string =>
  createHash('sha256').update(secret).digest('base64url');

/** The data that the console records about the browser in which a member signs in. */
export interface SessionClient {
  readonly address: string | null;
  readonly userAgent: string | null;
  /** The browser's earlier session cookie. The new session replaces the earlier session. */
  readonly earlierCookie: string | undefined;
}

const UNKNOWN_CLIENT: SessionClient = { address: null, userAgent: null, earlierCookie: undefined };

export interface SignInContext {
  /** Whether the member signed in with a second factor. */
  readonly isTwoFactor?: boolean;
  /**
   * When the member signed in at the identity provider, in seconds since the epoch, if the provider reports
   * the time.
   */
  readonly signedInAt?: number | null;
}

/**
 * Starts a session.
 * @param member the member's row. If the member was disabled or the password was changed after the row was read, the
 * session isn't valid.
 */
export async function createSession(
  db: Database,
  member: Pick<MemberRow, 'id' | 'passwordHash'>,
  { address, userAgent, earlierCookie }: SessionClient,
  { isTwoFactor = false, signedInAt = null }: SignInContext = {},
): Promise<Claims> {
  const { sessionHours: maxHours } = env();
  const created = {
    secret: randomBytes(SECRET_BYTES).toString('base64url'),
    until: Date.now() + maxHours * 60 * MINUTE_MS,
  };
  const device = describeDevice(userAgent);
  if (earlierCookie !== undefined) await endSessionOf(db, earlierCookie);
  const row = { secretHash: hashSecret(created), address, device, maxHours, isTwoFactor, signedInAt };
  await insertSession(db, member, row);
  return created;
}

/** Ends the session that a cookie belongs to. Does nothing if the cookie is invalid. */
export async function endSessionOf(db: Database, cookie: string): Promise<void> {
  const opened = await openSessionToken(cookie);
  if (opened) await deleteSession(db, hashSecret(opened));
}

/** Starts a session and returns the value of its cookie. */
export async function issueSessionToken(
  member: Pick<MemberRow, 'id' | 'passwordHash'>,
  client: SessionClient = UNKNOWN_CLIENT,
  context: SignInContext = {},
  tx?: Database,
): Promise<string> {
  const token = await createSession(tx ?? (await store()), member, client, context);
  return encode({ token, secret: env().secret, maxAge: cookieSeconds() });
}

/**
 * Decodes one of next-auth's encrypted tokens, which may have been made with the previous secret.
 * @throws if the token wasn't made by the console
 */
export async function decodeToken(params: JWTDecodeParams): Promise<JWT | null> {
  const [, ...previous] = acceptedSecrets();
  try {
    return await decode(params);
  } catch (error) {
    for (const secret of previous) {
      const token = await decode({ ...params, secret }).catch(() => null);
      if (token) return token;
    }
    throw error;
  }
}

/** Returns a decoded token's claims. Returns null if the token isn't a session token from the console. */
export function readClaims(token: unknown): Claims | null {
  return claims.safeParse(token).data ?? null;
}

/**
 * A cache of the claims from decrypted session cookies, keyed by the cookie's hash. The claims are cached
 * because decrypting a cookie is the most expensive part of handling a request.
 */
const openedSessions = () => singleton('sessions', () => new LRUCache<string, Claims>({ max: 2_000 }));

/**
 * Returns a session cookie's claims. Returns null if the cookie wasn't issued by the console. Doesn't check whether the
 * session is still valid.
 */
export async function openSessionToken(cookie: string): Promise<Claims | null> {
  if (!hasOwnAlgorithms(cookie)) return null;
  const key = createHash('sha256').update(cookie).digest('base64url');
  const cached = openedSessions().get(key);
  if (cached) return cached;
  const token = await decodeToken({ token: cookie, secret: env().secret }).catch(() => null);
  const claimsFound = readClaims(token);
  if (claimsFound) openedSessions().set(key, claimsFound);
  return claimsFound;
}
