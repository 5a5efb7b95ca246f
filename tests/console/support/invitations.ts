/** Creates, opens, and accepts invitations to a console in the test's process. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { joinAction } from '#app/join/[token]/actions.ts';
import { parseInvitationToken } from '#lib/auth/invitation-link.ts';
import { seal } from '#lib/auth/seals.ts';
import { issueSessionToken, sessionCookie } from '#lib/auth/session-token.ts';
import { type InvitationLink, inviteMember, readInvitation } from '#lib/data/invitations.ts';
import type { Role } from '#lib/domain/permissions.ts';
import type { FormState } from '#lib/forms/form-state.ts';
import { findMemberByEmail } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { invitations } from '#lib/store/schema/invitations.ts';
import { members } from '#lib/store/schema/members.ts';
import { submitForm } from './forms.ts';
import { asMember, signedOut } from './members.ts';
import { inRequest } from './request.ts';
import { ORIGIN } from './settings.ts';

/** Returns the id of a link's invitation, even if the link is no longer valid. */
export async function findInvitationId(link: string): Promise<string> {
  const { tokenHash } = await parseInvitationToken(tokenFromLink(link));
  const [row] = await (await store()).select().from(invitations).where(eq(invitations.tokenHash, tokenHash));
  if (!row) throw new Error('The link has no invitation.');
  return row.id;
}

/** Creates an invitation with the kind of link that earlier versions of the console created. */
export async function createOldLink(ttlMs: number) {
  const [id, key, email] = [randomUUID(), randomBytes(32).toString('base64url'), newEmailAddress()];
  const tokenHash = createHash('sha256').update(key).digest('base64url');
  const expiresAt = new Date(Date.now() + ttlMs);
  await (await store()).insert(invitations).values({ id, tokenHash, email, role: 'sender', expiresAt });
  return { email, link: `${ORIGIN}/join/${await seal('invitation', { invitation: id, key }, ttlMs)}` };
}

let emailCount = 0;
export const newEmailAddress = () => `guest-${++emailCount}@mailroom.test`;

export const tokenFromLink = (link: string) => link.replace(`${ORIGIN}/join/`, '');

async function findHarnessAdmin() {
  const admin = await findMemberByEmail(await store(), 'admin@mailroom.test');
  if (!admin) throw new Error('Start the harness first.');
  return admin;
}

/** Invites a new email address. */
export async function createInvitation(role: Role = 'sender'): Promise<InvitationLink> {
  const runAsAdmin = await asMember(await findHarnessAdmin());
  const created = await runAsAdmin(() => inviteMember(newEmailAddress(), role));
  if (!created.ok) throw new Error(`The invitation was not created: ${created.failure.kind}`);
  return created.value;
}

export const NEW_PASSWORD = 'a password of their own';

/** Submits the form on the invitation page. @returns the result and the cookies in the response */
export const submitJoinForm = (
  link: string,
  fields: Readonly<Record<string, string>> = {},
  headers: Record<string, string> = { origin: 'null', 'sec-fetch-site': 'same-origin' },
) =>
  inRequest({ headers }, async ({ cookies }) => ({
    result: await submitForm(joinAction, {
      token: tokenFromLink(link),
      name: 'Ada',
      password: NEW_PASSWORD,
      ...fields,
    }),
    cookies: cookies.written,
  }));

export const openInvitation = (link: string) => signedOut(() => readInvitation(tokenFromLink(link)));

/** Submits a form as the signed-in admin, the way a console page does. */
export async function submitAsAdmin(
  action: Parameters<typeof submitForm>[0],
  fields: Readonly<Record<string, string>>,
) {
  const cookies = { [sessionCookie()]: await issueSessionToken(await findHarnessAdmin()) };
  return (await inRequest({ headers: { origin: ORIGIN }, cookies }, () =>
    submitForm(action, fields),
  )) as FormState;
}

/** Returns all rows of the invitations and members tables as JSON, so that a test can detect changes. */
export const dumpInvitationTables = async () => {
  const db = await store();
  return JSON.stringify([await db.select().from(invitations), await db.select().from(members)]);
};
