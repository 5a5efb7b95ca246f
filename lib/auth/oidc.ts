/** The configured identity provider, and the rules for which of the provider's users can sign in. */
import 'server-only';
import type { Profile } from 'next-auth';
import type { OAuthConfig } from 'next-auth/providers/oauth';
import type { Role } from '#lib/domain/permissions.ts';
import { env, type Oidc } from '#lib/env/env.ts';
import { isSameIssuer } from '#lib/env/url-shapes.ts';
import { log } from '#lib/log.ts';
import { assignRole } from '#lib/store/member-changes.ts';
import type { MemberRow } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { findMemberByIdentity, provisionMember, type VerifiedIdentity } from '#lib/store/provisioning.ts';
import {
  needsUserinfo,
  type ProfileClaims,
  profileClaims,
  roleFromGroups,
  selectClaims,
} from './oidc-claims.ts';
import { diagnoseOwnError, type SignInDiagnosis } from './oidc-diagnosis.ts';
import { recordSignInFailure, recordSignInStep } from './oidc-trace.ts';
import { recordRevokedAccess } from './revocation-events.ts';
import { changeAndRecord } from './security-events.ts';

export const OIDC = 'oidc';

/**
 * Returns the enabled sign-in methods. `provider` is the identity provider's display name, or null if no
 * identity provider is configured. `password` is true if password sign-in is allowed.
 */
export function signInMethods(): { readonly provider: string | null; readonly password: boolean } {
  const { oidc, passwordSignIn } = env();
  return { provider: oidc?.name ?? null, password: passwordSignIn };
}

export function oidcProvider(settings: Oidc): OAuthConfig<Profile> {
  const { issuer, clientId, clientSecret, name } = settings;
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
    token: {
      // Requests tokens as next-auth does by default, but also records the step.
      request: async ({ client, provider, params, checks }) => {
        recordSignInStep('tokens');
        // Without a code, the openid client would report missing tokens, which would hide the cause.
        if (params.code === undefined) throw new Error('code missing from the response');
        return { tokens: await client.callback(provider.callbackUrl, params, checks) };
      },
    },
    userinfo: {
      // Some providers put the claims in the signed token, and others only in the userinfo response.
      // The openid client checks that the token and the userinfo response have the same subject.
      request: async ({ tokens, client }) => {
        recordSignInStep('userinfo');
        // next-auth's type for the token set lacks the methods, such as `claims`.
        const tokenSet = tokens as Exclude<Parameters<typeof client.userinfo>[0], string>;
        const token = tokenSet.claims();
        const hasUserinfo = client.issuer.metadata.userinfo_endpoint !== undefined;
        const userinfo = hasUserinfo && needsUserinfo(token, settings) ? await client.userinfo(tokenSet) : {};
        // next-auth's type for a profile allows only text values.
        return selectClaims(token, userinfo, settings) as unknown as Profile;
      },
    },
    profile: ({ sub = '' }) => ({ id: sub }),
  };
}

const identityOf = ({ iss, sub }: { readonly iss: string; readonly sub: string }): string => `${iss} ${sub}`;

/**
 * Finds the member with this profile, or adds a new member, and applies the provider's role. Returns whether
 * the member can sign in, and records the reason for a refusal.
 * @param address the caller's IP address
 */
export async function provisionFromProfile(profile: unknown, address: string | null): Promise<boolean> {
  recordSignInStep('member');
  try {
    const refusal = await provision(profileClaims.parse(profile), address);
    if (refusal) recordSignInFailure(refusal);
    return refusal === null;
  } catch (error) {
    // Don't rethrow the error, because next-auth would put its message in a URL.
    recordSignInFailure(diagnoseOwnError(error));
    return false;
  }
}

async function provision(
  { email, verification, ...claims }: ProfileClaims,
  address: string | null,
): Promise<SignInDiagnosis | null> {
  const { oidc } = env();
  // Don't trust the provider to identify another issuer's users.
  if (!oidc || !isSameIssuer(claims.iss, oidc.issuer)) {
    const facts = { expected: oidc?.issuer ?? '', received: claims.iss };
    return { reason: 'wrong_issuer', refusal: 'misconfigured', facts };
  }
  if (email === null) return { reason: 'no_email', refusal: 'no_email' };
  if (verification !== true)
    return { reason: 'unverified', refusal: 'unverified', facts: { email_verified: verification } };
  const role = roleFromGroups(claims.groups, oidc);
  const identity = toVerifiedIdentity(oidc, { ...claims, email, role });
  const provisioning = await changeAndRecord(async (tx, record) => {
    const found = await provisionMember(tx, identity);
    if (!found.ok || found.how === 'known') return found;
    const { member, how } = found;
    const details = { role: role ?? member.role, via: 'identity_provider' };
    await record({ name: FIRST_SIGN_IN_EVENTS[how], about: member, details, from: address });
    return found;
  });
  if (!provisioning.ok) return { reason: provisioning.why, refusal: provisioning.why };
  const { member } = provisioning;
  if (role !== null && role !== member.role) await applyProviderRole(member, role, address);
  return null;
}

const FIRST_SIGN_IN_EVENTS = {
  linked: 'member.identity_linked',
  invited: 'invitation.accepted',
  domain: 'member.added',
} as const;

async function applyProviderRole(member: MemberRow, role: Role, address: string | null): Promise<void> {
  const details = { old_role: member.role, role, via: 'identity_provider' };
  const isApplied = await changeAndRecord(async (tx, record) => {
    const revokedAccess = await assignRole(tx, member.id, role);
    if (!revokedAccess) return false;
    await record({ name: 'member.role_changed', about: member, details, from: address });
    await recordRevokedAccess(record, member, revokedAccess, { from: address, via: 'identity_provider' });
    return true;
  });
  if (!isApplied)
    log().warn({ member: member.id, role }, 'the provider’s role isn’t applied to the last admin');
}

function toVerifiedIdentity(
  oidc: Oidc,
  {
    name,
    email,
    role,
    ...claims
  }: { iss: string; sub: string; name: string | null; email: string; role: Role | null },
): VerifiedIdentity {
  const address = email.toLowerCase();
  const domain = address.slice(address.lastIndexOf('@') + 1);
  const roleByDomain = oidc.allowedDomains.includes(domain) ? oidc.defaultRole : null;
  return { identity: identityOf(claims), email: address, name, roleByDomain, roleByProvider: role };
}

/**
 * Returns when the person signed in at the provider, in seconds since the epoch. Null if the provider doesn't
 * report the time.
 */
export const readSignInTime = (profile: unknown): number | null => profileClaims.parse(profile).signedInAt;

/** Returns the member with this profile, who must already be provisioned. */
export async function requireMemberOfProfile(profile: unknown): Promise<MemberRow> {
  const member = await findMemberByIdentity(await store(), identityOf(profileClaims.parse(profile)));
  if (!member) throw new Error('The provisioned member doesn’t exist.');
  return member;
}
