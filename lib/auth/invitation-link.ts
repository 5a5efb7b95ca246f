/**
 * One-time invitation links. A link's token is 256 random bits in 43 characters. Only the token's hash is
 * stored.
 */
import 'server-only';
import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '#lib/database/open.ts';
import { INVITATION_DAYS, SETUP_LINK_HOURS } from '#lib/domain/invitation.ts';
import type { Role } from '#lib/domain/permissions.ts';
import { env } from '#lib/env/env.ts';
import {
  findLiveInvitation,
  hasAdmin,
  type InvitationRef,
  type InvitationRow,
  insertInvitation,
} from '#lib/store/invitations.ts';
import { DAY_MS, MINUTE_MS } from '#lib/time-units.ts';
import { unseal } from './seals.ts';

const TOKEN_BYTES = 32;

const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

interface InvitationRequest {
  /** The recipient's email address. Null for the setup link, because its recipient enters the address. */
  readonly email: string | null;
  readonly role: Role;
  /** The inviting member's email address. Null for the setup link. */
  readonly by: string | null;
}

export interface CreatedInvitation {
  readonly row: InvitationRow;
  /** The link, which can't be recovered later because only a hash is stored. */
  readonly link: string;
}

/** Creates an invitation and revokes earlier invitations for the same address. */
export async function issueInvitation(db: Database, request: InvitationRequest): Promise<CreatedInvitation> {
  const forMs = request.email === null ? SETUP_LINK_HOURS * 60 * MINUTE_MS : INVITATION_DAYS * DAY_MS;
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const row = await insertInvitation(db, { ...request, tokenHash: hashToken(token), forMs });
  return { row, link: `${env().origin}/join/${token}` };
}

/**
 * Returns the hash that identifies the token's invitation. Hashes invalid tokens, too, so that looking up an
 * invalid token takes as long as looking up a valid one. Before migration 0011, a token was a seal that
 * contained a key, and only the key's hash was stored. Links with a token from before the migration stay valid
 * until they expire.
 */
export async function parseInvitationToken(token: string): Promise<InvitationRef> {
  const opened = await unseal('invitation', token);
  return { tokenHash: hashToken(opened?.key ?? token) };
}

/** Returns the invitation for the token, or undefined if the invitation can't be used. */
export async function findInvitationByToken(db: Database, token: string): Promise<InvitationRow | undefined> {
  const row = await findLiveInvitation(db, await parseInvitationToken(token));
  // The setup form asks for a password, so the setup link doesn't work while password sign-in is turned off.
  return row?.email === null && !env().passwordSignIn ? undefined : row;
}

/**
 * Creates a setup link and revokes earlier setup links. The person who uses the setup link becomes the first
 * admin. Returns null if there is already an admin.
 */
export async function createSetupLink(db: Database): Promise<string | null> {
  if (await hasAdmin(db)) return null;
  return (await issueInvitation(db, { email: null, role: 'admin', by: null })).link;
}
