/**
 * Single sign-on, based on next-auth. Works without JavaScript, keeps the callback URL, and redirects to the
 * sign-in page with the reason if the sign-in fails.
 */
import 'server-only';
import type { NextRequest } from 'next/server';
import { z } from 'zod';
import { REAUTHENTICATION_MINUTES } from '#lib/domain/second-factor.ts';
import { env } from '#lib/env/env.ts';
import { loginPath, safeCallbackPath } from '#lib/http/callback-url.ts';
import { log } from '#lib/log.ts';
import { callNextAuth, type NextAuthRequest, type StringRecord } from './call-next-auth.ts';
import { callbackUrlCookie } from './next-auth.ts';
import type { NextAuthResponse } from './next-auth-response.ts';
import { redactText, type SignInDiagnosis } from './oidc-diagnosis.ts';
import { type SignInStep, traceSignIn } from './oidc-trace.ts';
import { addressFromHeaders } from './request-address.ts';
import { recordSecurityEvent } from './security-events.ts';

/** If a form contains this field, the console asks the provider not to reuse an earlier sign-in. */
const REAUTHENTICATE_FIELD = 'reauthenticate';
/**
 * Asks the provider to sign the person in again, and to report when the person signed in. The reported time
 * counts as the time of the reauthentication.
 */
const REAUTHENTICATION_PARAMS = { prompt: 'login', max_age: String(REAUTHENTICATION_MINUTES * 60) };

/**
 * Starts single sign-on. First gets a CSRF token from next-auth, because the request doesn't contain one. The
 * caller must have checked the request's origin.
 */
export async function startOidcSignIn(request: NextAuthRequest): Promise<NextAuthResponse> {
  const csrf = await callNextAuth({ method: 'GET', segments: ['csrf'], query: {}, body: {}, cookies: {} });
  const { csrfToken } = z.object({ csrfToken: z.string() }).parse(JSON.parse(csrf.body ?? ''));
  const { callbackUrl = '/', [REAUTHENTICATE_FIELD]: reauthenticate } = request.body;
  const { result, trace } = await traceSignIn(() =>
    callNextAuth({
      ...request,
      // Don't pass the caller's query, because next-auth would add it to the provider's URL.
      query: reauthenticate === undefined ? {} : REAUTHENTICATION_PARAMS,
      body: { csrfToken, callbackUrl },
      cookies: { ...request.cookies, ...readSetCookies(csrf) },
    }),
  );
  return redirectRefusal(result, callbackUrl, { ...trace, address: addressOf(request) });
}

const addressOf = ({ forwardedFor }: NextAuthRequest): string | null =>
  addressFromHeaders(new Headers(forwardedFor ? { 'x-forwarded-for': forwardedFor } : {}));

function readSetCookies(response: NextAuthResponse): StringRecord {
  const pairs = response.getHeader('set-cookie').map((line) => line.split(';', 1)[0]?.split('=') ?? []);
  return Object.fromEntries(
    pairs.map(([name = '', ...value]) => [name, decodeURIComponent(value.join('='))]),
  );
}

/** When the provider redirects to the console, the console passes only these parameters to next-auth. */
const CALLBACK_PARAMS = ['code', 'state', 'error', 'iss', 'session_state'];

export async function finishOidcSignIn(
  authRequest: NextAuthRequest,
  request: NextRequest,
): Promise<NextAuthResponse> {
  const callbackUrl = safeCallbackPath(request.cookies.get(callbackUrlCookie())?.value, env().origin);
  const query = Object.fromEntries(
    CALLBACK_PARAMS.flatMap((name) => {
      const value = authRequest.query[name];
      return value === undefined || value.length > 4_000 ? [] : [[name, value]];
    }),
  );
  const { result, trace } = await traceSignIn(() =>
    callNextAuth({ ...authRequest, method: 'GET', query: { ...query, callbackUrl }, body: {} }),
  );
  return redirectRefusal(result, callbackUrl, {
    ...trace,
    description: authRequest.query.error_description,
    address: addressOf(authRequest),
  });
}

interface SignInEnd {
  readonly step: SignInStep;
  /** The cause of the failure. Null if next-auth didn't report a cause. */
  readonly failure: SignInDiagnosis | null;
  /** The provider's explanation of the failure, from the redirect to the console. */
  readonly description?: string | undefined;
  /** The caller's IP address. */
  readonly address: string | null;
}

const NO_CAUSE: SignInDiagnosis = { reason: 'unknown', refusal: 'failed' };

/**
 * If the sign-in failed, redirects to our sign-in page and logs the cause. next-auth would redirect to its
 * own error page and drop the callback URL.
 */
async function redirectRefusal(
  response: NextAuthResponse,
  callbackUrl: string,
  { step, failure, description, address }: SignInEnd,
): Promise<NextAuthResponse> {
  const { origin } = env();
  const url = URL.parse(response.location ?? '', origin);
  if (url?.origin !== origin) return response;
  const isRefused = url.pathname === '/login' || url.pathname.startsWith('/api/auth/');
  if (isRefused) {
    const { reason, refusal, facts, err } = failure ?? NO_CAUSE;
    const explained = description === undefined ? {} : { description: redactText(description) };
    log().warn({ refusal, reason, step, ...explained, ...facts, err }, 'single sign-on failed');
    await recordSecurityEvent({
      name: 'sign_in.refused',
      details: { method: 'identity_provider', reason },
      from: address,
    });
    response.location = new URL(
      loginPath(safeCallbackPath(callbackUrl, origin), { error: refusal }),
      origin,
    ).href;
  }
  return response;
}
