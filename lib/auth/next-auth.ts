/** Configures next-auth to use the same members, password check, and cookie as the sign-in form. */
import 'server-only';
import type { AuthOptions } from 'next-auth';
import CredentialsProvider from 'next-auth/providers/credentials';
import { env } from '#lib/env/env.ts';
import { safeCallbackPath } from '#lib/http/callback-url.ts';
import { log } from '#lib/log.ts';
import { logErrorOnce } from '#lib/log-errors.ts';
import type { MemberRow } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { memberHasFactor } from '#lib/store/second-factors.ts';
import { deleteSession } from '#lib/store/sessions.ts';
import { cookieAttributes, cookieName, secureCookies } from './cookie-attributes.ts';
import { checkCredentials } from './credentials.ts';
import { OIDC, oidcProvider, provisionFromProfile, readSignInTime, requireMemberOfProfile } from './oidc.ts';
import { recordSignInError } from './oidc-trace.ts';
import { rateLimitKey } from './rate-limit-key.ts';
import { addressFromHeaders } from './request-address.ts';
import { changeAndRecord, signInEvent } from './security-events.ts';
import { findSessionMember } from './session.ts';
import {
  cookieSeconds,
  createSession,
  decodeToken,
  hashSecret,
  readClaims,
  type SessionClient,
  sessionCookie,
} from './session-token.ts';

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
 * Logs an unexpected error from the console's own code, and throws an error without details instead. next-auth wouldn't
 * log the cause, and would put the message in a URL.
 */
async function logFailure<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    logErrorOnce(error, {}, 'next-auth failed');
    throw new Error('broken');
  }
}

/** Returns the sign-in methods that are turned on. */
export function authProviders(): AuthOptions['providers'] {
  const { oidc, passwordSignIn } = env();
  return [...(oidc ? [oidcProvider(oidc)] : []), ...(passwordSignIn ? [passwords] : [])];
}

/** How long a sign-in at the identity provider can take, in seconds. */
const FLOW_SECONDS = 15 * 60;

export const csrfCookie = (): string => cookieName('next-auth.csrf-token');
export const callbackUrlCookie = (): string => cookieName('next-auth.callback-url');

/** Replaces the names that next-auth would use, because most of them lack the `__Host-` prefix. */
function authCookies(): NonNullable<AuthOptions['cookies']> {
  const options = cookieAttributes();
  const temporary = { ...options, maxAge: FLOW_SECONDS };
  return {
    sessionToken: { name: sessionCookie(), options },
    callbackUrl: { name: callbackUrlCookie(), options },
    csrfToken: { name: csrfCookie(), options },
    pkceCodeVerifier: { name: cookieName('next-auth.pkce.code_verifier'), options: temporary },
    state: { name: cookieName('next-auth.state'), options: temporary },
    nonce: { name: cookieName('next-auth.nonce'), options },
  };
}

/** How to continue a sign-in that still needs the second factor. */
interface SecondFactorStep {
  /** The URL of the page that asks for the second factor. */
  readonly url: string;
  readonly onNeeded: (member: MemberRow) => void;
}

/** @param client the browser that sends the request */
export function authOptions(client: SessionClient, secondFactor: SecondFactorStep): AuthOptions {
  const { origin, secret, oidc } = env();
  /** Returns the URL of the second factor page, or true if the member has no second factor. */
  const requireSecondFactor = async (member: MemberRow): Promise<string | true> => {
    if (!(await memberHasFactor(await store(), member.id))) return true;
    secondFactor.onNeeded(member);
    return secondFactor.url;
  };
  return {
    secret,
    useSecureCookies: secureCookies(),
    cookies: authCookies(),
    session: { strategy: 'jwt', maxAge: cookieSeconds() },
    jwt: { decode: decodeToken },
    pages: { signIn: '/login', signOut: '/login', error: '/login' },
    providers: authProviders(),
    callbacks: {
      redirect: ({ url }) => new URL(safeCallbackPath(url, origin), origin).href,
      signIn: async ({ user, account, profile }) => {
        // Here, `user` is the member's row that `authorize` returned.
        if (account?.provider !== OIDC) return logFailure(() => requireSecondFactor(user as MemberRow));
        if (!(await provisionFromProfile(profile, client.address))) return false;
        if (oidc?.trustSecondFactor) return true;
        return logFailure(async () => requireSecondFactor(await requireMemberOfProfile(profile)));
      },
      jwt: async ({ token, user, account, profile }) => {
        const isOidc = account?.provider === OIDC;
        // Here, `user` is the member's row that `authorize` returned.
        const member = isOidc ? await requireMemberOfProfile(profile) : (user as MemberRow);
        if (member) {
          const context = isOidc
            ? { isTwoFactor: oidc?.trustSecondFactor ?? false, signedInAt: readSignInTime(profile) }
            : {};
          const method = isOidc ? 'identity_provider' : 'password';
          const created = await logFailure(() =>
            changeAndRecord(async (tx, record) => {
              await record(signInEvent(member, method, client));
              return createSession(tx, member, client, context);
            }),
          );
          return { ...created };
        }
        const claims = readClaims(token);
        // Throw an error, so that next-auth responds with an empty session and deletes the cookie.
        if (!claims || !(await logFailure(() => findSessionMember(claims)))) throw new Error('no session');
        return token;
      },
      session: async ({ token }) => {
        const claims = readClaims(token);
        const member = claims && (await logFailure(() => findSessionMember(claims)));
        if (!claims || !member) throw new Error('no session');
        return {
          user: { email: member.email, role: member.role },
          expires: new Date(claims.until).toISOString(),
        };
      },
    },
    events: {
      signOut: async ({ token }) => {
        const claims = readClaims(token);
        if (!claims) return;
        const member = await findSessionMember(claims);
        await changeAndRecord(async (tx, record) => {
          await deleteSession(tx, hashSecret(claims));
          if (member) await record({ name: 'session.signed_out', by: member, from: client.address });
        });
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
