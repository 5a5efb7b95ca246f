/** Configures next-auth to use the same members, password check, and cookie as the sign-in form. */
import 'server-only';
import type { AuthOptions } from 'next-auth';
import CredentialsProvider from 'next-auth/providers/credentials';
import { env } from '#lib/env/env.ts';
import { safeCallbackPath } from '#lib/http/callback-url.ts';
import { log } from '#lib/log.ts';
import { logErrorOnce } from '#lib/log-errors.ts';
import { addressFromHeaders, rateLimitKey } from './caller-address.ts';
import { checkCredentials } from './credentials.ts';
import { OIDC, oidcProvider, provisionFromProfile, requireMemberOfProfile } from './oidc.ts';
import { recordSignInError } from './oidc-trace.ts';
import { findSessionMember } from './session.ts';
import { claimsFor, readClaims, SESSION_SECONDS, secureCookies, sessionExpiry } from './session-token.ts';

const passwords = CredentialsProvider({
  credentials: { email: { type: 'email' }, password: { type: 'password' } },
  authorize: async (credentials, request) => {
    const callerKey = rateLimitKey(addressFromHeaders(new Headers(request.headers)));
    const { email = '', password = '' } = credentials ?? {};
    const signIn = await logFailure(() => checkCredentials(email, password, callerKey));
    return signIn.ok ? signIn.member : null;
  },
});

/**
 * Logs an unexpected error of the console, and replaces the error. next-auth doesn't log the cause, and puts the
 * error's message in a URL.
 */
async function logFailure<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    logErrorOnce(error, {}, 'next-auth failed');
    throw new Error('broken');
  }
}

export function authOptions(): AuthOptions {
  const { origin, secret, oidc, passwordSignIn } = env();
  return {
    secret,
    useSecureCookies: secureCookies(),
    session: { strategy: 'jwt', maxAge: SESSION_SECONDS },
    pages: { signIn: '/login', signOut: '/login', error: '/login' },
    providers: [...(oidc ? [oidcProvider(oidc)] : []), ...(passwordSignIn ? [passwords] : [])],
    callbacks: {
      redirect: ({ url }) => new URL(safeCallbackPath(url, origin), origin).href,
      signIn: async ({ account, profile }) => {
        if (account?.provider !== OIDC) return true;
        return provisionFromProfile(profile);
      },
      jwt: async ({ token, user, account, profile }) => {
        if (account?.provider === OIDC) return { ...claimsFor(await requireMemberOfProfile(profile)) };
        if (user) return { ...claimsFor(user as Parameters<typeof claimsFor>[0]) };
        const claims = readClaims(token);
        // On an error, next-auth responds with an empty session and deletes the cookie.
        if (!claims || !(await logFailure(() => findSessionMember(claims)))) throw new Error('no session');
        return token;
      },
      session: async ({ token }) => {
        const claims = readClaims(token);
        const member = claims && (await logFailure(() => findSessionMember(claims)));
        if (!claims || !member) throw new Error('no session');
        return {
          user: { email: member.email, role: member.role },
          expires: new Date(sessionExpiry(claims)).toISOString(),
        };
      },
    },
    logger: {
      error: (code, metadata) => {
        recordSignInError(metadata);
        log().info({ code }, 'next-auth');
      },
      warn: (code) => log().info({ code }, 'next-auth'),
      debug: () => undefined,
    },
  };
}
