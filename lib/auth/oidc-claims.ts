/** The identity provider's claims that the console uses, and the rules for trusting these claims. */
import 'server-only';
import { z } from 'zod';
import { ROLES, type Role } from '#lib/domain/permissions.ts';
import { isPlainLine, isVisible } from '#lib/domain/plain-text.ts';
import type { Oidc } from '#lib/env/env.ts';
import { MAX_EMAIL_LENGTH, MAX_PERSON_NAME_LENGTH } from '#lib/input-limits.ts';

export type Claims = Readonly<Record<string, unknown>>;

/** The claims from the ID token and the userinfo response, combined by `selectClaims`. */
export const profileClaims = z.object({
  iss: z.string(),
  sub: z.string().min(1).max(255),
  email: z.email().max(MAX_EMAIL_LENGTH).nullable().catch(null),
  /** True if the address counts as verified. Otherwise, a code for the problem with the provider's claim. */
  verification: z.union([z.literal(true), z.enum(['missing', 'text', 'false'])]),
  name: z
    .string()
    .trim()
    .min(1)
    .max(MAX_PERSON_NAME_LENGTH)
    .refine((name) => isPlainLine(name) && isVisible(name))
    .nullable()
    .catch(null),
  /** The values of the claim that OIDC_ROLE_CLAIM names. */
  groups: z.array(z.string()),
  /**
   * When the person signed in at the provider, in seconds since the epoch. Null if the provider doesn't
   * report the time.
   */
  signedInAt: z.number().int().positive().nullable().catch(null),
});
export type ProfileClaims = z.output<typeof profileClaims>;

type ClaimSettings = Pick<Oidc, 'trustEmail' | 'roleClaim'>;

/** True if the userinfo response is needed because the ID token doesn't contain all required claims. */
export function needsUserinfo(token: Claims, settings: ClaimSettings): boolean {
  return !hasEmail(token, settings) || (settings.roleClaim !== null && !hasClaim(token, settings.roleClaim));
}

/**
 * True if the email address comes from the ID token. If the ID token doesn't say whether the address is
 * verified, the address comes from the userinfo response, unless the console trusts all addresses.
 */
const hasEmail = (token: Claims, { trustEmail }: ClaimSettings): boolean =>
  'email_verified' in token || (trustEmail && 'email' in token);

/**
 * Combines the signed ID token and the userinfo response. The email address and its `email_verified` claim always come
 * from the same source.
 */
export function selectClaims(token: Claims, userinfo: Claims, settings: ClaimSettings): ProfileClaims {
  const source = hasEmail(token, settings) ? token : userinfo;
  const { roleClaim } = settings;
  const groups =
    roleClaim === null ? [] : readValues(hasClaim(token, roleClaim) ? token : userinfo, roleClaim);
  return profileClaims.parse({
    iss: token.iss,
    sub: token.sub,
    email: source.email,
    verification: readVerification(source.email_verified, settings),
    name: token.name ?? userinfo.name,
    groups,
    signedInAt: token.auth_time,
  });
}

/** Never accepts an address that the provider reports as unverified, even with OIDC_TRUST_EMAIL. */
function readVerification(
  claim: unknown,
  { trustEmail }: ClaimSettings,
): true | 'missing' | 'text' | 'false' {
  if (claim === true) return true;
  if (claim === undefined || claim === null) return trustEmail || 'missing';
  if (typeof claim === 'string' && claim.toLowerCase() === 'true') return trustEmail || 'text';
  return 'false';
}

const hasClaim = (claims: Claims, name: string): boolean => readClaim(claims, name) !== undefined;

/**
 * Reads a claim by name. If no claim has this name, treats the name as a dot-separated path, such as
 * `realm_access.roles`. Some providers nest roles in objects, and others use dots in claim names.
 */
function readClaim(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Claims)[part];
  }
  return value;
}

const readValues = (claims: Claims, name: string): readonly string[] =>
  [readClaim(claims, name)].flat().filter((value) => typeof value === 'string');

/**
 * Returns the role that the provider assigns, which is the highest role that the groups map to.
 * Returns the default role if no group is in the map, so that people who leave a group lose the group's
 * role. Returns null if the provider doesn't assign roles.
 */
export function roleFromGroups(
  groups: readonly string[],
  { roleClaim, roleMap, defaultRole }: Pick<Oidc, 'roleClaim' | 'roleMap' | 'defaultRole'>,
): Role | null {
  if (roleClaim === null) return null;
  const roles = groups.map((group) => roleMap.get(group));
  return ROLES.findLast((role) => roles.includes(role)) ?? defaultRole;
}
