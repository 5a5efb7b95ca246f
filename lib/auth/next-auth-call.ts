/** One call of next-auth, with what was gone through first. */
import 'server-only';
import type { NextApiRequest, NextApiResponse } from 'next';
import NextAuth from 'next-auth';
import { env } from '#lib/env/env.ts';
import { safeCallbackPath } from '#lib/http/callback-url.ts';
import { authOptions } from './next-auth.ts';
import { Reply } from './next-auth-reply.ts';

export type Texts = Record<string, string>;

export interface Asked {
  readonly method: string;
  /** Of the path after /api/auth. */
  readonly segments: readonly string[];
  readonly query: Texts;
  readonly body: Texts;
  readonly cookies: Texts;
  /** Of all headers, what says where the request came from. */
  readonly forwardedFor?: string | null;
}

export async function ask({ method, segments, query, body, cookies, forwardedFor }: Asked): Promise<Reply> {
  const reply = new Reply();
  await NextAuth(
    {
      method,
      query: { ...safeTexts(query), nextauth: [...segments] },
      body: safeTexts(body),
      cookies,
      headers: forwardedFor ? { 'x-forwarded-for': forwardedFor } : {},
    } as unknown as NextApiRequest,
    reply as unknown as NextApiResponse,
    authOptions(),
  );
  return reply;
}

/** Both end up in a Location header. */
function safeTexts({ callbackUrl, error, ...rest }: Texts): Texts {
  return {
    ...rest,
    ...(callbackUrl !== undefined && { callbackUrl: safeCallbackPath(callbackUrl, env().origin) }),
    ...(error !== undefined && /^\w{1,50}$/.test(error) && { error }),
  };
}
