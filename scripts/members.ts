import { join } from 'node:path';
import type { Role } from '#lib/domain/permissions.ts';
import { startProgram } from './program.ts';

export interface MemberAccount {
  readonly email: string;
  readonly role: Role;
}

/** Adds members to the database that the settings in `env` specify. Must run before the console starts. */
export async function addMembers(
  members: readonly MemberAccount[],
  password: string,
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const script = join(import.meta.dirname, 'add-members.ts');
  const emailsAndRoles = members.map(({ email, role }) => `${email}=${role}`);
  const program = startProgram(['--conditions=react-server', script, ...emailsAndRoles], {
    env: { ...env, MEMBER_PASSWORD: password },
  });
  const ending = await program.ended;
  if (ending !== 'exit code 0')
    throw new Error(`Couldn’t add the members (${ending}): ${program.lastLines()}`);
}
