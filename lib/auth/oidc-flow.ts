/**
 * To the identity provider and back. next-auth does the protocol; this sees to it that a page without JavaScript can begin
 * it, that it ends where it was to lead, and that whoever is refused is told why on the sign-in page.
 */
import 'server-only';
import type { NextRequest } from 'next/server';
import { z } from 'zod';
import { env } from '#lib/env/env.ts';
import { isRefusal, type SignInRefusal } from '#lib/format/sign-in.ts';
import { loginPath, safeCallbackPath } from '#lib/http/callback-url.ts';
import { type Asked, ask, type Texts } from './next-auth-call.ts';
import type { Reply } from './next-auth-reply.ts';
import { secureCookies } from './session-token.ts';

/** Whoever asks comes from a page of ours, so next-auth's own token against other sites is fetched for them. */
export async function beginOidc(asked: Asked): Promise<Reply> {
  const csrf = await ask({ method: 'GET', segments: ['csrf'], query: {}, body: {}, cookies: {} });
  const { csrfToken } = z.object({ csrfToken: z.string() }).parse(JSON.parse(csrf.body ?? ''));
  const { callbackUrl = '/' } = asked.body;
  const reply = await ask({
    ...asked,
    // next-auth would hand all of it on to the provider.
    query: {},
    body: { csrfToken, callbackUrl },
    cookies: { ...asked.cookies, ...cookiesSet(csrf) },
  });
  return told(reply, callbackUrl, {});
}

function cookiesSet(reply: Reply): Texts {
  const pairs = reply.getHeader('set-cookie').map((line) => line.split(';', 1)[0]?.split('=') ?? []);
  return Object.fromEntries(
    pairs.map(([name = '', ...value]) => [name, decodeURIComponent(value.join('='))]),
  );
}

/** What an answer of the provider's may consist of. */
const ANSWER = ['code', 'state', 'error', 'iss', 'session_state'];

export async function endOidc(asked: Asked, request: NextRequest): Promise<Reply> {
  const cookie = `${secureCookies() ? '__Secure-' : ''}next-auth.callback-url`;
  const callbackUrl = safeCallbackPath(request.cookies.get(cookie)?.value, env().origin);
  const query = Object.fromEntries(
    ANSWER.flatMap((name) => {
      const value = asked.query[name];
      return value === undefined || value.length > 4_000 ? [] : [[name, value]];
    }),
  );
  const reply = await ask({ ...asked, method: 'GET', query: { ...query, callbackUrl }, body: {} });
  return told(reply, callbackUrl, query);
}

/** next-auth's ways of saying no lead over pages of its own, and forget where the person wanted to go. */
function told(reply: Reply, callbackUrl: string, answer: Texts): Reply {
  const { origin } = env();
  const url = URL.parse(reply.location ?? '', origin);
  if (url?.origin !== origin) return reply;
  const isNo = url.pathname === '/login' || url.pathname.startsWith('/api/auth/');
  if (isNo) {
    const refusal = refusalOf(url.searchParams.get('error'), answer.error);
    reply.location = new URL(loginPath(safeCallbackPath(callbackUrl, origin), refusal), origin).href;
  }
  return reply;
}

function refusalOf(code: string | null, providerSays: string | undefined): SignInRefusal {
  if (isRefusal(code)) return code;
  if (code === 'OAuthSignin') return 'unavailable';
  return providerSays === 'access_denied' ? 'cancelled' : 'failed';
}
