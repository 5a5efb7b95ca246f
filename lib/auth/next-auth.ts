/** next-auth behind its own routes: the same members, the same check, the same cookie as the sign-in form. */
import 'server-only';
import type { AuthOptions } from 'next-auth';
import CredentialsProvider from 'next-auth/providers/credentials';
import { env } from '#lib/env/env.ts';
import { loginPath, safeCallbackPath } from '#lib/http/callback-url.ts';
import { log } from '#lib/log.ts';
import { addressOf, countedAs } from './caller-address.ts';
import { checkCredentials } from './credentials.ts';
import { memberOfProfile, OIDC, oidcProvider, refuseOrAdmit } from './oidc.ts';
import { memberOf } from './session.ts';
import { claimsFor, expiryOf, readClaims, SESSION_SECONDS, secureCookies } from './session-token.ts';

const passwords = CredentialsProvider({
  credentials: { email: { type: 'email' }, password: { type: 'password' } },
  authorize: async (given, request) => {
    const from = countedAs(addressOf(new Headers(request.headers)));
    const signIn = await checkCredentials(given?.email ?? '', given?.password ?? '', from);
    return signIn.ok ? signIn.member : null;
  },
});

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
        const refusal = await refuseOrAdmit(profile);
        return refusal === null || loginPath('/', refusal);
      },
      jwt: async ({ token, user, account, profile }) => {
        if (account?.provider === OIDC) return { ...claimsFor(await memberOfProfile(profile)) };
        if (user) return { ...claimsFor(user as Parameters<typeof claimsFor>[0]) };
        const claims = readClaims(token);
        // next-auth answers a throw here with an empty session and takes the cookie away.
        if (!claims || !(await memberOf(claims))) throw new Error('no session');
        return token;
      },
      session: async ({ token }) => {
        const claims = readClaims(token);
        const member = claims && (await memberOf(claims));
        if (!claims || !member) throw new Error('no session');
        return {
          user: { email: member.email, role: member.role },
          expires: new Date(expiryOf(claims)).toISOString(),
        };
      },
    },
    logger: {
      error: (code) => log().info({ code }, 'next-auth'),
      warn: (code) => log().info({ code }, 'next-auth'),
      debug: () => undefined,
    },
  };
}
