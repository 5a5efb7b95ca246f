/**
 * Whom a share link lets in. Guests have no account: the token is their permission, for as long as the link's row says
 * so, and where the link has a password, a seal in a cookie besides.
 */
import 'server-only';
import { createHash } from 'node:crypto';
import { BulkheadRejectedError, bulkhead } from 'cockatiel';
import { LRUCache } from 'lru-cache';
import { cookies } from 'next/headers';
import { addressOf, countedAs } from '#lib/auth/caller-address.ts';
import { seal, unseal } from '#lib/auth/seals.ts';
import { secureCookies } from '#lib/auth/session-token.ts';
import type { ShareUrl } from '#lib/http/private-links.ts';
import { singleton } from '#lib/runtime/singleton.ts';
import { hashShareToken } from '#lib/share-links/token.ts';
import { store } from '#lib/store/open.ts';
import { liveShare, type ShareRow } from '#lib/store/share-links.ts';

const UNLOCKED_SECONDS = 12 * 60 * 60;
const COOKIE = 'mailroom-share';

export type GuestAccess =
  /** Expired, revoked, unknown, altered, no token at all: nobody is told which. */
  { readonly state: 'closed' } | { readonly state: 'locked' | 'open'; readonly share: ShareRow };

/** Asked anew at each request, and again when the work for it is done. */
export async function checkGuestAccess(token: string): Promise<GuestAccess> {
  const share = await shareOf(token);
  if (!share) return { state: 'closed' };
  return { state: (await isUnlocked(share)) ? 'open' : 'locked', share };
}

/** The one look-up for whatever is given as a token: of each text there is a hash, and each is looked for alike. */
export const shareOf = async (token: string): Promise<ShareRow | undefined> =>
  liveShare(await store(), hashShareToken(token));

/**
 * Whether a shared page's address leads anywhere, for answering dead ones before a page is rendered. It lets nobody in:
 * pages and files ask for themselves. Whoever has missed with many tokens waits in line, one look-up at a time: that
 * spares the database those who try, and shuts nobody out who has a link and shares their address.
 */
export async function isValidShareUrl(link: ShareUrl, headers: Pick<Headers, 'get'>): Promise<boolean> {
  const from = missesFrom(countedAs(addressOf(headers)));
  const look = () => shareOf(link.token);
  const share = await (from.tokens.size < MOST_MISSES ? look() : inLine(from, look));
  if (!share && from.tokens.size < MOST_MISSES) from.tokens.add(hashShareToken(link.token));
  return share !== undefined && link.isKnownPath;
}

interface Misses {
  /** Hashes: a tab that asks for a dead link again and again has missed once. */
  readonly tokens: Set<string>;
  readonly line: ReturnType<typeof bulkhead>;
}

const MOST_MISSES = 100;
const MOST_WAITING = 100;
const misses = singleton(
  'shareMisses',
  () => new LRUCache<string, Misses>({ max: 10_000, ttl: 15 * 60_000 }),
);

function missesFrom(address: string): Misses {
  const known = misses.get(address) ?? { tokens: new Set(), line: bulkhead(1, MOST_WAITING) };
  if (!misses.has(address)) misses.set(address, known);
  return known;
}

/** Undefined where the line is too long: somebody is flooding from there at this very moment. */
async function inLine<T>({ line }: Misses, look: () => Promise<T>): Promise<T | undefined> {
  try {
    return await line.execute(look);
  } catch (error) {
    if (error instanceof BulkheadRejectedError) return undefined;
    throw error;
  }
}

async function isUnlocked({ id, passwordHash }: ShareRow): Promise<boolean> {
  if (passwordHash === null) return true;
  const cookie = (await cookies()).get(COOKIE)?.value;
  const unlocked = cookie === undefined ? null : await unseal('unlocked-share', cookie);
  return unlocked?.share === id && unlocked.epoch === epochOf(passwordHash);
}

/** Lets this browser in from now on. Whoever asks has checked the password. */
export async function setUnlockedCookie(token: string, { id, passwordHash }: ShareRow): Promise<void> {
  if (passwordHash === null) return;
  const unlocked = { share: id, epoch: epochOf(passwordHash) };
  (await cookies()).set(COOKIE, await seal('unlocked-share', unlocked, UNLOCKED_SECONDS * 1_000), {
    httpOnly: true,
    sameSite: 'lax',
    secure: secureCookies(),
    path: `/share/${token}`,
    maxAge: UNLOCKED_SECONDS,
  });
}

/** Another password, or the same one set anew, has another. */
const epochOf = (passwordHash: string): string =>
  createHash('sha256').update(passwordHash).digest('base64url').slice(0, 22);
