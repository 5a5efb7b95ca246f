/** Calls next-auth with a sanitized request. */
import 'server-only';
import { serialize } from 'hono/utils/cookie';
import type { NextApiRequest, NextApiResponse } from 'next';
import NextAuth from 'next-auth';
import { env } from '#lib/env/env.ts';
import { safeCallbackPath, signInFactorPath } from '#lib/http/callback-url.ts';
import type { MemberRow } from '#lib/store/members.ts';
import { authOptions } from './next-auth.ts';
import { NextAuthResponse } from './next-auth-response.ts';
import { createPendingCookie } from './pending-sign-in.ts';
import { addressFromHeaders } from './request-address.ts';
import { sessionCookie } from './session-token.ts';

export type StringRecord = Record<string, string>;

export interface NextAuthRequest {
  readonly method: string;
  /** The segments of the request's path after /api/auth. */
  readonly segments: readonly string[];
  readonly query: StringRecord;
  readonly body: StringRecord;
  readonly cookies: StringRecord;
  /**
   * The X-Forwarded-For header, which contains the caller's address for the rate limits. This is the only
   * header that is passed to next-auth.
   */
  readonly forwardedFor?: string | null;
  /** The User-Agent header, which describes a new session's browser. Not passed to next-auth. */
  readonly userAgent?: string | null;
}

export async function callNextAuth({
  method,
  segments,
  query,
  body,
  cookies,
  forwardedFor,
  userAgent = null,
}: NextAuthRequest): Promise<NextAuthResponse> {
  const response = new NextAuthResponse();
  const headers: StringRecord = forwardedFor ? { 'x-forwarded-for': forwardedFor } : {};
  const path = safeCallbackPath(body.callbackUrl ?? query.callbackUrl, env().origin);
  let pending: MemberRow | undefined;
  await NextAuth(
    {
      method,
      query: { ...sanitizeParams(query), nextauth: [...segments] },
      body: sanitizeParams(body),
      cookies,
      headers,
    } as unknown as NextApiRequest,
    response as unknown as NextApiResponse,
    authOptions(
      {
        address: addressFromHeaders(new Headers(headers)),
        userAgent,
        earlierCookie: cookies[sessionCookie()],
      },
      {
        url: `${env().origin}${signInFactorPath(path)}`,
        onNeeded: (member) => {
          pending = member;
        },
      },
    ),
  );
  if (pending) {
    const { name, value, attributes } = await createPendingCookie(pending);
    response.addCookie(serialize(name, value, attributes));
  }
  return response;
}

/** Sanitizes the two parameters that next-auth copies into a Location header. */
function sanitizeParams({ callbackUrl, error, ...rest }: StringRecord): StringRecord {
  return {
    ...rest,
    ...(callbackUrl !== undefined && { callbackUrl: safeCallbackPath(callbackUrl, env().origin) }),
    ...(error !== undefined && /^\w{1,50}$/.test(error) && { error }),
  };
}
