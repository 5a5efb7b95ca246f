/** Authenticates requests that have an API token. */
import 'server-only';
import { RATE_LIMITS } from '#lib/domain/rate-limits.ts';
import { env } from '#lib/env/env.ts';
import { isInRanges, parseAddress, parseAddressRange } from '#lib/runtime/address-ranges.ts';
import { recordRequestMember } from '#lib/runtime/request-context.ts';
import { type ApiTokenRow, type FoundApiToken, findApiToken, recordTokenUse } from '#lib/store/api-tokens.ts';
import { store } from '#lib/store/open.ts';
import { consumeRateLimit, type RateLimitState } from '#lib/store/rate-limits.ts';
import { hashApiToken, isApiToken } from './api-token.ts';
import { rateLimitKey } from './rate-limit-key.ts';
import { addressFromHeaders } from './request-address.ts';
import { recordSecurityEvent } from './security-events.ts';
import type { TokenCaller } from './token-caller.ts';

/** The token's rate limit, and how many more requests it allows. */
export interface TokenRateLimit extends RateLimitState {
  readonly limit: number;
  /** The length of the rate limit's period. */
  readonly seconds: number;
}

export type TokenCheck =
  | { readonly ok: true; readonly caller: TokenCaller; readonly rateLimit: TokenRateLimit }
  /** The token is unknown, expired, or revoked, or its member is disabled. */
  | { readonly ok: false; readonly why: 'invalid' }
  /** Too many requests with an invalid token came from this address. */
  | { readonly ok: false; readonly why: 'too_many_invalid'; readonly secondsLeft: number }
  /** The token is valid, but doesn't work from this address. */
  | { readonly ok: false; readonly why: 'address'; readonly address: string | null }
  | { readonly ok: false; readonly why: 'too_many'; readonly rateLimit: TokenRateLimit };

/**
 * Checks a token and counts the request. Reads the token and its member again for every request, so that
 * revoking the token or changing the member takes effect immediately.
 */
export async function authenticateToken(token: string, headers: Pick<Headers, 'get'>): Promise<TokenCheck> {
  const address = addressFromHeaders(headers);
  const db = await store();
  const found = isApiToken(token) ? await findApiToken(db, hashApiToken(token), address) : undefined;
  if (!found || !isLive(found)) return refuseInvalid(address, found);
  if (!isAllowedFrom(found.token, address)) {
    await recordRefusal(found, 'address_not_allowed', address);
    return { ok: false, why: 'address', address };
  }
  recordRequestMember(found.member.id);
  const limit = env().apiRequestsPerMinute;
  const state = await consumeRateLimit(db, 'api-token', found.token.id, limit);
  const rateLimit = { ...state, limit, seconds: RATE_LIMITS['api-token'].minutes * 60 };
  if (!rateLimit.isAllowed) return { ok: false, why: 'too_many', rateLimit };
  if (found.isUseDue) await recordTokenUse(db, found.token.id, address);
  return { ok: true, caller: toCaller(found), rateLimit };
}

/** Returns whether a token works from the caller's address. Doesn't count the request. */
export async function isValidToken(token: string, headers: Pick<Headers, 'get'>): Promise<boolean> {
  const address = addressFromHeaders(headers);
  const found = isApiToken(token)
    ? await findApiToken(await store(), hashApiToken(token), address)
    : undefined;
  return found !== undefined && isLive(found) && isAllowedFrom(found.token, address);
}

const isLive = ({ token, member, isExpired }: FoundApiToken): boolean =>
  token.revokedAt === null && !isExpired && member.disabledAt === null;

async function refuseInvalid(address: string | null, found: FoundApiToken | undefined): Promise<TokenCheck> {
  const state = await consumeRateLimit(await store(), 'api-token-invalid', rateLimitKey(address));
  if (!state.isAllowed) {
    // Record one event per period, because recording every request would let a caller keep the database busy.
    if (state.isFirstExcess)
      await recordSecurityEvent({ name: 'api_token.limited', from: rateLimitKey(address) });
    return { ok: false, why: 'too_many_invalid', secondsLeft: state.secondsLeft };
  }
  await recordRefusal(found, whyInvalid(found), found ? address : rateLimitKey(address));
  return { ok: false, why: 'invalid' };
}

function whyInvalid(found: FoundApiToken | undefined): string {
  if (!found) return 'unknown_token';
  if (found.token.revokedAt !== null) return 'revoked_token';
  return found.isExpired ? 'expired_token' : 'account_disabled';
}

/**
 * Records that a token was refused. The response doesn't contain the reason, because the caller may have
 * stolen the token.
 */
const recordRefusal = (
  found: FoundApiToken | undefined,
  reason: string,
  from: string | null,
): Promise<void> =>
  recordSecurityEvent({
    name: 'api_token.refused',
    about: found?.member ?? null,
    from,
    details: { reason, ...(found && { id: found.token.id, label: found.token.name }) },
  });

/**
 * Whether the token works from the address. If no addresses were chosen for the token, it works from any
 * address.
 */
function isAllowedFrom({ addresses }: Pick<ApiTokenRow, 'addresses'>, address: string | null): boolean {
  if (addresses.length === 0) return true;
  const parsed = address === null ? null : parseAddress(address);
  const ranges = addresses.map(parseAddressRange).filter((range) => range !== null);
  return parsed !== null && isInRanges(parsed, ranges);
}

function toCaller({ token, member }: FoundApiToken): TokenCaller {
  const { id, email, name, role, timeZone, dateLocale } = member;
  return {
    id: token.id,
    name: token.name,
    scopes: token.scopes,
    customerId: token.customerId,
    member: { id, email, name, role, timeZone, dateLocale },
  };
}
