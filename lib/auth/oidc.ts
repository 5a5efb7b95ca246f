/** The identity provider of the settings: what it is asked, and whom of those it vouches for the console lets in. */
import 'server-only';
import type { Profile } from 'next-auth';
import type { OAuthConfig } from 'next-auth/providers/oauth';
import { z } from 'zod';
import { env, type Oidc } from '#lib/env/env.ts';
import { sameIssuer } from '#lib/env/shapes.ts';
import type { SignInRefusal } from '#lib/format/sign-in.ts';
import { log } from '#lib/log.ts';
import type { MemberRow } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { admit, memberByIdentity, type Vouched } from '#lib/store/provisioning.ts';

export const OIDC = 'oidc';

/** The ways in, for pages: what the provider is called where there is one, and whether passwords count. */
export function signInWays(): { readonly provider: string | null; readonly password: boolean } {
  const { oidc, passwordSignIn } = env();
  return { provider: oidc?.name ?? null, password: passwordSignIn };
}

/** What the console reads of a person; the rest of what a provider tells is not kept. */
const person = z.object({
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
      // Some say the address in the signed token, others only to whoever asks with it; then the subjects are compared.
      request: async ({ tokens, client }) => {
        // As it is; next-auth's type for it leaves out what it can do.
        const signed = tokens as Exclude<Parameters<typeof client.userinfo>[0], string>;
        const { iss, sub, ...said } = signed.claims();
        const asked = 'email_verified' in said || !client.issuer.metadata.userinfo_endpoint;
        return { ...(asked ? said : await client.userinfo(signed)), iss, sub };
      },
    },
    profile: ({ sub = '' }) => ({ id: sub }),
  };
}

const identityOf = ({ iss, sub }: { readonly iss: string; readonly sub: string }): string => `${iss} ${sub}`;

/** Null when they may come in as the member of this identity; else why not. */
export async function refuseOrAdmit(profile: unknown): Promise<SignInRefusal | null> {
  const { oidc } = env();
  const { data } = person.safeParse(profile);
  if (!data) return 'unverified';
  // Whoever is asked may say that it is another one, whose word about people is not ours to trust.
  if (!oidc || !sameIssuer(data.iss, oidc.issuer)) {
    log().warn('OIDC_ISSUER is not what the provider calls itself');
    return 'failed';
  }
  const admission = await admit(await store(), vouchedBy(oidc, data));
  if (!admission.ok) return admission.why;
  if (admission.how !== 'known') {
    const { id, role } = admission.member;
    log().info({ member: id, role, how: admission.how }, 'first sign-in through the provider');
  }
  return null;
}

function vouchedBy(oidc: Oidc, { name, ...data }: z.output<typeof person>): Vouched {
  const email = data.email.toLowerCase();
  const domain = email.slice(email.lastIndexOf('@') + 1);
  const roleByDomain = oidc.allowedDomains.includes(domain) ? oidc.defaultRole : null;
  return { identity: identityOf(data), email, name, roleByDomain };
}

/** The member of this identity, once they were let in. */
export async function memberOfProfile(profile: unknown): Promise<MemberRow> {
  const member = await memberByIdentity(await store(), identityOf(person.parse(profile)));
  if (!member) throw new Error('Whoever was let in is no member.');
  return member;
}
