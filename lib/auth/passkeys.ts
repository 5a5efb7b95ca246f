/**
 * Passkeys (WebAuthn). Every use requires the device's PIN, a fingerprint, or a face, so a passkey counts as two
 * factors.
 */
import 'server-only';
import { isIP } from 'node:net';
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { z } from 'zod';
import { PASSKEY_MINUTES } from '#lib/domain/second-factor.ts';
import { env } from '#lib/env/env.ts';
import { log } from '#lib/log.ts';
import type { NewPasskey, PasskeyRow } from '#lib/store/second-factors.ts';
import { MINUTE_MS } from '#lib/time-units.ts';

const timeout = PASSKEY_MINUTES * MINUTE_MS;

/** The host name that the passkeys belong to. Browsers offer a passkey only on this host. */
const relyingParty = (): string => new URL(env().origin).hostname;

/**
 * Whether passkeys work at the console's address. Browsers allow passkeys for host names, but not for IP
 * addresses.
 */
export const canUsePasskeys = (): boolean => isIP(relyingParty().replace(/^\[|\]$/g, '')) === 0;

/** @param held the member's other passkeys, so that no device gets a second passkey for the account */
export function createRegistrationOptions(
  member: { readonly id: string; readonly email: string; readonly name: string | null },
  held: readonly PasskeyRow[],
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  return generateRegistrationOptions({
    rpName: 'Mailroom',
    rpID: relyingParty(),
    userID: new TextEncoder().encode(member.id),
    userName: member.email,
    userDisplayName: member.name ?? member.email,
    timeout,
    attestationType: 'none',
    excludeCredentials: held.map(toDescriptor),
    // To sign in with a passkey alone, the browser must find the passkey without knowing who the member is.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/**
 * @param allowed the passkeys that can be used. If there are none, the browser offers all passkeys for this
 *   host.
 */
export const createAuthenticationOptions = (
  allowed: readonly PasskeyRow[],
): Promise<PublicKeyCredentialRequestOptionsJSON> =>
  generateAuthenticationOptions({
    rpID: relyingParty(),
    timeout,
    userVerification: 'required',
    allowCredentials: allowed.map(toDescriptor),
  });

const toDescriptor = ({ credentialId, transports }: PasskeyRow) => ({
  id: credentialId,
  transports: [...transports] as never,
});

const MAX_RESPONSE_LENGTH = 20_000;
const responseShape = z.looseObject({ id: z.string(), response: z.looseObject({}) });

/** Parses the browser's response. Returns null if the response isn't well-formed. */
function parseResponse(text: string): z.output<typeof responseShape> | null {
  if (text.length > MAX_RESPONSE_LENGTH) return null;
  try {
    return responseShape.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    // The text isn't JSON.
    return null;
  }
}

/** Returns the id of the passkey in the browser's response. The response isn't verified yet. */
export const readCredentialId = (response: string): string | null => parseResponse(response)?.id ?? null;

/** Verifies a new passkey. Returns null if the browser's response doesn't match the challenge. */
export async function verifyRegistration(
  response: string,
  challenge: string,
): Promise<Omit<NewPasskey, 'device'> | null> {
  const parsed = parseResponse(response) as RegistrationResponseJSON | null;
  if (parsed === null) return null;
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: parsed,
      ...expected(challenge),
    });
    if (!registrationInfo) return null;
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
    return {
      credentialId: id,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      counter,
      transports: z.array(z.string().max(20)).max(10).catch([]).parse(transports),
    };
  } catch (error) {
    return refuse(error);
  }
}

/**
 * Verifies a response that a passkey signed.
 * @returns the passkey's new counter, or null if the response doesn't match the challenge
 */
export async function verifyAuthentication(
  response: string,
  challenge: string,
  { credentialId, publicKey, counter, memberId }: PasskeyRow,
): Promise<number | null> {
  const parsed = parseResponse(response) as AuthenticationResponseJSON | null;
  if (parsed === null) return null;
  const { userHandle } = parsed.response;
  if (userHandle && Buffer.from(userHandle, 'base64url').toString() !== memberId) return null;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: parsed,
      ...expected(challenge),
      credential: { id: credentialId, publicKey: Buffer.from(publicKey, 'base64url'), counter },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch (error) {
    return refuse(error);
  }
}

const expected = (challenge: string) => ({
  expectedChallenge: challenge,
  expectedOrigin: env().origin,
  expectedRPID: relyingParty(),
  requireUserVerification: true,
});

/** The library throws an error for every response that it rejects. */
function refuse(error: unknown): null {
  log().info({ reason: error instanceof Error ? error.message : 'unknown' }, 'passkey refused');
  return null;
}
