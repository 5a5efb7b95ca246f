/** Identifies the caller of an API request: a program with an API token, or a member's browser with a session. */
import 'server-only';
import { readBearerToken } from '#lib/auth/api-token.ts';
import { authenticateToken, type TokenCheck, type TokenRateLimit } from '#lib/auth/authenticate-token.ts';
import { crossOriginMessage, isSameOrigin } from '#lib/auth/origin.ts';
import { recordRefusedAccess } from '#lib/auth/refused-access.ts';
import { getMember, type Member } from '#lib/auth/session.ts';
import type { TokenCaller } from '#lib/auth/token-caller.ts';
import type { OperationName } from '#lib/contract/operations.ts';
import { getScope, isGranted, isTemplateScope } from '#lib/domain/api-token.ts';
import { fail } from '#lib/domain/outcome.ts';
import { isAllowed } from '#lib/domain/permissions.ts';
import type { RequestProblem } from './problem.ts';
import { outcomeReply, type ProxyReply } from './response.ts';

type RequestHeaders = { readonly get: (name: string) => string | null };
type Headers = Readonly<Record<string, string>>;

export interface ProxyCaller {
  /** The signed-in member, or the member who created the token. */
  readonly member: Member;
  /** Null if the caller is a member's browser. */
  readonly token: TokenCaller | null;
  /** Headers for every response to the caller. */
  readonly headers: Headers;
}

type Identified =
  | { readonly ok: true; readonly caller: ProxyCaller }
  | { readonly ok: false; readonly reply: ProxyReply };

/** A request with a bearer token never uses the session cookie, even if the token is invalid. */
export async function identifyCaller({ headers }: { readonly headers: RequestHeaders }): Promise<Identified> {
  const token = readBearerToken(headers);
  if (token !== null) return identifyToken(await authenticateToken(token, headers));
  const member = await getMember();
  if (member) return { ok: true, caller: { member, token: null, headers: {} } };
  return refuse(
    { code: 'signed_out', message: 'Sign in, or send an API token as a bearer token.' },
    CHALLENGE,
  );
}

const CHALLENGE = { 'www-authenticate': 'Bearer realm="Mailroom"' };
const INVALID = { 'www-authenticate': 'Bearer realm="Mailroom", error="invalid_token"' };

function identifyToken(check: TokenCheck): Identified {
  if (check.ok) {
    const { caller, rateLimit } = check;
    return {
      ok: true,
      caller: { member: caller.member, token: caller, headers: rateLimitHeaders(rateLimit) },
    };
  }
  switch (check.why) {
    case 'invalid':
      return refuse(
        {
          code: 'invalid_token',
          message: 'This API token isn’t valid. It may have expired or been revoked. Create a new token.',
        },
        INVALID,
      );
    case 'address':
      return refuse({
        code: 'not_allowed',
        message: `This API token can’t be used from ${check.address ?? 'an unknown address'}. Use an address that the token allows.`,
      });
    case 'too_many_invalid':
      return refuse(tooMany('Too many requests from your address had an invalid API token.', check), {
        'retry-after': String(check.secondsLeft),
      });
    case 'too_many':
      return refuse(tooMany('This API token made too many requests.', check.rateLimit), {
        ...rateLimitHeaders(check.rateLimit),
        'retry-after': String(check.rateLimit.secondsLeft),
      });
  }
}

const refuse = (problem: RequestProblem, headers: Headers = {}): Identified => ({
  ok: false,
  reply: { problem, headers },
});

const tooMany = (reason: string, { secondsLeft }: { readonly secondsLeft: number }): RequestProblem => ({
  code: 'too_many_requests',
  message: `${reason} Try again in ${secondsLeft} ${secondsLeft === 1 ? 'second' : 'seconds'}.`,
});

/** The header fields that the IETF draft “RateLimit header fields for HTTP” defines. */
const rateLimitHeaders = ({ limit, seconds, remaining, secondsLeft }: TokenRateLimit): Headers => ({
  'ratelimit-policy': `"token";q=${limit};w=${seconds}`,
  ratelimit: `"token";r=${remaining};t=${secondsLeft}`,
});

/**
 * Refuses a request from a browser if another site could have triggered it. Requests with a token don't need an
 * origin, because browsers never add a token on their own.
 */
export const refuseOtherOrigin = (
  request: { readonly method: string; readonly headers: RequestHeaders },
  { token }: ProxyCaller,
): RequestProblem | null =>
  token !== null || request.method === 'GET' || isSameOrigin(request.headers)
    ? null
    : { code: 'foreign_origin', message: crossOriginMessage(request.headers) };

/**
 * Refuses a request if the caller's role or token allows none of these operations, and records a security
 * event. Returns null if any of the operations is allowed.
 */
export async function refuseOperations(
  { member, token }: ProxyCaller,
  names: readonly OperationName[],
): Promise<ProxyReply | null> {
  const allowedByRole = names.filter((name) => isAllowed(member.role, name));
  if (allowedByRole.some((name) => token === null || isGranted(token, name))) return null;
  for (const name of names) await recordRefusedAccess(member, name, token);
  if (token === null || allowedByRole.length === 0) return outcomeReply(fail({ kind: 'forbidden' }));
  const needed = allowedByRole.map(getScope);
  const message =
    token.customerId !== null && needed.every(isTemplateScope)
      ? 'This API token is limited to one customer, and templates don’t belong to a customer. Use a token without this limit.'
      : `This API token doesn’t allow ${needed.join(' or ')}. Use a token that does.`;
  const headers = { 'www-authenticate': 'Bearer realm="Mailroom", error="insufficient_scope"' };
  return { problem: { code: 'not_allowed', message }, headers };
}
