import 'server-only';
import { cookies, headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import type { Role } from '#lib/domain/permissions.ts';
import { isFactorRequired } from '#lib/domain/second-factor.ts';
import type { SessionEnd } from '#lib/domain/session.ts';
import { env } from '#lib/env/env.ts';
import { loginPath, PATH_HEADER, safeCallbackPath, secondFactorPath } from '#lib/http/callback-url.ts';
import { recordRequestMember } from '#lib/runtime/request-context.ts';
import { singleton } from '#lib/runtime/singleton.ts';
import { store } from '#lib/store/open.ts';
import { type FoundSession, findSession, recordSessionUse } from '#lib/store/sessions.ts';
import { hasApiToken } from './api-token.ts';
import { callerAddress } from './caller-address.ts';
import { currentDirectRequest, type DirectRequest } from './direct-request.ts';
import { readCookie } from './origin.ts';
import { type Claims, hashSecret, openSessionToken, sessionCookie } from './session-token.ts';

export interface Member {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: Role;
  /** An IANA time zone name. Null means the browser's time zone. */
  readonly timeZone: string | null;
  /** The locale for formatting dates, such as "en-GB". Null means the browser's language. */
  readonly dateLocale: string | null;
}

/** A member's session, even if the member must add a second factor before doing anything else. */
export interface Account {
  readonly member: Member;
  readonly sessionId: string;
  /** Whether the member signed in with a second factor, or has added one in this session. */
  readonly isTwoFactor: boolean;
  /** Whether the member signed in or confirmed their identity in the last ten minutes. */
  readonly isRecentlyAuthenticated: boolean;
  /** Whether the member must add a second factor before doing anything else. */
  readonly needsFactor: boolean;
}

type SessionState =
  | { readonly isLive: true; readonly account: Account; readonly isUseDue: boolean }
  /** `end` is the reason why the session is no longer valid, or null if the browser has no session cookie. */
  | { readonly isLive: false; readonly end: SessionEnd | null };

/** Reads the session that a cookie's claims identify, and its member, in one SQL statement. */
async function readClaimedSession(claims: Claims): Promise<SessionState> {
  const found = await findSession(await store(), hashSecret(claims), env().sessionIdleHours);
  const end = whySessionEnded(claims, found);
  if (!found || end) return { isLive: false, end };
  const { id, email, name, role, timeZone, dateLocale, hasShortPassword } = found.member;
  recordRequestMember(id);
  const { sessionId, isUseDue, isTwoFactor, isRecentlyAuthenticated, secondFactorRule } = found;
  const mustHaveFactor = hasShortPassword || isFactorRequired(secondFactorRule, role);
  const account = {
    member: { id, email, name, role, timeZone, dateLocale },
    sessionId,
    isTwoFactor,
    isRecentlyAuthenticated,
    needsFactor: mustHaveFactor && !isTwoFactor,
  };
  return { isLive: true, account, isUseDue };
}

/** Returns why a session is no longer valid, or null if it's still valid. */
function whySessionEnded({ until }: Claims, found: FoundSession | undefined): SessionEnd | null {
  // The row is deleted when someone ends the session, or some time after the session expires.
  if (!found) return Date.now() < until ? 'ended' : 'expired';
  if (found.isExpired) return 'expired';
  if (found.isIdle) return 'idle';
  // If the member has a second factor, a session without that factor isn't valid.
  const lacksFactor = found.hasFactor && !found.isTwoFactor;
  return found.member.disabledAt || lacksFactor ? 'ended' : null;
}

/** Returns the member who is signed in with a session. Returns null if the session is no longer valid. */
export async function findSessionMember(claims: Claims): Promise<Member | null> {
  return memberOf(await readClaimedSession(claims));
}

/** Returns the session's member. Returns null if the member must add a second factor first. */
const memberOf = (state: SessionState): Member | null =>
  state.isLive && !state.account.needsFactor ? state.account.member : null;

async function readSession(): Promise<SessionState> {
  const direct = currentDirectRequest();
  const cookie = direct
    ? readCookie(direct.headers, sessionCookie())
    : (await cookies()).get(sessionCookie())?.value;
  if (!cookie || hasApiToken(direct?.headers ?? (await headers()))) return { isLive: false, end: null };
  const claims = await openSessionToken(cookie);
  return claims ? readClaimedSession(claims) : { isLive: false, end: 'ended' };
}

/** Reads this request's session, and records, at most once a minute, that the session is in use. */
async function readUsedSession(): Promise<SessionState> {
  const state = await readSession();
  if (state.isLive && state.isUseDue)
    await recordSessionUse(await store(), state.account.sessionId, await callerAddress());
  return state;
}

const readPageSession = cache(readUsedSession);
const directSessions = singleton('directSessions', () => new WeakMap<DirectRequest, Promise<SessionState>>());

/**
 * Reads this request's session. Checks the session and member rows again for every request, so changes take
 * effect immediately. For a proxy request that changes something, checks the rows again each time, because
 * the request may have waited for another request.
 */
function loadSession(): Promise<SessionState> {
  const direct = currentDirectRequest();
  if (!direct) return readPageSession();
  if (direct.method !== 'GET') return readUsedSession();
  const session = directSessions.get(direct) ?? readUsedSession();
  directSessions.set(direct, session);
  return session;
}

/**
 * Returns the signed-in member. Returns null if no member is signed in, or if the member must add a second
 * factor before doing anything else.
 */
export const getMember = async (): Promise<Member | null> => memberOf(await loadSession());

/**
 * Returns the signed-in member's session, even if the member must add a second factor before doing anything
 * else. Use this function only on pages and in actions where members confirm their identity or add a factor.
 */
export async function getAccount(): Promise<Account | null> {
  const state = await loadSession();
  return state.isLive ? state.account : null;
}

/**
 * Returns the signed-in member without recording that the session is in use. Called for polls, because an
 * open page keeps polling even while the member is away.
 */
export const getPollingMember = async (): Promise<Member | null> => memberOf(await readSession());

/** Returns the id of this request's session. Returns null if no member is signed in. */
export async function getSessionId(): Promise<string | null> {
  return (await getAccount())?.sessionId ?? null;
}

/**
 * Returns why this browser is signed out. Returns null if a member is signed in, or if the browser has no
 * session cookie.
 */
export async function getSessionEnd(): Promise<SessionEnd | null> {
  const state = await loadSession();
  return state.isLive ? null : state.end;
}

/**
 * Returns the signed-in member. If no member is signed in, redirects to /login, which shows the reason. After
 * sign-in, /login redirects back to the requested path. If the member must add a second factor, redirects to
 * the page for adding one.
 */
export async function requireMember(): Promise<Member> {
  const { member, needsFactor } = await requireAccount();
  if (needsFactor) redirect(secondFactorPath(await requestedPath()));
  return member;
}

/** Like `requireMember`, but also returns the session of a member who must add a second factor. */
export async function requireAccount(): Promise<Account> {
  const state = await loadSession();
  if (state.isLive) return state.account;
  redirect(loginPath(await requestedPath(), state.end ? { ended: state.end } : {}));
}

const requestedPath = async (): Promise<string> =>
  safeCallbackPath((await headers()).get(PATH_HEADER), env().origin);
