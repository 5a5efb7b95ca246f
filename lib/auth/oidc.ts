/** The configured identity provider, and the rules for which of the provider's users can sign in. */
import 'server-only';
import type { Profile } from 'next-auth';
import type { OAuthConfig } from 'next-auth/providers/oauth';
import { z } from 'zod';
import { env, type Oidc } from '#lib/env/env.ts';
import { isSameIssuer } from '#lib/env/shapes.ts';
import type { SignInRefusal } from '#lib/format/sign-in.ts';
import { log } from '#lib/log.ts';
import type { MemberRow } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { findMemberByIdentity, provisionMember, type VerifiedIdentity } from '#lib/store/provisioning.ts';

export const OIDC = 'oidc';

/**
 * Returns the enabled sign-in methods. `provider` is the identity provider's display name, or null if no
 * identity provider is configured. `password` is true if password sign-in is allowed.
 */
export function signInMethods(): { readonly provider: string | null; readonly password: boolean } {
  const { oidc, passwordSignIn } = env();
  return { provider: oidc?.name ?? null, password: passwordSignIn };
}

/** The claims that the console uses from an identity provider's profile. */
const profileClaims = z.object({
  iss: z.string(),
  sub: z.string().min(1).max(255),
  email: z.email().max(254),
  email_verified: z.literal(true),
  name: z
    .string()
    .trim()
    .regex(/^\P{Cc}{1,100}$/u)
    .nullable()
    .catch(null),
});

export function oidcProvider({ issuer, clientId, clientSecret, name }: Oidc): OAuthConfig<Profile> {
  return {
    id: OIDC,
    name,
    type: 'oauth',
    wellKnown: `${issuer}/.well-known/openid-configuration`,
    clientId,
    clientSecret,
    idToken: true,
    checks: ['pkce', 'state', 'nonce'],
    authorization: { params: { scope: 'openid email profile' } },
    httpOptions: { timeout: 5_000 },
    userinfo: {
      // Some providers put the email address in the signed token, and others only in the userinfo response.
      // The openid client checks that the token and the userinfo response have the same subject.
      request: async ({ tokens, client }) => {
        // next-auth's type for the token set omits the methods.
        const tokenSet = tokens as Exclude<Parameters<typeof client.userinfo>[0], string>;
        const { iss, sub, ...claims } = tokenSet.claims();
        const isComplete = 'email_verified' in claims || !client.issuer.metadata.userinfo_endpoint;
        return { ...(isComplete ? claims : await client.userinfo(tokenSet)), iss, sub };
      },
    },
    profile: ({ sub = '' }) => ({ id: sub }),
  };
}

const identityOf = ({ iss, sub }: { readonly iss: string; readonly sub: string }): string => `${iss} ${sub}`;

/**
 * Finds the member with this profile, or adds a new member. Returns null if the member can sign in.
 * Otherwise, returns the reason for the refusal.
 */
export async function provisionFromProfile(profile: unknown): Promise<SignInRefusal | null> {
  const { oidc } = env();
  const { data } = profileClaims.safeParse(profile);
  if (!data) return 'unverified';
  // A provider can't be trusted to identify the users of a different issuer.
  if (!oidc || !isSameIssuer(data.iss, oidc.issuer)) {
    log().warn('the provider’s issuer doesn’t match OIDC_ISSUER');
    return 'failed';
  }
  const provisioning = await provisionMember(await store(), toVerifiedIdentity(oidc, data));
  if (!provisioning.ok) return provisioning.why;
  if (provisioning.how !== 'known') {
    const { id, role } = provisioning.member;
    log().info({ member: id, role, how: provisioning.how }, 'first sign-in through the provider');
  }
  return null;
}

function toVerifiedIdentity(oidc: Oidc, { name, ...data }: z.output<typeof profileClaims>): VerifiedIdentity {
  const email = data.email.toLowerCase();
  const domain = email.slice(email.lastIndexOf('@') + 1);
  const roleByDomain = oidc.allowedDomains.includes(domain) ? oidc.defaultRole : null;
  return { identity: identityOf(data), email, name, roleByDomain };
}

/** Returns the member with this profile, who must already be provisioned. */
export async function requireMemberOfProfile(profile: unknown): Promise<MemberRow> {
  const member = await findMemberByIdentity(await store(), identityOf(profileClaims.parse(profile)));
  if (!member) throw new Error('The provisioned member doesn’t exist.');
  return member;
}
