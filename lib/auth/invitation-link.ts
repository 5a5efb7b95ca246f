/** The link that makes somebody a member, once: a seal with a key, of which only the hash is stored. */
import 'server-only';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { DAY_MS } from '#lib/contract/limits.ts';
import type { Database } from '#lib/database/open.ts';
import type { Role } from '#lib/domain/permissions.ts';
import { env } from '#lib/env/env.ts';
import {
  addInvitation,
  hasAdmin,
  type InvitationRow,
  liveInvitation,
  type Named,
} from '#lib/store/invitations.ts';
import { seal, unseal } from './seals.ts';

const KEY_BYTES = 32;
const INVITED_MS = 7 * DAY_MS;
const SET_UP_MS = DAY_MS;

const hashOf = (key: string): string => createHash('sha256').update(key).digest('base64url');

interface Wanted {
  /** Null: whoever sets the console up says who they are. */
  readonly email: string | null;
  readonly role: Role;
  /** The address of the member who invites; null for the program itself. */
  readonly by: string | null;
}

export interface Invited {
  readonly row: InvitationRow;
  /** Known only here: it can't be shown again. */
  readonly link: string;
}

/** Makes an invitation, and earlier ones for the same address void. */
export async function newInvitation(db: Database, wanted: Wanted): Promise<Invited> {
  const forMs = wanted.email === null ? SET_UP_MS : INVITED_MS;
  const [id, key] = [randomUUID(), randomBytes(KEY_BYTES).toString('base64url')];
  const row = await addInvitation(db, { ...wanted, id, tokenHash: hashOf(key), forMs });
  const text = await seal('invitation', { invitation: id, key }, forMs);
  return { row, link: `${env().origin}/join/${text}` };
}

/** Nobody's. */
const NONE: Named = { id: '00000000-0000-0000-0000-000000000000', tokenHash: '' };

/** What a link names; looked up even where it is no link of ours, so that the time tells nothing. */
export async function namedBy(text: string): Promise<Named> {
  const opened = await unseal('invitation', text);
  return opened ? { id: opened.invitation, tokenHash: hashOf(opened.key) } : NONE;
}

/** The invitation of a link, while it can be used. */
export async function invitationBehind(db: Database, text: string): Promise<InvitationRow | undefined> {
  const row = await liveInvitation(db, await namedBy(text));
  // Whoever sets the console up chooses a password; one printed before they were switched off leads nowhere.
  return row?.email === null && !env().passwordSignIn ? undefined : row;
}

/** While nobody is an admin: a link that makes one an admin, and earlier ones void; else null. */
export async function setUpLink(db: Database): Promise<string | null> {
  if (await hasAdmin(db)) return null;
  return (await newInvitation(db, { email: null, role: 'admin', by: null })).link;
}
