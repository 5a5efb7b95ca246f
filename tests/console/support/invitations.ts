/** Invitations of a console in this process: made, looked at, accepted. */
import { joinAction } from '#app/join/[token]/actions.ts';
import { issueToken, sessionCookie } from '#lib/auth/session-token.ts';
import { invite, type MadeInvitation, readInvitation } from '#lib/data/invitations.ts';
import type { Role } from '#lib/domain/permissions.ts';
import type { FormState } from '#lib/forms/form-state.ts';
import { memberByEmail } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { invitations, members } from '#lib/store/schema.ts';
import { submit } from './forms.ts';
import { nobody, signedIn } from './members.ts';
import { inRequest } from './request.ts';
import { ORIGIN } from './settings.ts';

let count = 0;
export const newAddress = () => `guest-${++count}@mailroom.test`;

export const sealOf = (link: string) => link.replace(`${ORIGIN}/join/`, '');

/** The admin of every harness. */
async function anAdmin() {
  const admin = await memberByEmail(await store(), 'admin@mailroom.test');
  if (!admin) throw new Error('Start the harness first.');
  return admin;
}

/** Invites somebody whom nobody knows. */
export async function invited(role: Role = 'sender'): Promise<MadeInvitation> {
  const who = await signedIn(await anAdmin());
  const made = await who(() => invite(newAddress(), role));
  if (!made.ok) throw new Error('An admin may invite.');
  return made.value;
}

export const PASSWORD = 'a password of their own';

/** What comes of the form on an invitation's page, and the cookies with it. */
export const join = (
  link: string,
  fields: Readonly<Record<string, string>> = {},
  headers: Record<string, string> = { origin: 'null', 'sec-fetch-site': 'same-origin' },
) =>
  inRequest({ headers }, async ({ cookies }) => ({
    answer: await submit(joinAction, { seal: sealOf(link), name: 'Ada', password: PASSWORD, ...fields }),
    cookies: cookies.set_,
  }));

export const look = (link: string) => nobody(() => readInvitation(sealOf(link)));

/** As the form of an admin's page. */
export async function asAdmin(
  action: Parameters<typeof submit>[0],
  fields: Readonly<Record<string, string>>,
) {
  const cookies = { [sessionCookie()]: await issueToken(await anAdmin()) };
  return (await inRequest({ headers: { origin: ORIGIN }, cookies }, () =>
    submit(action, fields),
  )) as FormState;
}

/** All that there is of invitations and members. */
export const tables = async () => {
  const db = await store();
  return JSON.stringify([await db.select().from(invitations), await db.select().from(members)]);
};
