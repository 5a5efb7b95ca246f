import { join } from 'node:path';
import type { Role } from '#lib/domain/permissions.ts';
import { startProgram } from './program.ts';

export interface MemberAccount {
  readonly email: string;
  readonly role: Role;
}

/**
 * Adds members to the database that the settings in `env` specify. Call this function before the console
 * starts.
 * @param secret the password for all members, or its hash
 */
export async function addMembers(
  members: readonly MemberAccount[],
  secret: { readonly password: string } | { readonly passwordHash: string },
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const script = join(import.meta.dirname, 'add-members.ts');
  const emailsAndRoles = members.map(({ email, role }) => `${email}=${role}`);
  const program = startProgram(['--conditions=react-server', script, ...emailsAndRoles], {
    env: {
      ...env,
      ...('password' in secret
        ? { MEMBER_PASSWORD: secret.password }
        : { MEMBER_PASSWORD_HASH: secret.passwordHash }),
    },
  });
  const ending = await program.ended;
  if (ending !== 'exit code 0')
    throw new Error(`Couldn’t add the members (${ending}): ${program.lastLines()}`);
}
